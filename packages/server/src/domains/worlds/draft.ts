// The records that a world file becomes, while it is read: ids that were left out are given, faults
// are gathered, secrets are hashed.
import { placeName, type Fault, type WorldFile, type WorldReading } from "@antechamber/contract";
import type { Millis } from "../../platform/clock.ts";
import { keptSecret } from "../../platform/crypto.ts";
import type { Random } from "../../platform/random.ts";
import type { Table } from "../../platform/store.ts";
import { directoryOf, type Directory } from "./directory.ts";

/** A place in a world file: keys and positions from its root. */
export type Place = readonly (string | number)[];

/** What loading needs beside the file. */
export interface LoadMeans {
  /** The system's time, against which a clock that runs is set. */
  readonly systemNow: Millis;
  /** Secrets that are left out are random then. */
  readonly production: boolean;
  readonly random: Random;
}

/** A secret that the file left out, told once. */
export interface IssuedSecret {
  readonly place: Place;
  readonly secret: string;
}

export interface Draft {
  readonly means: LoadMeans;
  /** The world's instant. */
  readonly now: Millis;
  /** Users and bots. */
  readonly people: Directory;
  /** Applications that have a bot, by id. */
  readonly bots: Set<string>;
  readonly applications: Directory;
  readonly guilds: Directory;
  readonly faults: readonly Fault[];
  readonly issued: readonly IssuedSecret[];
  /** Hashed secrets with the places where the remembered world holds them. */
  readonly secrets: readonly { readonly place: Place; readonly digest: string }[];
  readonly tables: Readonly<Record<string, readonly object[]>>;
  fault(path: Place, message: string): void;
  /** True when something at or below a place could not be read. */
  isFaulty(path: Place): boolean;
  /** A directory whose dangling references become faults. */
  directory(noun: string): Directory;
  /** The id given for a kind of entity, or the next free one; a repeated one is a fault. */
  id(kind: string, given: string | undefined, path: Place): string;
  /** Reports a value that stands a second time among those of its kind. @returns true at the first time */
  once(kind: string, value: string, at: { readonly path: Place; readonly message: string }): boolean;
  /** The hash of a secret: of the one given, or of one made when none is; undefined for null. */
  secret(given: string | null | undefined, path: Place, make: () => string): string | undefined;
  put<R extends object>(table: Table<R>, record: R): void;
}

/** Ids that a file leaves out begin here (February 2016, 18 digits), in the order of the file. */
const FIRST_ID = 150_000_000_000_000_001n;

/** Begins the records of a world file. */
export function openDraft(
  { world, faults: faultsOfForm }: WorldReading,
  given: unknown,
  at: LoadMeans & { readonly now: Millis },
): Draft {
  const faults: Fault[] = [...faultsOfForm];
  const issued: IssuedSecret[] = [];
  const secrets: { place: Place; digest: string }[] = [];
  const tables: Record<string, object[]> = {};
  const seen = new Set<string>();
  const told = new Set<string>();
  // A reference to something whose name or id has a fault of its own is no second fault.
  const excused = new Set(
    faultsOfForm
      .filter(({ path }) => ["id", "name", "username"].includes(String(path.at(-1))))
      .map(({ path }) => String(valueAt(given, path))),
  );

  function fault(path: Place, message: string): void {
    const line = `${placeName(path)}: ${message}`;
    if (told.has(line)) return;
    told.add(line);
    faults.push({ path, code: "WORLD_FILE", message });
  }
  function directory(noun: string): Directory {
    return directoryOf(noun, (path, message, reference) => {
      if (!excused.has(reference)) fault(path, message);
    });
  }
  const once: Draft["once"] = (kind, value, { path, message }) => {
    const key = `${kind}:${value}`;
    if (seen.has(key)) {
      fault(path, message);
      return false;
    }
    seen.add(key);
    return true;
  };
  const next = idCounter(world);

  return {
    means: at,
    now: at.now,
    people: directory("user"),
    bots: new Set(),
    applications: directory("application"),
    guilds: directory("guild"),
    faults,
    issued,
    secrets,
    tables,
    fault,
    isFaulty: (path) =>
      faultsOfForm.some((each) => path.every((step, i) => each.path[i] === step)),
    directory,
    once,
    id(kind, id, path) {
      const chosen = id ?? next();
      once(kind, chosen, { path, message: `another ${kind} has this id` });
      return chosen;
    },
    secret(secret, place, make) {
      if (secret === null) return undefined;
      const made = secret ?? make();
      if (secret === undefined) issued.push({ place, secret: made });
      const digest = keptSecret(made);
      secrets.push({ place, digest });
      return digest;
    },
    put(table, record) {
      (tables[table.name] ??= []).push(record);
    },
  };
}

/** Counts up from the first id, past every id that stands anywhere in the file. */
function idCounter(world: WorldFile): () => string {
  const used = new Set<string>();
  gatherDigits(world, used);
  let last = FIRST_ID - 1n;
  return () => {
    do last += 1n;
    while (used.has(last.toString()));
    return last.toString();
  };
}

function gatherDigits(value: unknown, into: Set<string>): void {
  if (typeof value === "object" && value !== null) {
    for (const each of Object.values(value)) gatherDigits(each, into);
  } else if (typeof value === "string" || typeof value === "bigint") {
    const text = value.toString();
    if (/^[0-9]{17,19}$/.test(text)) into.add(text);
  }
}

function valueAt(value: unknown, path: Place): unknown {
  return path.reduce<unknown>(
    (at, step) => (typeof at === "object" && at !== null ? (at as Record<string, unknown>)[step] : undefined),
    value,
  );
}

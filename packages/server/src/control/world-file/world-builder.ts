// The records that a world file becomes, while it is read: ids that were left out are given, faults
// are gathered, secrets are hashed.
import type { WorldFile, WorldReading } from "@antechamber/contract/control";
import {
  placeName,
  type ValidationIssue,
  referencesIn,
  type EntityKind,
  type FoundReference,
  type Static,
  type TSchema,
} from "@antechamber/contract/schema";
import type { Millis } from "../../platform/clock.ts";
import { keptSecret } from "../../platform/crypto.ts";
import type { Random } from "../../platform/random.ts";
import type { Table } from "../../platform/store.ts";
import { users, type UserRecord } from "../../domains/users/user.ts";
import { directoryOf, type Directory } from "./directory.ts";
import { idsIn } from "./ids-in-file.ts";
import { valueAt, type Place } from "./json-path.ts";
import { withReferences } from "./replace-references.ts";
import { givenTokens, type SecretForms, type TokenKind } from "./secrets.ts";

/** What loading needs beside the file. */
export interface LoadDeps {
  /** The system's time, against which a clock that runs is set. */
  readonly systemNow: Millis;
  /** Secrets that are left out are random then. */
  readonly production: boolean;
  readonly random: Random;
  /**
   * Gives ids that are left out; absent: they are counted from the first id of all, as a file
   * wants.
   */
  readonly nextId?: () => string;
  /** Gathers what must not be in the store already; absent: the file is all that there is. */
  readonly claims?: Claim[];
}

/** A value that only one entity of its kind has, such as an id, and the fault of another one. */
export interface Claim {
  readonly kind: string;
  readonly value: string;
  readonly path: Place;
  readonly message: string;
}

/** A secret that the file left out, shown once. */
export interface IssuedSecret {
  readonly place: Place;
  readonly secret: string;
}

/** A hashed secret with the place at which the remembered world holds it. */
export interface PlacedDigest {
  readonly place: Place;
  readonly digest: string;
}

/** An entry with ids for references; undefined stands where a reference leads nowhere. */
export type Resolved<T> = T extends readonly (infer E)[]
  ? readonly (Resolved<E> | undefined)[]
  : T extends object
    ? { readonly [K in keyof T]?: Resolved<T[K]> }
    : T;

/** A world file as a value, and what was read of it. */
export interface GivenWorld {
  readonly given: unknown;
  readonly reading: WorldReading;
}

/** Ids that a file leaves out begin here (February 2016, 18 digits), in the order of the file. */
const FIRST_ID = 150_000_000_000_000_001n;

/** An id, as opposed to a name. */
const ID = /^[0-9]{17,19}$/;

/** The records of a world file in the making. */
export class WorldBuilder {
  readonly deps: LoadDeps;
  /** The world's instant. */
  readonly now: Millis;
  /** Users and bots. */
  readonly people = this.directory("user");
  readonly applications = this.directory("application");
  readonly guilds = this.directory("guild");
  readonly teams = this.directory("team");
  /** Applications that have a bot, by id. */
  readonly bots = new Set<string>();
  readonly issues: ValidationIssue[];
  readonly issued: IssuedSecret[] = [];
  readonly secrets: PlacedDigest[] = [];
  readonly tables: Record<string, object[]> = {};
  readonly #reading: WorldReading;
  /** Names and ids with a fault of their own; references to them are not reported again. */
  readonly #excused: ReadonlySet<string>;
  readonly #reported = new Set<string>();
  readonly #seen = new Set<string>();
  readonly #people = new Map<string, UserRecord>();
  readonly #nextId: () => string;
  #given: ReturnType<typeof givenTokens> | undefined;

  constructor({ given, reading }: GivenWorld, deps: LoadDeps, now: Millis) {
    this.deps = deps;
    this.now = now;
    this.issues = [...reading.issues];
    this.#reading = reading;
    this.#excused = badNames(given, reading.issues);
    this.#nextId = deps.nextId ?? idCounter(reading.world);
  }

  issue(path: Place, message: string): void {
    const line = `${placeName(path)}: ${message}`;
    if (this.#reported.has(line)) return;
    this.#reported.add(line);
    this.issues.push({ path, code: "WORLD_FILE", message });
  }

  /** True when something at or below a place could not be read. */
  isInvalid(place: Place): boolean {
    return this.#reading.issues.some(({ path }) => place.every((step, i) => path[i] === step));
  }

  /** A directory whose dangling references become faults. */
  directory(noun: string): Directory {
    return directoryOf(noun, (path, message, reference) => {
      if (!this.#excused.has(reference)) this.issue(path, message);
    });
  }

  /**
   * An entry with ids for everything that it refers to, as its schema declares it. A reference that
   * leads nowhere is a fault at its place, and undefined.
   *
   * @param inside what is known of the guild or the application in which the entry stands
   */
  resolved<S extends TSchema>(
    schema: S,
    { entry, place }: { readonly entry: Static<S>; readonly place: Place },
    inside: Partial<Record<EntityKind, Directory>> = {},
  ): Resolved<Static<S>> {
    const known = {
      user: this.people,
      application: this.applications,
      guild: this.guilds,
      team: this.teams,
    };
    const directories: Partial<Record<EntityKind, Directory>> = { ...known, ...inside };
    const found = referencesIn(schema, entry);
    const idOf = ({ kind, reference, path, mayBePast }: FoundReference) => {
      const directory = directories[kind];
      const isPast = mayBePast && ID.test(reference) && directory?.knows(reference) !== true;
      if (directory === undefined || isPast) return reference;
      return directory.find(reference, [...place, ...path]);
    };
    return withReferences(entry, found, idOf) as Resolved<Static<S>>;
  }

  /** The id given for a kind of entity, or the next free one; a repeated one is a fault. */
  id(kind: string, given: string | undefined, path: Place): string {
    if (given === undefined) return this.#nextId();
    this.once(kind, given, { path, message: `another ${kind} has this id` });
    return given;
  }

  /**
   * Reports a value that stands a second time among those of its kind. @returns true at the first
   * time
   */
  once(
    kind: string,
    value: string,
    at: { readonly path: Place; readonly message: string },
  ): boolean {
    const key = claimKey(kind, value);
    const isFirst = !this.#seen.has(key);
    this.#seen.add(key);
    if (!isFirst) this.issue(at.path, at.message);
    else this.deps.claims?.push({ kind, value, ...at });
    return isFirst;
  }

  /** The first form of a secret that is made, and that no other of its kind has or is given. */
  freeSecret(kind: TokenKind, form: SecretForms): string {
    this.#given ??= givenTokens(this.#reading.world);
    const given = this.#given[kind];
    for (let nth = 1; ; nth += 1) {
      const secret = form(nth);
      const digest = keptSecret(secret);
      const isTaken =
        given.has(secret) || given.has(digest) || this.#seen.has(claimKey(kind, digest));
      if (!isTaken) return secret;
    }
  }

  /** Keeps a secret of the store from being made again. */
  avoidSecret(kind: TokenKind, digest: string): void {
    this.#seen.add(claimKey(kind, digest));
  }

  /** The hash of a secret: of the one given, or of one made when none is; undefined for null. */
  secret(given: string | null | undefined, place: Place, make: () => string): string | undefined {
    if (given === null) return undefined;
    const secret = given ?? make();
    if (given === undefined) this.issued.push({ place, secret });
    const digest = keptSecret(secret);
    this.secrets.push({ place, digest });
    return digest;
  }

  /** A user or bot that was put; undefined for an id of which nothing is known yet. */
  user(id: string | undefined): UserRecord | undefined {
    if (this.#people.size !== this.all(users).length) {
      for (const user of this.all(users)) this.#people.set(user.id, user);
    }
    return id === undefined ? undefined : this.#people.get(id);
  }

  put<R extends object>(table: Table<R>, record: R): void {
    (this.tables[table.name] ??= []).push(record);
  }

  /** Puts a record in the place of one of its key that was put before. */
  replace<R extends object>(table: Table<R>, record: R): void {
    const records = this.tables[table.name] as R[];
    const at = records.findIndex((each) => table.key(each) === table.key(record));
    records[at] = record;
  }

  /** The records put in a table so far. */
  all<R extends object>(table: Table<R>): readonly R[] {
    return (this.tables[table.name] ?? []) as R[];
  }
}

function claimKey(kind: string, value: string): string {
  return `${kind}:${value}`;
}

/** The names and ids that could not be read. */
function badNames(given: unknown, issues: readonly ValidationIssue[]): ReadonlySet<string> {
  const bad = issues.filter(({ path }) => ["id", "name", "username"].includes(String(path.at(-1))));
  const values = bad.map(({ path }) => valueAt(given, path));
  // By an object nothing is referred to.
  return new Set(values.filter((value) => typeof value !== "object").map(String));
}

/** Counts up from the first id, past every id that stands anywhere in the file. */
function idCounter(world: WorldFile): () => string {
  const used = idsIn(world);
  let last = FIRST_ID - 1n;
  return () => {
    do last += 1n;
    while (used.has(last.toString()));
    return last.toString();
  };
}

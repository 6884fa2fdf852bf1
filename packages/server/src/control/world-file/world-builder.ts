// Builds the records of a world file while it is loaded: generates missing ids, collects issues,
// hashes secrets.
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
import { storedSecret } from "../../platform/crypto.ts";
import type { Random } from "../../platform/random.ts";
import type { AnyTable, Dump, Table } from "../../platform/store.ts";
import { users, type UserRecord } from "../../domains/users/user.ts";
import type { ClaimKind } from "./claim-kinds.ts";
import { directoryOf, type Directory } from "./directory.ts";
import { ID, idsIn } from "./ids-in-file.ts";
import { valueAt, type Place } from "./json-path.ts";
import { withReferences } from "./replace-references.ts";
import { givenTokens, type SecretForms, type TokenKind } from "./secrets.ts";

/** What loading needs besides the file. */
export interface LoadDeps {
  /** The system's time, relative to which a running clock is set. */
  readonly systemNow: Millis;
  /** Whether generated secrets are random. */
  readonly production: boolean;
  readonly random: Random;
  /** Generates missing ids; absent: they are counted from the first id, as a file requires. */
  readonly nextId?: () => string;
  /** Collects the values that must not be taken in the store; absent: there is nothing else in it. */
  readonly claims?: Claim[];
}

/** A value that only one entity of its kind may have, such as an id, and the issue if it is taken. */
export interface Claim {
  readonly kind: ClaimKind;
  readonly value: string;
  readonly path: Place;
  readonly message: string;
}

/** A generated secret, shown once. */
export interface IssuedSecret {
  readonly place: Place;
  readonly secret: string;
}

/** A hashed secret, and its path in the remembered world. */
export interface LocatedDigest {
  readonly place: Place;
  readonly digest: string;
}

/** An entry with ids as references; undefined for a reference that cannot be resolved. */
export type Resolved<T> = T extends readonly (infer E)[]
  ? readonly (Resolved<E> | undefined)[]
  : T extends object
    ? { readonly [K in keyof T]?: Resolved<T[K]> }
    : T;

/** A parsed world file, and the result of validating it. */
export interface GivenWorld {
  readonly given: unknown;
  readonly reading: WorldReading;
}

/** Ids that a file leaves out are counted from here (February 2016, 18 digits), in the file's order. */
const FIRST_ID = 150_000_000_000_000_001n;

/** The fields that a record may have, of whatever kind it is. */
type FieldOf<R> = R extends unknown ? keyof R : never;

/** Collects the records of a world file. */
export class WorldBuilder {
  readonly deps: LoadDeps;
  /** The instant of the world's clock. */
  readonly now: Millis;
  /** Users, including bots. */
  readonly people = this.directory("user");
  readonly applications = this.directory("application");
  readonly guilds = this.directory("guild");
  readonly teams = this.directory("team");
  /** Applications that have a bot, by id. */
  readonly bots = new Set<string>();
  /** The users who own the teams, by the teams' ids. */
  readonly teamOwners = new Map<string, string>();
  readonly issues: ValidationIssue[];
  readonly issued: IssuedSecret[] = [];
  readonly secrets: LocatedDigest[] = [];
  readonly #records = new Map<AnyTable, object[]>();
  readonly #reading: WorldReading;
  /** Invalid names and ids; references to them are not reported again. */
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

  /** Opens a directory that reports references which cannot be resolved as issues. */
  directory(noun: string): Directory {
    return directoryOf(noun, (path, message, reference) => {
      if (!this.#excused.has(reference)) this.issue(path, message);
    });
  }

  /**
   * Resolves every reference in an entry to an id, as its schema declares them. A reference that
   * cannot be resolved becomes an issue and undefined.
   *
   * @param inside the directories of the guild or application that contains the entry
   */
  resolved<S extends TSchema>(
    schema: S,
    { entry, place }: { readonly entry: Static<S>; readonly place: Place },
    inside: Partial<Record<EntityKind, Directory>> = {},
  ): Resolved<Static<S>> {
    const own = {
      user: this.people,
      application: this.applications,
      guild: this.guilds,
      team: this.teams,
    };
    const directories: Partial<Record<EntityKind, Directory>> = { ...own, ...inside };
    const found = referencesIn(schema, entry);
    const idOf = ({ kind, reference, path, mayBePast }: FoundReference) => {
      const directory = directories[kind];
      const isPast = mayBePast && ID.test(reference) && directory?.knows(reference) !== true;
      if (directory === undefined || isPast) return reference;
      return directory.find(reference, [...place, ...path]);
    };
    return withReferences(entry, found, idOf) as Resolved<Static<S>>;
  }

  /** The given id, or the next free one; a repeated id is an issue. */
  id(kind: ClaimKind, ownId: string | undefined, path: Place): string {
    if (ownId === undefined) return this.#nextId();
    this.once(kind, ownId, { path, message: `another ${kind} has this id` });
    return ownId;
  }

  /**
   * Reports a value that occurs a second time among those of its kind.
   *
   * @returns true at the first time
   */
  once(
    kind: ClaimKind,
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

  /** The first form of a secret that no other of its kind has, generated or given. */
  freeSecret(kind: TokenKind, form: SecretForms): string {
    this.#given ??= givenTokens(this.#reading.world);
    const tokens = this.#given[kind];
    for (let nth = 1; ; nth += 1) {
      const secret = form(nth);
      const digest = storedSecret(secret);
      const isTaken =
        tokens.has(secret) || tokens.has(digest) || this.#seen.has(claimKey(kind, digest));
      if (!isTaken) return secret;
    }
  }

  /** Excludes a secret that is taken in the store. */
  avoidSecret(kind: TokenKind, digest: string): void {
    this.#seen.add(claimKey(kind, digest));
  }

  /** The hash of a given secret, or of a generated one if none is given; undefined for null. */
  secret(
    ownSecret: string | null | undefined,
    place: Place,
    make: () => string,
  ): string | undefined {
    if (ownSecret === null) return undefined;
    const secret = ownSecret ?? make();
    if (ownSecret === undefined) this.issued.push({ place, secret });
    const digest = storedSecret(secret);
    this.secrets.push({ place, digest });
    return digest;
  }

  /** A user who was put already, or undefined. */
  user(id: string | undefined): UserRecord | undefined {
    if (this.#people.size !== this.all(users).length) {
      for (const user of this.all(users)) this.#people.set(user.id, user);
    }
    return id === undefined ? undefined : this.#people.get(id);
  }

  /** @param record without fields that records of the table lack: nothing would read them */
  put<R extends object, V extends R>(
    table: Table<R>,
    record: V & Record<Exclude<keyof V, FieldOf<R>>, never>,
  ): void {
    const records = this.#records.get(table);
    if (records === undefined) this.#records.set(table, [record]);
    else records.push(record);
  }

  /** Replaces the record with the same key. */
  replace<R extends object>(table: Table<R>, record: R): void {
    const records = this.#of(table);
    const at = records.findIndex((each) => table.key(each) === table.key(record));
    records[at] = record;
  }

  /** The records of a table so far. */
  all<R extends object>(table: Table<R>): readonly R[] {
    return this.#of(table);
  }

  /** Every table of which there are records, with them. */
  everything(): Iterable<readonly [AnyTable, readonly object[]]> {
    return this.#records;
  }

  /** Everything in the form in which a store loads it. */
  dump(): Dump {
    const named = [...this.#records].map(([{ name }, records]) => [name, records] as const);
    return { tables: Object.fromEntries(named) };
  }

  #of<R extends object>(table: Table<R>): R[] {
    return (this.#records.get(table) ?? []) as R[];
  }
}

function claimKey(kind: ClaimKind, value: string): string {
  return `${kind}:${value}`;
}

/** The names and ids that failed validation. */
function badNames(form: unknown, issues: readonly ValidationIssue[]): ReadonlySet<string> {
  const bad = issues.filter(({ path }) => ["id", "name", "username"].includes(String(path.at(-1))));
  const values = bad.map(({ path }) => valueAt(form, path));
  // References are never objects.
  return new Set(values.filter((value) => typeof value !== "object").map(String));
}

/** Counts ids up from the first, skipping every id that occurs in the file. */
function idCounter(world: WorldFile): () => string {
  const used = idsIn(world);
  let last = FIRST_ID - 1n;
  return () => {
    do last += 1n;
    while (used.has(last.toString()));
    return last.toString();
  };
}

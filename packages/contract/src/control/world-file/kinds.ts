// Kinds of value that only world files and the control plane use. Source: protocol:
// gateway-oauth-limits 1.3.
import { User } from "../../resources/users/users.ts";
import { quoted } from "../../schema/form-issues.ts";
import { durationMs } from "../../schema/duration.ts";
import { EARLIEST_CLOCK_MS, LATEST_CLOCK_MS } from "../../schema/snowflake.ts";
import { Instant } from "../../schema/instant.ts";
import { parseTimestamp, timestamp } from "../../schema/timestamp.ts";
import {
  integer,
  list,
  namedFields,
  nullable,
  optional,
  refine,
  secret,
  Snowflake,
  text,
  textOr,
  type Report,
  type Rule,
  type TSchema,
} from "../../schema/values.ts";
import type { EntityKind } from "../../schema/id-meaning.ts";
import { meaning } from "../../schema/references.ts";
import { unsafe } from "../../schema/schema-nodes.ts";

/** The code of an invite, a vanity URL or a template, as URLs contain it. */
export const Code = text({ min: 1, max: 100, pattern: "^[A-Za-z0-9_-]+$" });

/** A time that the service's clock may be set to. */
export const ClockInstant = refine(Instant, (given, report) => {
  const issue = clockIssue(parseTimestamp(given) ?? EARLIEST_CLOCK_MS);
  if (issue !== undefined) report([], issue.code, issue.message);
});

/**
 * What is wrong with a time for the clock, or undefined: only times whose ids have 17 to 19 digits
 * are valid.
 */
export function clockIssue(at: number): { code: string; message: string } | undefined {
  const day = (ms: number) => timestamp(ms).slice(0, 10);
  if (at < EARLIEST_CLOCK_MS) {
    const message = `The clock cannot be set before ${day(EARLIEST_CLOCK_MS)}.`;
    return { code: "NUMBER_TYPE_MIN", message };
  }
  if (at <= LATEST_CLOCK_MS) return undefined;
  return {
    code: "NUMBER_TYPE_MAX",
    message: `The clock cannot be set after ${day(LATEST_CLOCK_MS)}.`,
  };
}

/**
 * How far to advance a clock: an ISO 8601 duration in weeks to seconds (`PT15M`, `P1DT0.5H`), or
 * `next`, which advances to the next due job.
 */
export const ClockAdvance = refine(text({ min: 1, max: 64 }), (given, report) => {
  if (given === "next" || durationMs(given) !== undefined) return;
  const message = `Could not parse ${given}. Should be an ISO8601 duration, as PT15M, or next.`;
  report([], "DURATION_TYPE_PARSE", message);
});

/** The digits of the shortest id: clients misread shorter ones. */
const ID_DIGITS_MIN = 17;

/** An id that clients can read. Snowflakes have at most 19 digits. */
export const WorldId = refine(Snowflake, (given, report) => {
  if (given.length >= ID_DIGITS_MIN) return;
  report([], "BASE_TYPE_BAD_LENGTH", `Ids have ${ID_DIGITS_MIN} to 19 digits.`);
});

/** An HTTP or HTTPS URL. */
export const WebAddress = refine(text({ min: 1, max: 2048 }), (given, report) => {
  if (/^https?:\/\/[^\s/?#]+([/?#]\S*)?$/i.test(given)) return;
  report([], "URL_TYPE_INVALID_URL", "Not a well formed URL.");
});

/**
 * The longest reference: two names of a hundred characters with a slash between them. Source:
 * product.md, Control plane.
 */
const REFERENCE_MAX = 201;

/** A credential: visible ASCII, which a header can contain, or `sha256:<hex>`. */
export const Secret = secret(text({ min: 1, max: 512, pattern: "^[!-~]+$" }));

/** Names an entity by its id, which may be a number, or by its name if that is unique. */
export const Reference = unsafe<string>({
  type: ["string", "integer"],
  description: "An id, or a unique name.",
  formReference: REFERENCE_MAX,
});

/** Refers to an existing entity by its id or its unique name. */
export function ref(kind: EntityKind) {
  return meaning(Reference, { refersTo: kind });
}

/** Refers to an existing entity, or to a deleted one by its id. */
export function refOrPast(kind: EntityKind) {
  return meaning(Reference, { refersTo: kind, orPast: true });
}

/** Refers to an existing entity by its id only. */
export function refById(kind: EntityKind) {
  return meaning(WorldId, { refersTo: kind });
}

/** The id of an entity that may have been deleted. */
export function pastId(kind: EntityKind) {
  return meaning(WorldId, { remembers: kind });
}

/** An entity's own id. */
export function ownId(kind: EntityKind | "change") {
  return meaning(WorldId, { identifies: kind });
}

/** An object as the API shows it, whose own ids are not references. */
export function asShown<S extends TSchema>(schema: S, kind: EntityKind | "itself" = "itself"): S {
  return meaning(schema, { shows: kind });
}

/** A user by reference, or as the API shows them; the user must exist. */
export const Person = textOr(ref("user"), asShown(User, "user"));

/** The user who added something to a guild. Absent: the guild's owner. Null: a deleted user. */
export const Adder = optional(nullable(Person));

/** A user by reference, or as the API showed them then; they may have been deleted since. */
export const PastPerson = textOr(ref("user"), asShown(User));

/** The id of a user, who may have been deleted, or the user as the API showed them then. */
export const PastPersonId = textOr(pastId("user"), asShown(User));

/** Requires one of two keys: the file's own, or the API's. */
export function requireOne(own: string, shown: string): Rule<object> {
  return (entry, report, isInvalid) => {
    if (namedFields(entry, [own, shown], isInvalid).length > 0) return;
    report([own], "BASE_TYPE_REQUIRED", "This field is required");
  };
}

/** The positions of bits by name, like PermissionBit. */
export type BitNames = Readonly<Record<string, number>>;

type Bits = string | number | bigint;

/** A set of bits: a number, a decimal string, a name, or a list of these. */
export type BitSetForm = Bits | readonly Bits[];

const LARGEST_BIT_SET = 9_223_372_036_854_775_807n;

/** A set of bits by name or number: `[EMBEDDED]`, `131072`, `"131072"`. */
export function bitSet(names: BitNames) {
  return refine(
    unsafe<BitSetForm>({
      type: ["string", "integer", "array"],
      description: `A set of bits: a number, or a list of names: ${Object.keys(names).join(", ")}.`,
    }),
    (form, report) => {
      if (!Array.isArray(form)) return checkBits(form as Bits, names, report);
      for (const [i, each] of (form as readonly Bits[]).entries()) {
        checkBits(each, names, (path, ...issue) => report([i, ...path], ...issue));
      }
    },
  );
}

function checkBits(given: Bits, names: BitNames, report: Report): void {
  if (partOf(given, names) !== undefined) return;
  report([], "ENUM_TYPE_COERCE", `no bit is named "${quoted(given)}"`);
}

/** The bits of one number or name, or undefined when it is neither. */
function partOf(given: Bits, names: BitNames): bigint | undefined {
  if (typeof given === "string" && Object.hasOwn(names, given)) {
    return 1n << BigInt(names[given] ?? 0);
  }
  // String() could throw for an object, so objects are excluded.
  const digits = typeof given === "object" ? "" : String(given);
  if (!/^[0-9]{1,19}$/.test(digits)) return undefined;
  const bits = BigInt(digits);
  return bits <= LARGEST_BIT_SET ? bits : undefined;
}

/** The bits of a set by name or number; unknown names are ignored. */
export function bitsOf(form: BitSetForm, names: BitNames): bigint {
  const parts = Array.isArray(form) ? (form as readonly Bits[]) : [form as Bits];
  return parts.reduce<bigint>((set, part) => set | (partOf(part, names) ?? 0n), 0n);
}

/** A set of bits as a list: the known names, then the remaining bits as one number. */
export function bitNames(set: bigint, names: BitNames): string[] {
  const known = Object.entries(names).filter(([, bit]) => (set & (1n << BigInt(bit))) !== 0n);
  const rest = known.reduce((left, [, bit]) => left & ~(1n << BigInt(bit)), set);
  return [...known.map(([name]) => name), ...(rest === 0n ? [] : [rest.toString()])];
}

/** The longest list in a world file. */
export const WORLD_LIST_MAX = 100_000;

/** A list of entities, which a file may omit. */
export function entries<S extends TSchema>(items: S) {
  return optional(list(items, { max: WORLD_LIST_MAX }));
}

/** A colour as a number: `0xRRGGBB`. */
export const Colour = integer({ min: 0, max: 0xff_ff_ff });

/** Distinct names of OAuth2 scopes. */
export const Scopes = optional(
  list(text({ min: 1, max: 100 }), { min: 1, max: 100, unique: true }),
);

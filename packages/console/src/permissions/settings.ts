// Reads and changes single entries and overwrites in lists that the API replaces as a whole.
import type { Entry, Overwrite } from "./changes.ts";

/** What a list says about a subject: nothing, allow or deny. */
export type Stance = "" | "allow" | "deny";

type Subject = Pick<Entry, "id" | "type">;

const isAbout =
  ({ id, type }: Subject) =>
  (each: Subject) =>
    each.id === id && each.type === type;

/** What entries say about a subject. */
export function stanceIn(entries: readonly Entry[], subject: Subject): Stance {
  const found = entries.find(isAbout(subject));
  if (found === undefined) return "";
  return found.permission ? "allow" : "deny";
}

/** The entries with another stance on one subject. */
export function withStance(
  entries: readonly Entry[],
  subject: Subject,
  stance: Stance,
): readonly Entry[] {
  const others = entries.filter((each) => !isAbout(subject)(each));
  if (stance === "") return others;
  return [...others, { ...subject, permission: stance === "allow" }];
}

type Holder = Pick<Overwrite, "id" | "type">;

const ofHolder =
  ({ id, type }: Holder) =>
  (each: Holder) =>
    each.id === id && each.type === type;

/** What overwrites say about one permission of a role or member. */
export function stanceOn(overwrites: readonly Overwrite[], holder: Holder, bit: bigint): Stance {
  const found = overwrites.find(ofHolder(holder));
  if (found === undefined) return "";
  if ((BigInt(found.allow) & bit) !== 0n) return "allow";
  return (BigInt(found.deny) & bit) === 0n ? "" : "deny";
}

interface BitStance {
  readonly bit: bigint;
  readonly stance: Stance;
}

/** The overwrites with another stance on one permission; an overwrite that becomes empty is removed. */
export function withStanceOn(
  overwrites: readonly Overwrite[],
  holder: Holder,
  { bit, stance }: BitStance,
): readonly Overwrite[] {
  const before = overwrites.find(ofHolder(holder)) ?? { ...holder, allow: "0", deny: "0" };
  const [allow, deny] = [BigInt(before.allow) & ~bit, BigInt(before.deny) & ~bit];
  const own: Overwrite = {
    ...holder,
    allow: String(stance === "allow" ? allow | bit : allow),
    deny: String(stance === "deny" ? deny | bit : deny),
  };
  const isEmpty = own.allow === "0" && own.deny === "0";
  const others = overwrites.filter((each) => !ofHolder(holder)(each));
  return isEmpty ? others : [...others, own];
}

// References as people write them to the control plane: an id, or a name that only one has.
// Source: product.md, Control plane.
import { UnknownUser } from "@antechamber/contract";
import { snowflakeKey, type ValidationIssue } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import { users, type UserRecord } from "./user.ts";

/** What was written, and where in the request. */
export interface Reference {
  readonly text: string;
  readonly path: ValidationIssue["path"];
}

/** True for what may be an id, which wins over a name of digits. */
export function isId(text: string): boolean {
  return /^[0-9]{1,20}$/.test(text);
}

/** The name without the sign that people put before it. */
export function bare(text: string, sign: "@" | "#"): string {
  return text.startsWith(sign) ? text.slice(1) : text;
}

/** What a refusal lists of those that a name means. */
const CANDIDATES_SHOWN = 10;

/** Enough to see that a name means several, and which. */
export const CANDIDATES_READ = CANDIDATES_SHOWN + 1;

/**
 * The one of that name, or undefined when there is none.
 *
 * @param label says which one a candidate is, so that the right reference can be written
 * @throws InvalidForm when there are several, with a list of them
 */
export function theOnlyOne<T>(
  found: readonly T[],
  { text, path }: Reference,
  label: (candidate: T) => string,
): T | undefined {
  if (found.length < 2) return found[0];
  const shown = found.slice(0, CANDIDATES_SHOWN).map(label);
  const more = found.length > shown.length ? ", and others" : "";
  const message = `"${text}" is the name of several: ${shown.join(", ")}${more}. Write the id of one.`;
  throw invalidForm({ path, code: "REFERENCE_AMBIGUOUS", message });
}

/**
 * The user with an id or a name, with or without `@`.
 *
 * @throws UnknownUser, InvalidForm when several have the name
 */
export async function referencedUser(ctx: ReadContext, reference: Reference): Promise<UserRecord> {
  const user = await userMeant(ctx, reference);
  if (user === undefined) throw new ApiError(UnknownUser);
  return user;
}

/** The same, or undefined. @throws InvalidForm when several have the name */
export async function userMeant(
  ctx: ReadContext,
  reference: Reference,
): Promise<UserRecord | undefined> {
  const text = bare(reference.text, "@");
  const byId = isId(text) ? await ctx.tx.get(users, snowflakeKey(text)) : undefined;
  if (byId !== undefined) return byId;
  const search = { index: "username", value: text, limit: CANDIDATES_READ } as const;
  const found = await ctx.tx.find(users, search);
  return theOnlyOne(found, reference, ({ id, bot }) => (bot === true ? `the bot ${id}` : id));
}

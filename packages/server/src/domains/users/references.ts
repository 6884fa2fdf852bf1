// References in requests to the control plane: an id, or a name that is unique.
// Source: product.md, Control plane.
import { UnknownUser } from "@antechamber/contract";
import { snowflakeKey, type ValidationIssue } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { ReadContext } from "../../platform/context.ts";
import { users, type UserRecord } from "./user.ts";

/** The text of a reference, and its path within the request. */
export interface Reference {
  readonly text: string;
  readonly path: ValidationIssue["path"];
}

/** True for text that may be an id; ids take precedence over names that consist of digits. */
export function isId(text: string): boolean {
  return /^[0-9]{1,20}$/.test(text);
}

/** A name without the sign that people may write before it. */
export function withoutSign(text: string, sign: "@" | "#"): string {
  return text.startsWith(sign) ? text.slice(1) : text;
}

/** The most candidates that an error lists for an ambiguous name. */
const CANDIDATES_SHOWN = 10;

/** Enough candidates to detect that a name is ambiguous, and to list them. */
export const CANDIDATES_READ = CANDIDATES_SHOWN + 1;

/**
 * The only candidate, or undefined if there is none.
 *
 * @param label describes a candidate, so that the caller can write the right reference
 * @throws InvalidForm for several candidates, with a list of them
 */
export function onlyCandidate<T>(
  found: readonly T[],
  { text, path }: Reference,
  label: (candidate: T) => string,
): T | undefined {
  if (found.length < 2) return found[0];
  const candidates = found.slice(0, CANDIDATES_SHOWN).map(label);
  const more = found.length > candidates.length ? ", and others" : "";
  const message = `"${text}" is the name of several: ${candidates.join(", ")}${more}. Write the id of one.`;
  throw invalidForm({ path, code: "REFERENCE_AMBIGUOUS", message });
}

/**
 * The user with an id or a name, with or without `@`.
 *
 * @throws UnknownUser, InvalidForm if several have the name
 */
export async function referencedUser(ctx: ReadContext, reference: Reference): Promise<UserRecord> {
  const user = await userByReference(ctx, reference);
  if (user === undefined) throw new ApiError(UnknownUser);
  return user;
}

/** The user with an id or a name, or undefined. @throws InvalidForm if several have the name */
export async function userByReference(
  ctx: ReadContext,
  reference: Reference,
): Promise<UserRecord | undefined> {
  const text = withoutSign(reference.text, "@");
  const byId = isId(text) ? await ctx.tx.get(users, snowflakeKey(text)) : undefined;
  if (byId !== undefined) return byId;
  const search = { index: "username", value: text, limit: CANDIDATES_READ } as const;
  const found = await ctx.tx.find(users, search);
  return onlyCandidate(found, reference, ({ id, bot }) => (bot === true ? `the bot ${id}` : id));
}

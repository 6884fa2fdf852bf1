// Resolves references for the journal: names in its filters to ids, and ids to names for the
// scripts it generates. Source: product.md, Journal.
import { snowflakeKey } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../platform/api-error.ts";
import type { ReadContext } from "../platform/context.ts";
import { applications } from "../domains/applications/application.ts";
import { referencedApplication } from "../domains/applications/references.ts";
import { isId, referencedUser, type Reference } from "../domains/users/references.ts";
import { users } from "../domains/users/user.ts";

interface Named {
  readonly user?: string | undefined;
  readonly application?: string | undefined;
}

/**
 * Resolves the users and applications in filters to ids.
 *
 * @throws InvalidForm for unknown or ambiguous names
 */
export async function idsOf(ctx: ReadContext, { user, application }: Named) {
  return {
    user: await idNamed(ctx, referencedUser, { text: user, path: ["user"] }),
    application: await idNamed(ctx, referencedApplication, {
      text: application,
      path: ["application"],
    }),
  };
}

type Find = (ctx: ReadContext, reference: Reference) => Promise<{ readonly id: string }>;

/** Ids of deleted users and applications are valid filters. */
async function idNamed(
  ctx: ReadContext,
  find: Find,
  { text, path }: { readonly text: string | undefined; readonly path: Reference["path"] },
): Promise<string | undefined> {
  if (text === undefined || isId(text)) return text;
  try {
    return (await find(ctx, { text, path })).id;
  } catch (error) {
    if (!(error instanceof ApiError) || error.issues.length > 0) throw error;
    const message = `Nothing has the name "${text}".`;
    throw invalidForm({ path, code: "REFERENCE_UNKNOWN", message });
  }
}

/** The names of those users that still exist. */
export async function usernamesOf(
  ctx: ReadContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(ids.map((id) => ctx.tx.get(users, snowflakeKey(id))));
  return new Map(found.flatMap((user) => (user === undefined ? [] : [[user.id, user.username]])));
}

/** The public key of an application, or undefined if it was deleted. */
export async function verifyKeyOf(ctx: ReadContext, id: string): Promise<string | undefined> {
  return (await ctx.tx.get(applications, snowflakeKey(id)))?.verify_key;
}

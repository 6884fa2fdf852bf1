// Players of external services, as a world file has them; tokens are hashed.
import type {
  WorldApplicationIdentity,
  WorldExternalIdentity,
} from "@antechamber/contract/control";
import { timestamp, type Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import type { ApplicationRecord } from "../../../domains/applications/application.ts";
import type { AccessTokenRecord } from "../../../domains/applications/tokens.ts";
import {
  bannedOwner,
  externalIdentities,
  listedIdentities,
} from "../../../domains/oauth/accounts/external-identity.ts";

/** The players whom the world lists for an application. */
export async function playerEntries(
  ctx: ReadContext,
  { id: applicationId }: ApplicationRecord,
): Promise<Static<typeof WorldExternalIdentity>[]> {
  const search = { index: "application", value: applicationId } as const;
  const all = await ctx.tx.find(listedIdentities, search);
  const inOrder = all.toSorted((a, b) => a.position - b.position);
  return inOrder.map(({ type, tokenDigest, id, name, project_id, expiresAt }) => ({
    type: type as Static<typeof WorldExternalIdentity>["type"],
    token: tokenDigest,
    id,
    ...definedFields({ name, project_id }),
    ...(expiresAt === undefined ? {} : { expires_at: timestamp(expiresAt) }),
  }));
}

/** The links between external identities and users. */
export async function identityEntries(
  ctx: ReadContext,
): Promise<Static<typeof WorldApplicationIdentity>[]> {
  const all = await ctx.tx.find(externalIdentities);
  return Promise.all(
    all.map(async (identity) => ({
      user: identity.user_id,
      application: identity.application_id,
      type: identity.provider_type,
      id: identity.external_id,
      provider_id: identity.provider_id,
      ...definedFields({ banned_user: await bannedOwner(ctx, identity) }),
    })),
  );
}

/** Omits tokens of child applications whose parent's token was deleted: they are invalid. */
export function withTheirParents(
  tokens: readonly AccessTokenRecord[],
): readonly AccessTokenRecord[] {
  const digests = new Set(tokens.map(({ digest }) => digest));
  return tokens.filter(({ parentDigest: parent }) => parent === undefined || digests.has(parent));
}

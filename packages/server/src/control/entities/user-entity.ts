// Users of a running world.
import { EntityInUse, userEntity } from "@antechamber/contract/control";
import { snowflakeKey } from "@antechamber/contract/schema";
import { SessionsRevoked } from "@antechamber/contract/users";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { emitUserChange } from "../../domains/guilds/members/user-changes.ts";
import { signOutEverywhere } from "../../domains/oauth/browser-session.ts";
import { deauthorizeAll } from "../../domains/oauth/accounts/deauthorize.ts";
import { liftRestrictions } from "../../domains/oauth/accounts/external-identity.ts";
import { userOf } from "../../domains/users/operations.ts";
import { referencedUser } from "../../domains/users/references.ts";
import { users, type UserRecord } from "../../domains/users/user.ts";
import { userEntry } from "../world-file/export.ts";
import { loadUser } from "../world-file/load/users.ts";
import { userToken, type SecretForms } from "../world-file/secrets.ts";
import type { WorldBuilder } from "../world-file/world-builder.ts";
import type { EntityVerbs } from "./entity-verbs.ts";
import { avoidTaken, liveBuilder, storeBuilt, withSecrets } from "./live-builder.ts";
import { removeUser } from "./remove.ts";

function named(ctx: ReadContext, text: string): Promise<UserRecord> {
  return referencedUser(ctx, { text, path: ["user"] });
}

/** Keeps a generated token different from those of other users. */
function avoidTakenTokens(
  ctx: ReadContext,
  builder: WorldBuilder,
  user: { readonly username: string; readonly id: string },
): Promise<void> {
  const form: SecretForms = (nth) => userToken(builder.deps, user, nth);
  return avoidTaken(builder, { kind: "user token", form }, async (digest) => {
    return (await ctx.tx.lookup(users, "token", digest)) !== undefined;
  });
}

export const userVerbs: EntityVerbs<typeof userEntity> = {
  async create(ctx, form) {
    const id = form.id ?? ctx.id();
    const entry = { username: `user-${id}`, ...form, id };
    const builder = await liveBuilder(ctx, userEntity, entry);
    if (entry.token === undefined) await avoidTakenTokens(ctx, builder, entry);
    loadUser(builder, entry, []);
    await storeBuilt(ctx, builder);
    return withSecrets(userEntry(await userOf(ctx, id)), builder, entry);
  },

  show: async (ctx, { user }) => userEntry(await named(ctx, user)),

  async edit(ctx, { user }, changes) {
    const before = await named(ctx, user);
    if (before.bot === true) {
      throw new ApiError(EntityInUse, { message: "A bot is changed with its application" });
    }
    const entry = { ...userEntry(before), ...changes() };
    const builder = await liveBuilder(ctx, userEntity, entry);
    loadUser(builder, entry, []);
    await storeBuilt(ctx, builder, { table: users, key: snowflakeKey(before.id) });
    const after = await userOf(ctx, before.id);
    await emitUserChange(ctx, before, after);
    await revokeWhereNeeded(ctx, before, after);
    if (before.isBanned && !after.isBanned) await liftRestrictions(ctx, after.id);
    return withSecrets(userEntry(after), builder, entry);
  },

  remove: async (ctx, { user }) => removeUser(ctx, await named(ctx, user)),
};

/** Signs out a user who was banned or whose token changed; a ban also revokes their authorizations. */
async function revokeWhereNeeded(
  ctx: Context,
  before: UserRecord,
  after: UserRecord,
): Promise<void> {
  const of = { user_id: after.id };
  const isBanned = after.isBanned && !before.isBanned;
  if (isBanned) {
    await deauthorizeAll(ctx, after);
    ctx.emit(SessionsRevoked, { kind: "nobody" }, { kind: "oauth2", ...of });
  }
  if (isBanned || before.tokenDigest !== after.tokenDigest) {
    await signOutEverywhere(ctx, after.id);
    ctx.emit(SessionsRevoked, { kind: "nobody" }, { kind: "user", ...of });
  }
}

import { MissingScope, UnknownToken, UnknownUser } from "@antechamber/contract";
import { deauthorizeAsUser } from "@antechamber/contract/control";
import {
  createBotProvisionalToken,
  createProvisionalToken,
  editCurrentAccount,
  exchangeChildToken,
  InvalidUserType,
  unmergeAsBot,
  unmergeProvisionalAccount,
} from "@antechamber/contract/oauth";
import { ApiError } from "../../../platform/api-error.ts";
import type { Caller, Context } from "../../../platform/context.ts";
import { handle, handleAsync, noContent, reply, type Binding } from "../../../platform/handler.ts";
import { applicationOf, callerApplicationId } from "../../applications/operations.ts";
import { emitUserChange } from "../../guilds/members/user-changes.ts";
import { referencedApplication } from "../../applications/references.ts";
import { actingUser } from "../../users/acting-user.ts";
import { callingUser } from "../../users/operations.ts";
import { ownUserView, users, type UserRecord } from "../../users/user.ts";
import { deauthorize } from "./deauthorize.ts";
import {
  identify,
  partnerApplication,
  requireProvisional,
  type IdentifyingDeps,
} from "./external-auth.ts";
import { issueChildToken, signInProvisionally } from "./provisional-tokens.ts";
import { identityRecord, type ExternalIdentity } from "./external-identity.ts";
import { provisionalUser } from "./provisional-user.ts";

/** The identity of a player that the application itself vouches for. */
function botIdentity(applicationId: string, externalId: string): ExternalIdentity {
  return { provider_type: "DISCORD_BOT", provider_id: applicationId, external_id: externalId };
}

/**
 * Unlinks an identity from its full account.
 *
 * @throws UnknownUser, InvalidUserType when its account is provisional already
 */
async function unmerge(
  ctx: Context,
  applicationId: string,
  identity: ExternalIdentity,
): Promise<void> {
  const linked = await identityRecord(ctx, applicationId, identity);
  if (linked === undefined) throw new ApiError(UnknownUser);
  if ((await provisionalUser(ctx, linked.user_id)) !== undefined)
    throw new ApiError(InvalidUserType);
  await deauthorize(ctx, linked.user_id, applicationId);
}

/** The caller's own application, if its players may be provisional. @throws ProvisionalAccountsOff */
async function callingPartner(ctx: Context, caller: Caller) {
  const application = await applicationOf(ctx, callerApplicationId(caller));
  requireProvisional(application);
  return application;
}

/** A full account may be renamed only by a token with the scope for it. @throws MissingScope */
function requireOwnName(user: UserRecord, caller: Caller): void {
  const holdsScope = caller.kind === "bearer" && caller.scopes.has("account.global_name.update");
  if (user.isProvisional !== true && !holdsScope) throw new ApiError(MissingScope);
}

const accountHandlers: readonly Binding[] = [
  handle(createBotProvisionalToken, async (ctx, { body }) => {
    const application = await callingPartner(ctx, ctx.caller);
    const { external_user_id, preferred_global_name, provisional_user_id } = body();
    const identity = botIdentity(application.id, external_user_id);
    const token = await signInProvisionally(ctx, {
      application,
      identity: { ...identity, name: preferred_global_name ?? undefined },
      known_user_id: provisional_user_id ?? undefined,
    });
    return reply(200, token);
  }),

  handle(unmergeAsBot, async (ctx, { body }) => {
    const application = await callingPartner(ctx, ctx.caller);
    await unmerge(ctx, application.id, botIdentity(application.id, body().external_user_id));
    return noContent;
  }),

  handle(exchangeChildToken, async (ctx, { body }) =>
    reply(200, await issueChildToken(ctx, body())),
  ),

  handle(editCurrentAccount, async (ctx, { body }) => {
    const user = await callingUser(ctx, ctx.caller);
    requireOwnName(user, ctx.caller);
    const { global_name = user.global_name } = body();
    const named = { ...user, global_name };
    ctx.tx.put(users, named);
    await emitUserChange(ctx, user, named);
    return reply(200, ownUserView(named, { email: false }));
  }),

  handle(deauthorizeAsUser, async (ctx, { params, body }) => {
    const user = await actingUser(ctx, params.user);
    const at = { text: body().application, path: ["application"] };
    const application = await referencedApplication(ctx, at);
    if (!(await deauthorize(ctx, user.id, application.id))) throw new ApiError(UnknownToken);
    return noContent;
  }),
];

/** The endpoints of provisional accounts and child applications. */
export function partnerHandlers(deps: IdentifyingDeps): readonly Binding[] {
  return [
    handleAsync(createProvisionalToken, async ({ work, caller }, { body }) => {
      const form = body();
      const requested = await work.read((ctx) => partnerApplication(ctx, caller, form));
      const player = await identify(deps, requested, form);
      const token = await work.transaction(async (ctx) => {
        const application = await partnerApplication(ctx, caller, form);
        const identity = await player(ctx, application);
        return signInProvisionally(ctx, { application, identity });
      });
      return reply(200, token);
    }),

    handleAsync(unmergeProvisionalAccount, async ({ work, caller }, { body }) => {
      const form = body();
      const requested = await work.read((ctx) => partnerApplication(ctx, caller, form));
      const player = await identify(deps, requested, form);
      await work.transaction(async (ctx) => {
        const application = await partnerApplication(ctx, caller, form);
        await unmerge(ctx, application.id, await player(ctx, application));
      });
      return noContent;
    }),

    ...accountHandlers,
  ];
}

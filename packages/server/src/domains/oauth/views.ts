// Views of applications and people in OAuth's replies. Source: protocol: gateway-oauth-limits 5.1,
// 5.3, 5.10.
import type { ConsentQuestion, getUserinfo, PublicApplication } from "@antechamber/contract/oauth";
import { type Static, snowflakeKey } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { smallFlags, type ApplicationRecord } from "../applications/application.ts";
import { users, userView, type UserRecord } from "../users/user.ts";
import { guildChoices, isGranted } from "./consent-decision.ts";
import type { AuthorizationRequest } from "./authorize-request.ts";
import { WEBHOOK_SCOPE } from "../applications/scopes.ts";
import { channelChoices } from "./consent-webhook.ts";

/** The public view of an application. */
export async function publicApplicationView(
  ctx: ReadContext,
  application: ApplicationRecord,
): Promise<Static<typeof PublicApplication>> {
  const bot = await ctx.tx.get(users, snowflakeKey(application.id));
  const { id, name, icon, description, bot_public, bot_require_code_grant, verify_key } =
    application;
  return {
    id,
    name,
    icon,
    description,
    type: null,
    ...(bot === undefined ? {} : { bot: userView(bot) }),
    bot_public,
    bot_require_code_grant,
    verify_key,
    flags: smallFlags(application),
    flags_new: application.flags_new,
    summary: "",
    tags: [...application.tags],
  };
}

/** What an authorization request asks of a person, for their client to show. */
export async function questionView(
  ctx: ReadContext,
  person: UserRecord,
  request: AuthorizationRequest,
): Promise<Static<typeof ConsentQuestion>> {
  const { application, scopes, redirect_uri, integration_type } = request;
  const view = await publicApplicationView(ctx, application);
  const { bot } = view;
  return {
    application: view,
    user: userView(person),
    authorized: await isGranted(ctx, person, request),
    integration_type: integration_type ?? 0,
    ...definedFields({ redirect_uri }),
    ...(scopes.includes("bot") && bot !== undefined ? { bot } : {}),
    ...(integration_type === 0 ? { guilds: await guildsShown(ctx, person) } : {}),
    ...(scopes.includes(WEBHOOK_SCOPE) ? { channels: await channelsShown(ctx, person) } : {}),
  };
}

async function channelsShown(ctx: ReadContext, person: UserRecord) {
  const choices = await channelChoices(ctx, person);
  return choices.map(({ channel, guild }) => ({
    id: channel.id,
    name: channel.name ?? "",
    guild_id: guild.id,
    guild_name: guild.name,
  }));
}

async function guildsShown(ctx: ReadContext, person: UserRecord) {
  const choices = await guildChoices(ctx, person);
  return choices.map(({ guild, permissions }) => ({
    id: guild.id,
    name: guild.name,
    icon: guild.icon,
    mfa_level: guild.mfa_level,
    permissions: permissions.toString(),
  }));
}

type Userinfo = Static<(typeof getUserinfo)["replies"][200]>;

/** The OpenID Connect claims about a person that the scopes allow. */
export function userinfoView(
  ctx: ReadContext,
  person: UserRecord,
  scopes: ReadonlySet<string>,
): Userinfo {
  const address = { email: person.email, email_verified: person.verified };
  return {
    sub: person.id,
    ...(scopes.has("email") ? address : {}),
    ...(scopes.has("identify") ? profileOf(ctx, person) : {}),
  };
}

function profileOf({ settings }: ReadContext, person: UserRecord) {
  const { id, avatar } = person;
  return {
    preferred_username: person.username,
    nickname: person.global_name,
    locale: person.locale,
    ...(avatar === null
      ? {}
      : { picture: `${settings.publicUrl}/cdn/avatars/${id}/${avatar}.png` }),
  };
}

// Records that a person consents to an application. Source: protocol: gateway-oauth-limits 5.3,
// lobbies-and-sdk 10.3.
import type { Context } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import type { ApplicationRecord } from "../applications/application.ts";
import { guildView, type GuildRecord } from "../guilds/guild.ts";
import { rolesOf } from "../guilds/operations.ts";
import { userView, type UserRecord } from "../users/user.ts";
import { recordWebhookEvent } from "../webhooks/outbox.ts";
import { isSdkScope } from "../applications/scopes.ts";
import { recordAuthorization } from "./authorization.ts";

/** What a person agreed to. */
export interface Consent {
  readonly application: ApplicationRecord;
  readonly person: UserRecord;
  readonly scopes: readonly string[];
  /** How the application was installed by this consent, if it was. */
  readonly integration_type?: 0 | 1 | undefined;
  readonly guild?: GuildRecord | undefined;
}

/** Stores the consent, and sends the application a webhook event. */
export async function recordConsent(ctx: Context, consent: Consent): Promise<void> {
  const { application, person, scopes, integration_type, guild } = consent;
  await recordAuthorization(ctx, {
    user_id: person.id,
    application_id: application.id,
    scopes,
  });
  await recordWebhookEvent(ctx, {
    application_id: application.id,
    type: "APPLICATION_AUTHORIZED",
    resource: `user:${person.id}`,
    data: {
      ...definedFields({ integration_type }),
      user: userView(person),
      scopes,
      ...(guild === undefined ? {} : { guild: await shownGuild(ctx, guild) }),
    },
  });
}

/** A guild as shown in replies and events about a consent. */
export async function shownGuild(ctx: Context, guild: GuildRecord): Promise<object> {
  return guildView(guild, await rolesOf(ctx, guild.id));
}

/**
 * True when these scopes require a verified account, which the person lacks. Source: protocol:
 * lobbies-and-sdk 8.4.
 */
export function wantsVerification(person: UserRecord, scopes: readonly string[]): boolean {
  return !person.verified && scopes.some(isSdkScope);
}

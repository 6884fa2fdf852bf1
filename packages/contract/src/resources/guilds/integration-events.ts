// The events of applications in a guild. Source: protocol: gateway-oauth-limits 4.5, 4.16.
import { event } from "../../event.ts";
import { Bool, list, nullable, object, optional, Snowflake, text } from "../../schema/values.ts";
import { User } from "../users/users.ts";

const payloads = "protocol: gateway-oauth-limits 4.16";
const intent = { guild: "GUILD_INTEGRATIONS" } as const;

/** An application that is installed in a guild; the id is the application's. */
export const Integration = object({
  id: Snowflake,
  name: text(),
  type: text(),
  enabled: Bool,
  account: object({ id: Snowflake, name: text() }),
  application: object({
    id: Snowflake,
    name: text(),
    icon: nullable(text()),
    description: text(),
    /** Always empty; discord.py reads it. */
    summary: text(),
    bot: optional(User),
  }),
  scopes: list(text()),
  guild_id: Snowflake,
});

export const IntegrationCreate = event({
  name: "INTEGRATION_CREATE",
  source: payloads,
  summary: "An application was installed in a guild.",
  scope: "guild",
  intent,
  changesViews: false,
  payload: Integration,
});

export const IntegrationUpdate = event({
  name: "INTEGRATION_UPDATE",
  source: payloads,
  summary: "An application's installation in a guild changed.",
  scope: "guild",
  intent,
  changesViews: false,
  payload: Integration,
});

export const IntegrationDelete = event({
  name: "INTEGRATION_DELETE",
  source: payloads,
  summary: "An application was removed from a guild.",
  scope: "guild",
  intent,
  changesViews: false,
  payload: object({ id: Snowflake, guild_id: Snowflake, application_id: optional(Snowflake) }),
});

export const GuildIntegrationsUpdate = event({
  name: "GUILD_INTEGRATIONS_UPDATE",
  source: payloads,
  summary: "The integrations of a guild changed.",
  scope: "guild",
  intent,
  changesViews: false,
  payload: object({ guild_id: Snowflake }),
});

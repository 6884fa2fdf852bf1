import { bot } from "../auth.ts";
import { endpoint } from "../endpoint.ts";
import { InvalidForm } from "../error.ts";
import {
  anything,
  Bool,
  integer,
  list,
  nullable,
  object,
  optional,
  refine,
  Snowflake,
  text,
  dictionary,
} from "../values.ts";
import { User } from "./users.ts";

/** The kinds of installation. Source: requirements 2.3, protocol: lobbies-and-sdk 8.2. */
export const IntegrationType = { GUILD_INSTALL: 0, USER_INSTALL: 1 } as const;

/** Bits of an application's flags. Source: protocol: gateway-oauth-limits 1.10. */
export const ApplicationFlag = {
  PUBLIC_OAUTH2_CLIENT: 8,
  SOCIAL_LAYER_INTEGRATION_LIMITED: 10,
  GATEWAY_PRESENCE: 12,
  GATEWAY_PRESENCE_LIMITED: 13,
  GATEWAY_GUILD_MEMBERS: 14,
  GATEWAY_GUILD_MEMBERS_LIMITED: 15,
  VERIFICATION_PENDING_GUILD_LIMIT: 16,
  EMBEDDED: 17,
  GATEWAY_MESSAGE_CONTENT: 18,
  GATEWAY_MESSAGE_CONTENT_LIMITED: 19,
  APPLICATION_COMMAND_BADGE: 23,
  SOCIAL_LAYER_INTEGRATION: 27,
} as const;

export type ApplicationFlagName = keyof typeof ApplicationFlag;

/** Everything that an application sees of itself. Source: protocol: gateway-oauth-limits 5.10. */
export const OwnApplication = object({
  id: Snowflake,
  name: text(),
  icon: nullable(text()),
  description: text(),
  summary: text(),
  type: nullable(integer()),
  bot: optional(User),
  bot_public: Bool,
  bot_require_code_grant: Bool,
  verify_key: text(),
  flags: integer(),
  flags_new: text(),
  redirect_uris: list(text()),
  interactions_endpoint_url: nullable(text()),
  role_connections_verification_url: nullable(text()),
  owner: User,
  team: nullable(anything<object>()),
  approximate_guild_count: integer(),
  approximate_user_install_count: integer(),
  approximate_user_authorization_count: integer(),
  explicit_content_filter: integer(),
  eligible_oauth2_scopes: list(text()),
  integration_types_config: dictionary(anything<object>()),
  event_webhooks_url: nullable(text()),
  event_webhooks_status: integer(),
  event_webhooks_types: list(text()),
  rpc_origins: list(text()),
  tags: list(text()),
});

export const getCurrentApplication = endpoint({
  id: "applications.me",
  source: "protocol: gateway-oauth-limits 5.10",
  summary: "The application that the bot token belongs to.",
  method: "GET",
  path: "/applications/@me",
  auth: [bot],
  remembered: true,
  replies: { 200: OwnApplication },
  errors: [],
});

const EndpointUrl = refine(text({ max: 2048 }), (url, report) => {
  if (url === "" || /^https?:\/\/[^\s/?#]+/i.test(url)) return;
  report([], "URL_TYPE_INVALID_URL", "Not a well formed URL.");
});

/** What an application may change of itself; what is left out stays. */
export const ApplicationChange = object({
  description: optional(nullable(text({ max: 400 }))),
  tags: optional(nullable(list(text({ min: 1, max: 20 }), { max: 5, unique: true }))),
  /** Of its bits, the limited intents alone can be changed. */
  flags: optional(nullable(integer({ min: 0, width: "int53" }))),
  interactions_endpoint_url: optional(nullable(EndpointUrl)),
});

export const editCurrentApplication = endpoint({
  id: "applications.editMe",
  source: "protocol: commands-and-interactions 7, gateway-oauth-limits 5.10",
  summary:
    "Change the application; an endpoint for interactions must answer a signed PING, and refuse one that is signed wrongly.",
  method: "PATCH",
  path: "/applications/@me",
  auth: [bot],
  body: ApplicationChange,
  replies: { 200: OwnApplication },
  errors: [InvalidForm],
});

export const getCurrentBotApplication = endpoint({
  id: "oauth2.applicationMe",
  source: "protocol: gateway-oauth-limits 5.10",
  summary: "The same application, at the address that some client libraries ask first.",
  method: "GET",
  path: "/oauth2/applications/@me",
  auth: [bot],
  remembered: true,
  replies: { 200: OwnApplication },
  errors: [],
});

export const applicationEndpoints = [
  getCurrentApplication,
  editCurrentApplication,
  getCurrentBotApplication,
] as const;

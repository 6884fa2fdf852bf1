import { bot, open } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { InvalidForm, NotThisApplication, UnknownApplication } from "../../error.ts";
import { locales } from "../../schema/locale.ts";
import {
  bits,
  Bool,
  choice,
  dictionary,
  integer,
  list,
  nullable,
  object,
  optional,
  refine,
  Snowflake,
  text,
  textOr,
  word,
} from "../../schema/values.ts";
import { Team } from "./teams.ts";
import { ImageData } from "../users/images.ts";
import { User } from "../users/users.ts";
import { EventWebhooksStatus, webhookEventTypes } from "../webhooks/webhook-events.ts";

/** The types of installation. Source: requirements 2.3, protocol: lobbies-and-sdk 8.2. */
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

/**
 * The scopes and permissions that an installation requests by default. Source: machine
 * specification.
 */
export const InstallParams = object({
  scopes: list(word(["applications.commands", "bot"])),
  permissions: text(),
});

/** What an installation into a guild, or for a user, requests. */
const InstallConfiguration = object({ oauth2_install_params: optional(InstallParams) });

/** An application as it sees itself. Source: protocol: gateway-oauth-limits 5.10. */
export const OwnApplication = object({
  id: Snowflake,
  name: text(),
  icon: nullable(text()),
  cover_image: optional(text()),
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
  team: nullable(Team),
  approximate_guild_count: integer(),
  approximate_user_install_count: integer(),
  approximate_user_authorization_count: integer(),
  explicit_content_filter: integer(),
  max_participants: optional(nullable(integer())),
  eligible_oauth2_scopes: list(text()),
  custom_install_url: optional(text()),
  terms_of_service_url: optional(text()),
  privacy_policy_url: optional(text()),
  install_params: optional(InstallParams),
  integration_types_config: dictionary(InstallConfiguration),
  event_webhooks_url: nullable(text()),
  event_webhooks_status: integer(),
  event_webhooks_types: list(text()),
  rpc_origins: list(text()),
  tags: list(text()),
});

export const getCurrentApplication = endpoint({
  id: "applications.me",
  source: "protocol: gateway-oauth-limits 5.10",
  summary: "Get the application that the bot token belongs to.",
  method: "GET",
  path: "/applications/@me",
  auth: [bot],
  replies: { 200: OwnApplication },
  errors: [],
});

const EndpointUrl = refine(text({ max: 2048 }), (url, report) => {
  if (url === "" || /^https?:\/\/[^\s/?#]+/i.test(url)) return;
  report([], "URL_TYPE_INVALID_URL", "Not a well formed URL.");
});

/** Install params as a form writes them. */
export const InstallParamsDraft = object({
  scopes: optional(list(word(["applications.commands", "bot"]), { min: 1, unique: true })),
  permissions: optional(bits()),
});

/**
 * Settings by installation type; a type that is missing is not offered. Null: without default
 * install params.
 */
export const IntegrationTypesDraft = dictionary(
  nullable(object({ oauth2_install_params: optional(nullable(InstallParamsDraft)) })),
  { minKeys: 1, keys: Object.values(IntegrationType).map(String) },
);

const Description = text({ max: 400 });

/** A text, or texts in several languages, of which the default language is shown. */
const DescriptionDraft = textOr(
  Description,
  object({
    default: Description,
    localizations: optional(nullable(dictionary(Description, { keys: locales }))),
  }),
);

/** What an application may change about itself; absent fields stay, and "" removes a URL. */
export const ApplicationChange = object({
  description: optional(nullable(DescriptionDraft)),
  icon: optional(nullable(ImageData)),
  cover_image: optional(nullable(ImageData)),
  tags: optional(nullable(list(text({ min: 1, max: 20 }), { max: 5, unique: true }))),
  /** Only the bits of the limited intents can be changed. */
  flags: optional(nullable(integer({ min: 0, width: "int53" }))),
  custom_install_url: optional(nullable(EndpointUrl)),
  install_params: optional(nullable(InstallParamsDraft)),
  integration_types_config: optional(nullable(IntegrationTypesDraft)),
  role_connections_verification_url: optional(nullable(EndpointUrl)),
  interactions_endpoint_url: optional(nullable(EndpointUrl)),
  event_webhooks_url: optional(nullable(EndpointUrl)),
  event_webhooks_status: optional(
    choice([EventWebhooksStatus.DISABLED, EventWebhooksStatus.ENABLED]),
  ),
  event_webhooks_types: optional(nullable(list(word(webhookEventTypes), { max: 100 }))),
  /** For an Activity: whether images in it are filtered as its channel's setting says, or always. */
  explicit_content_filter: optional(nullable(choice([0, 1]))),
  /** For an Activity; -1 for no limit. */
  max_participants: optional(nullable(integer({ min: -1 }))),
  /** 4: a role subscription application, which sells roles of a guild. */
  type: optional(nullable(choice([4]))),
  /** A team of the owner's, to which the application is transferred. */
  team_id: optional(nullable(Snowflake)),
});

export const editCurrentApplication = endpoint({
  id: "applications.editMe",
  source: "protocol: commands-and-interactions 7, lobbies-and-sdk 10.1, gateway-oauth-limits 5.10",
  summary:
    "Update the application; a new endpoint for interactions or events must answer a signed PING, and refuse one with an invalid signature.",
  method: "PATCH",
  path: "/applications/@me",
  auth: [bot],
  body: ApplicationChange,
  replies: { 200: OwnApplication },
  errors: [InvalidForm],
});

const byId = {
  source: "protocol: webhooks-and-applications 2.1",
  path: "/applications/{application_id}",
  auth: [bot],
  replies: { 200: OwnApplication },
} as const;

export const getApplication = endpoint({
  ...byId,
  id: "applications.get",
  summary: "Get the application that the bot token belongs to, by its id.",
  method: "GET",
  errors: [NotThisApplication, UnknownApplication],
});

export const editApplication = endpoint({
  ...byId,
  id: "applications.edit",
  summary: "Update the application, as at `/applications/@me`.",
  method: "PATCH",
  body: ApplicationChange,
  errors: [InvalidForm, NotThisApplication, UnknownApplication],
});

export const getCurrentBotApplication = endpoint({
  id: "oauth2.applicationMe",
  source: "protocol: gateway-oauth-limits 5.10",
  summary: "Get the bot's application object.",
  method: "GET",
  path: "/oauth2/applications/@me",
  auth: [bot],
  replies: { 200: OwnApplication },
  errors: [],
});

export const listDetectableApplications = endpoint({
  id: "applications.detectable",
  source: "protocol: clients 9",
  summary:
    "List the games that the official client detects; always empty, for libraries that request it.",
  method: "GET",
  path: "/applications/detectable",
  auth: [open],
  replies: { 200: list(object({ id: Snowflake, name: text() })) },
  errors: [],
});

// The world file: the initial state. Everything in it is optional; what is absent gets a default
// value when the file is loaded. Source: product.md, World file.
import type { ValidationIssue } from "../../schema/validation-issue.ts";
import { compile } from "../../schema/form-kinds.ts";
import { IntentBit } from "../../gateway/opcodes.ts";
import { limits } from "../../limits/limits.ts";
import { LocaleCode } from "../../schema/locale.ts";
import {
  ApplicationFlag,
  InstallParamsDraft,
  IntegrationTypesDraft,
} from "../../resources/applications/applications.ts";
import { GlobalCommandItem, reportCommand } from "../../resources/commands/command-forms.ts";
import { CommandPermission } from "../../resources/commands/command-permissions.ts";
import { WorldConnection } from "../../resources/oauth/connections.ts";
import { LobbyDraft, LobbyMemberDraft } from "../../resources/lobbies/lobbies.ts";
import { Channel } from "../../resources/guilds/guilds.ts";
import { webhookEventTypes } from "../../resources/webhooks/webhook-events.ts";
import { isPlainObject } from "../../schema/plain-object.ts";
import { isRequired, schemaFor, schemaOfPart } from "../../schema/schema-walk.ts";
import {
  Bool,
  choice,
  integer,
  list,
  nullable,
  object,
  optional,
  refine,
  secret,
  strict,
  text,
  textOr,
  word,
  type Static,
  type TSchema,
} from "../../schema/values.ts";
import { decorations } from "./decorations.ts";
import { WorldGuild } from "./guilds.ts";
import { TeamReference, WorldTeam } from "./teams.ts";
import { WorldRoleConnection } from "./linked-roles.ts";
import { MetadataItems } from "../../resources/applications/role-connection-metadata.ts";
import { spokenKeys, WorldApplicationEmoji, WorldLobbyMessage } from "./messages.ts";
import { WorldEntitlement, WorldSku, WorldSubscription } from "./sales.ts";
import { partnerKeys, WorldApplicationIdentity } from "./partners.ts";
import {
  asShown,
  bitSet,
  ClockInstant,
  Colour,
  entries,
  ownId,
  pastId,
  Person,
  ref,
  refById,
  Reference,
  requireOne,
  Scopes,
  Secret,
  WebAddress,
  WORLD_LIST_MAX,
} from "./kinds.ts";
import { Instant } from "../../schema/instant.ts";
import { meaning } from "../../schema/references.ts";

const int53 = integer({ min: 0, width: "int53" });

/** The fields that users and bots share. */
const persona = {
  username: optional(text({ min: 1, max: 32 })),
  discriminator: optional(text({ pattern: "^[0-9]{1,4}$" })),
  global_name: optional(nullable(text({ min: 1, max: 32 }))),
  avatar: optional(nullable(text({ max: 200 }))),
  banner: optional(nullable(text({ max: 200 }))),
  accent_color: optional(nullable(Colour)),
  public_flags: optional(integer({ min: 0 })),
  flags: optional(int53),
  locale: optional(LocaleCode),
  verified: optional(Bool),
  mfa_enabled: optional(Bool),
  ...decorations,
  primary_guild: optional(
    nullable(
      object({
        identity_guild_id: nullable(pastId("guild")),
        identity_enabled: nullable(Bool),
        tag: nullable(text({ max: 4 })),
        badge: nullable(text()),
      }),
    ),
  ),
};

/** A simulated user. With a token of null, nobody can sign in as them. */
export const WorldUser = object({
  id: optional(ownId("user")),
  token: optional(nullable(Secret)),
  ...persona,
  /** Always false: bots are given with their applications. */
  bot: optional(Bool),
  email: optional(nullable(text({ max: 320 }))),
  premium_type: optional(choice([0, 1, 2, 3])),
  connections: entries(asShown(WorldConnection)),
  banned: optional(Bool),
  /** True for a provisional account, of a player whose identity another service asserts. */
  provisional: optional(Bool),
  refuses_game_messages: optional(Bool),
});

/** A bot's user, which has the id of its application; `intents` are the enabled privileged ones. */
export const WorldBot = object({
  token: optional(nullable(Secret)),
  intents: optional(bitSet(IntentBit)),
  ...persona,
  /** The application's id. */
  id: optional(ownId("user")),
  bot: optional(Bool),
  /** Fields that no bot has. */
  email: optional(nullable(text({ max: 320 }))),
  premium_type: optional(choice([0, 1, 2, 3])),
});

/** The fields that the API shows with an application and that are derived from others. */
const shownOfApplication = {
  verify_key: optional(text({ pattern: "^[0-9a-f]{64}$" })),
  flags_new: optional(text({ pattern: "^[0-9]{1,19}$" })),
  summary: optional(text({ max: 0 })),
  type: optional(nullable(integer())),
  approximate_guild_count: optional(integer({ min: 0 })),
  approximate_user_install_count: optional(integer({ min: 0 })),
  approximate_user_authorization_count: optional(integer({ min: 0 })),
  eligible_oauth2_scopes: optional(list(text({ min: 1, max: 100 }), { unique: true })),
};

/**
 * A command as a bulk overwrite takes it, or as the API shows it; with a guild, it belongs to that
 * guild.
 */
export const WorldCommand = refine(
  object({
    ...GlobalCommandItem.properties,
    id: optional(nullable(ownId("command"))),
    application_id: optional(refById("application")),
    guild_id: optional(nullable(ref("guild"))),
    version: optional(ownId("change")),
    /** The version under the name that replies have beside it. */
    versions: optional(ownId("change")),
  }),
  reportCommand,
);

const permissionSubject = meaning(Reference, {
  by: "type",
  kinds: { 1: "role", 2: "user", 3: "channel" },
});

/**
 * Permissions as the API shows them, except that names may replace ids: of a command or of the
 * application itself, in a guild.
 */
export const WorldCommandPermissions = object({
  id: ref("command"),
  application_id: optional(refById("application")),
  guild_id: ref("guild"),
  permissions: list(object({ ...CommandPermission.properties, id: permissionSubject }), {
    max: limits.permissionsPerCommand.value,
  }),
});

export const WorldApplication = object({
  id: optional(ownId("application")),
  name: optional(text({ min: 1, max: 100 })),
  description: optional(text({ max: 400 })),
  icon: optional(nullable(text({ max: 200 }))),
  cover_image: optional(nullable(text({ max: 200 }))),
  custom_install_url: optional(nullable(WebAddress)),
  terms_of_service_url: optional(nullable(WebAddress)),
  privacy_policy_url: optional(nullable(WebAddress)),
  install_params: optional(nullable(InstallParamsDraft)),
  /** Settings by the number of the installation type. */
  integration_types_config: optional(nullable(IntegrationTypesDraft)),
  role_connections_verification_url: optional(nullable(WebAddress)),
  owner: optional(Person),
  /** The owning team; the application's owner is then the team's. */
  team: optional(nullable(TeamReference)),
  client_secret: optional(nullable(Secret)),
  public_client: optional(Bool),
  flags: optional(bitSet(ApplicationFlag)),
  integration_types: optional(list(choice([0, 1]), { min: 1, unique: true })),
  redirect_uris: optional(list(text({ min: 1, max: 2048 }), { max: WORLD_LIST_MAX, unique: true })),
  approved_scopes: optional(list(text({ min: 1, max: 100 }), { unique: true })),
  interactions_endpoint_url: optional(nullable(WebAddress)),
  event_webhooks: optional(
    nullable(
      object({
        url: optional(nullable(WebAddress)),
        /** Default: 2, if there is an address. */
        status: optional(choice([1, 2, 3])),
        types: optional(list(word(webhookEventTypes), { unique: true })),
      }),
    ),
  ),
  /** The API's form of `event_webhooks`, instead of that. */
  event_webhooks_url: optional(nullable(WebAddress)),
  event_webhooks_status: optional(choice([1, 2, 3])),
  event_webhooks_types: optional(list(word(webhookEventTypes), { unique: true })),
  rpc_origins: optional(list(text({ min: 1, max: 2048 }), { max: 100, unique: true })),
  explicit_content_filter: optional(choice([0, 1, 2])),
  max_participants: optional(nullable(integer({ min: -1 }))),
  /** The metadata of its role connections, which linked roles of guilds are based on. */
  role_connections_metadata: optional(MetadataItems),
  emojis: entries(WorldApplicationEmoji),
  role_connections: entries(WorldRoleConnection),
  /** Derived fields may be given as the API shows them, with their derived values. */
  ...shownOfApplication,
  requests_per_second: optional(integer({ min: 1, max: limits.allCallsRaised.value })),
  bot_public: optional(Bool),
  bot_require_code_grant: optional(Bool),
  tags: optional(list(text({ min: 1, max: 20 }), { max: 5, unique: true })),
  /** Absent: a bot with default settings, as new applications have one. Null: no bot. */
  bot: optional(nullable(WorldBot)),
  ...partnerKeys,
  /** Default: the reference's number. */
  accessible_users_max: optional(integer({ min: 0, max: limits.accessibleUsers.value })),
  /** When the privileged intents were reviewed; a review is valid for a year. */
  intents_reviewed_at: optional(Instant),
  commands: entries(WorldCommand),
  command_permissions: entries(WorldCommandPermissions),
  skus: entries(WorldSku),
  entitlements: entries(WorldEntitlement),
  subscriptions: entries(WorldSubscription),
});

export const WorldUserInstall = object({
  user: ref("user"),
  application: ref("application"),
  scopes: Scopes,
});

/** An access token; without a user, it is a token of the application itself. */
export const WorldAccessToken = object({
  token: optional(Secret),
  user: optional(ref("user")),
  application: ref("application"),
  scopes: Scopes,
  issued_at: optional(Instant),
  expires_at: optional(Instant),
  /** For a user's token: its refresh token. */
  refresh_token: optional(Secret),
  /** For a child application's token: the parent's token, with which it expires. */
  parent: optional(Secret),
});

/** A member of a lobby: by the file's own key, or by the API's. */
const WorldLobbyMember = refine(
  object({
    user: optional(ref("user")),
    id: optional(ref("user")),
    ...LobbyMemberDraft.properties,
  }),
  requireOne("user", "id"),
);

const lobbyFields = object({
  id: optional(ownId("lobby")),
  application: optional(ref("application")),
  /** The API's form of the field above. */
  application_id: optional(ref("application")),
  /** Default: now. */
  created_at: optional(Instant),
  metadata: LobbyDraft.properties.metadata,
  idle_timeout_seconds: LobbyDraft.properties.idle_timeout_seconds,
  flags: LobbyDraft.properties.flags,
  override_event_webhooks_url: LobbyDraft.properties.override_event_webhooks_url,
  /** The secret by which players join, or its hash; absent: only the application adds members. */
  secret: optional(nullable(secret(text({ min: 1, max: limits.lobbySecret.value })))),
  /** Default: thirty days from now. */
  secret_expires_at: optional(nullable(Instant)),
  /** A text channel of the file, by reference or as the API shows it. */
  linked_channel: optional(nullable(textOr(ref("channel"), asShown(Channel, "channel")))),
  /** Default: the owner of the channel's guild. */
  linked_by: optional(nullable(ref("user"))),
  /** Default: now. */
  linked_at: optional(nullable(Instant)),
  members: entries(WorldLobbyMember),
  messages: entries(WorldLobbyMessage),
});

/** A lobby by the file's own keys, or as the API shows it. */
export const WorldLobby = refine(lobbyFields, requireOne("application", "application_id"));

/**
 * The rate limits in force: those of production, those of an unapproved application, or none.
 * Source: product.md, Commands.
 */
export const limitsProfiles = ["production", "unapproved", "off"] as const;
export type LimitsProfile = (typeof limitsProfiles)[number];

export const WorldClock = object({ now: optional(ClockInstant), frozen: optional(Bool) });

export const WorldGateway = object({
  hello_delay_ms: optional(integer({ min: 0, max: limits.helloDelayMax.value })),
});

export const World = object({
  $schema: optional(text({ max: 2048 })),
  clock: optional(WorldClock),
  limits: optional(word(limitsProfiles)),
  gateway: optional(WorldGateway),
  users: entries(WorldUser),
  teams: entries(WorldTeam),
  applications: entries(WorldApplication),
  guilds: entries(WorldGuild),
  user_installs: entries(WorldUserInstall),
  access_tokens: entries(WorldAccessToken),
  application_identities: entries(WorldApplicationIdentity),
  lobbies: entries(WorldLobby),
  ...spokenKeys,
});

/** A world file as a value. */
export type WorldFile = Static<typeof World>;

/**
 * A world file as far as it could be read: invalid parts of lists and objects are undefined, and so
 * is anything that lacks a required part.
 */
export interface WorldReading {
  readonly world: WorldFile;
  readonly issues: readonly ValidationIssue[];
}

const read = compile(strict(World));

type Holder = Record<string | number, unknown>;

/** Removes what requires the part at a path, if that part could not be read. */
function dropIncomplete(world: WorldFile, path: readonly (string | number)[]): void {
  const trail: { schema: TSchema; value: Holder }[] = [];
  let [schema, value]: [TSchema | undefined, unknown] = [World, world];
  for (const step of path) {
    const own: TSchema | undefined = schema === undefined ? undefined : schemaFor(schema, value);
    if (own === undefined || typeof value !== "object" || value === null) break;
    trail.push({ schema: own, value: value as Holder });
    [schema, value] = [schemaOfPart(own, step), (value as Holder)[step]];
  }
  for (let depth = trail.length - 1; depth > 0; depth -= 1) {
    const { schema: own, value: holder } = trail[depth] as (typeof trail)[number];
    const step = path[depth] ?? "";
    const isLost = holder[step] === undefined && typeof step === "string" && isRequired(own, step);
    if (!isLost) return;
    (trail[depth - 1] as (typeof trail)[number]).value[path[depth - 1] ?? ""] = undefined;
  }
}

/**
 * Reads a world file, and returns every format fault with its place, including unknown keys.
 * Without a value the world is empty.
 */
export function readWorld(given: unknown = {}): WorldReading {
  if (!isPlainObject(given)) {
    const message = "must be an object with the keys clock, users, applications, guilds and so on";
    return { world: {}, issues: [{ path: [], code: "MODEL_TYPE_CONVERT", message }] };
  }
  const issues: ValidationIssue[] = [];
  const world = read(given, [], issues) as WorldFile;
  for (const { path } of issues) dropIncomplete(world, path);
  return { world, issues };
}

// Paged lists of each kind of entity. Source: product.md, Control plane.
import { UnknownApplication, UnknownGuild } from "../error.ts";
import {
  Bool,
  dictionary,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
  Timestamp,
  word,
} from "../schema/values.ts";
import {
  applicationEntity,
  channelEntity,
  guildEntity,
  installEntity,
  entitlementEntity,
  memberEntity,
  roleEntity,
  skuEntity,
  subscriptionEntity,
  teamEntity,
  userEntity,
} from "./entities.ts";
import { WorldCommand } from "./world-file/world.ts";
import { Reference } from "./world-file/kinds.ts";
import { WorldAuthorization } from "./world-file/messages.ts";
import { listEndpoint } from "./paging.ts";

export const listUsers = listEndpoint("users", {
  summary:
    "List users in the format of world files, oldest first; bots are part of their applications.",
  item: userEntity.get.replies[200],
});

export const listApplications = listEndpoint("applications", {
  summary: "List applications in the format of world files, without their commands, oldest first.",
  item: applicationEntity.get.replies[200],
});

export const listCommands = listEndpoint("commands", {
  summary:
    "List commands in the format of world files, application by application: global ones, then those of each guild. With `guild`, only global ones and those of that guild.",
  item: object({ application: Snowflake, ...WorldCommand.properties }),
  filters: { application: optional(Reference), guild: optional(Reference) },
  errors: [UnknownApplication, UnknownGuild],
});

export const listGuilds = listEndpoint("guilds", {
  summary:
    "List guilds in the format of world files, oldest first, without their contents, which have lists of their own.",
  item: guildEntity.get.replies[200],
});

export const listChannels = listEndpoint("channels", {
  summary: "List channels and threads of guilds in the format of world files, oldest first.",
  item: channelEntity.get.replies[200],
});

export const listRoles = listEndpoint("roles", {
  summary: "List roles in the format of world files, guild by guild.",
  item: roleEntity.get.replies[200],
});

export const listMembers = listEndpoint("members", {
  summary: "List members in the format of world files, guild by guild.",
  item: memberEntity.get.replies[200],
});

export const listInstalls = listEndpoint("installs", {
  summary:
    "List installations of applications in the format of world files: in guilds, then for users.",
  item: installEntity.get.replies[200],
});

export const listAllSkus = listEndpoint("skus", {
  summary: "List the SKUs of applications in the format of world files, oldest first.",
  item: skuEntity.get.replies[200],
});

export const listAllEntitlements = listEndpoint("entitlements", {
  summary: "List entitlements in the format of world files, oldest first, including ended ones.",
  item: entitlementEntity.get.replies[200],
});

export const listAllSubscriptions = listEndpoint("subscriptions", {
  summary: "List subscriptions in the format of world files, oldest first, including ended ones.",
  item: subscriptionEntity.get.replies[200],
});

export const listTeams = listEndpoint("teams", {
  summary: "List teams in the format of world files, oldest first.",
  item: teamEntity.get.replies[200],
});

export const listConsents = listEndpoint("consents", {
  summary: "List what users authorized applications to do, user by user.",
  item: WorldAuthorization,
});

/** A token as lists show it. */
export const TokenItem = object({
  /** The last digits of the token's hash; the control plane finds an access token by them. */
  digest_tail: text(),
  /** An access token, a refresh token, or a token that signs in as a user for an hour. */
  kind: word(["access", "refresh", "session"]),
  user: nullable(Snowflake),
  application: nullable(Snowflake),
  scopes: list(text()),
  /** Null for a token that was issued before the time was recorded. */
  issued_at: nullable(Timestamp),
  expires_at: Timestamp,
});

export const listTokens = listEndpoint("tokens", {
  summary:
    "List access tokens, then refresh tokens, then session tokens, all without their values.",
  item: TokenItem,
});

/** A code as lists show it: an authorization code or a device code. */
export const CodeItem = object({
  /** The last digits of the code's hash. */
  digest_tail: text(),
  kind: word(["authorization", "device"]),
  /** The user who consented or answered; null for a device that no user has answered. */
  user: nullable(Snowflake),
  application: Snowflake,
  scopes: list(text()),
  /**
   * Whether tokens may still be issued for it: it is waiting for the application or for a user, a
   * user granted or denied it, or it is finished.
   */
  state: word(["waiting", "granted", "denied", "exchanged", "revoked", "expired"]),
  /** The redirect URI of the authorization; null for a device. */
  redirect_uri: nullable(text()),
  expires_at: Timestamp,
});

export const listCodes = listEndpoint("codes", {
  summary:
    "List authorization codes, including used ones while they are stored, then device codes, all without their values.",
  item: CodeItem,
});

/** A lobby as lists show it. */
export const LobbyItem = object({
  id: Snowflake,
  application: Snowflake,
  flags: integer(),
  metadata: nullable(dictionary(text())),
  /** The number of members, and how many of them are connected. */
  members: integer(),
  connected: integer(),
  linked_channel: nullable(Snowflake),
  idle_timeout_seconds: integer(),
  created_at: Timestamp,
  /** When the lobby closes unless a member connects; null while its countdown is not running. */
  closes_at: nullable(Timestamp),
});

export const listLobbies = listEndpoint("lobbies", {
  summary: "List the lobbies of all applications, oldest first.",
  item: LobbyItem,
});

/** An active gateway session: connected, or waiting to be resumed. */
export const SessionItem = object({
  id: text(),
  /** A bot's session, a signed-in user's, or that of an application acting for a user. */
  kind: word(["bot", "user", "oauth2"]),
  user: Snowflake,
  application: nullable(Snowflake),
  /** Null: every event that this kind of session may receive. */
  intents: nullable(integer({ min: 0, width: "int53" })),
  /** The shard's number and the number of shards; null without sharding. */
  shard: nullable(list(integer())),
  connected: Bool,
  /** When the current connection was opened; null without one. */
  connected_since: nullable(Timestamp),
  /** True while the client can resume without missing events. */
  resumable: Bool,
  /** The transport compression of the connection; null without compression or a connection. */
  compress: nullable(text()),
  /** The encoding of the connection; null without one. */
  encoding: nullable(word(["json", "etf"])),
  /** The sequence number of its last event. */
  sequence: integer({ min: 0, width: "int53" }),
});

export const listSessions = listEndpoint("sessions", {
  summary: "List the active gateway sessions, oldest first.",
  item: SessionItem,
});

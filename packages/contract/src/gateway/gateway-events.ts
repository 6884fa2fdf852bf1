import { bot, open } from "../auth.ts";
import { endpoint } from "../endpoint.ts";
import { event } from "../event.ts";
import {
  integer,
  object,
  Snowflake,
  text,
  anything,
  Bool,
  list,
  optional,
} from "../schema/values.ts";
import { GatewayGuild } from "../resources/guilds/gateway-guild.ts";
import { Channel } from "../resources/guilds/guilds.ts";
import { GatewayLobby } from "../resources/lobbies/lobby-events.ts";
import { OwnUser } from "../resources/users/users.ts";

export const getGateway = endpoint({
  id: "gateway.get",
  source: "protocol: gateway-oauth-limits 3.1",
  summary: "Get the URL of the gateway, without a query.",
  method: "GET",
  path: "/gateway",
  auth: [open],
  replies: { 200: object({ url: text() }) },
  errors: [],
});

export const getGatewayBot = endpoint({
  id: "gateway.bot",
  source: "protocol: gateway-oauth-limits 3.1",
  summary:
    "Get the URL of the gateway, the recommended number of shards and the bot's session start limit.",
  method: "GET",
  path: "/gateway/bot",
  auth: [bot],
  replies: {
    200: object({
      url: text(),
      shards: integer(),
      session_start_limit: object({
        total: integer(),
        remaining: integer(),
        reset_after: integer(),
        max_concurrency: integer(),
      }),
    }),
  },
  errors: [],
});

const UnavailableGuild = object({ id: Snowflake, unavailable: Bool });

/** The first dispatch of a session. Source: protocol: gateway-oauth-limits 4.7. */
export const Ready = event({
  name: "READY",
  source: "protocol: gateway-oauth-limits 4.7",
  summary: "A session was started.",
  scope: "nobody",
  payload: object({
    v: integer(),
    user: OwnUser,
    guilds: list(UnavailableGuild),
    session_id: text(),
    resume_gateway_url: text(),
    shard: optional(list(integer())),
    application: optional(
      object({
        id: Snowflake,
        flags: integer(),
        flags_new: text(),
        name: optional(text()),
        parent_id: optional(Snowflake),
      }),
    ),
    // The next five fields are only in sessions of an application that acts for a user.
    scopes: optional(list(text())),
    feature_flags: optional(anything<object>()),
    user_application_profiles: optional(anything<object>()),
    av_sf_protocol_floor: optional(integer()),
    /** Present if the client requests it with AUTO_LOBBY_CONNECT. */
    lobbies: optional(list(GatewayLobby)),
    private_channels: list(Channel),
    session_type: text(),
    relationships: list(anything<object>()),
    presences: list(anything<object>()),
    user_settings: anything<object>(),
    guild_join_requests: list(anything<object>()),
    game_relationships: list(anything<object>()),
    geo_ordered_rtc_regions: list(text()),
    auth: anything<object>(),
    _trace: list(text()),
  }),
});

/** The second dispatch of a session whose client wants READY in two parts. */
export const ReadySupplemental = event({
  name: "READY_SUPPLEMENTAL",
  source: "protocol: lobbies-and-sdk 6.1",
  summary: "What READY leaves out for a client that wants it in two parts.",
  scope: "nobody",
  payload: object({
    guilds: list(anything<object>()),
    merged_members: list(anything<object>()),
    merged_presences: object({
      friends: list(anything<object>()),
      guilds: list(anything<object>()),
    }),
    lazy_private_channels: list(anything<object>()),
    disclose: list(text()),
    game_invites: list(anything<object>()),
  }),
});

export const Resumed = event({
  name: "RESUMED",
  source: "protocol: gateway-oauth-limits 4.8",
  summary: "A session was resumed; the missed events were sent before this one.",
  scope: "nobody",
  payload: object({ _trace: list(text()) }),
});

export const GuildCreate = event({
  name: "GUILD_CREATE",
  source: "protocol: gateway-oauth-limits 4.11",
  summary: "A guild of the session became available, or was joined.",
  scope: "guild",
  intent: { guild: "GUILDS" },
  payload: GatewayGuild,
});

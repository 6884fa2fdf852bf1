// The first events of a session: READY, and one for each of its guilds.
// Source: protocol: gateway-oauth-limits 4.7, 4.11; clients.md 3, 4, 6.
import { limits } from "@antechamber/contract";
import { Ready, ReadySupplemental } from "@antechamber/contract/gateway";
import type { Channel } from "@antechamber/contract/guilds";
import { LobbyCreate, type GatewayLobby } from "@antechamber/contract/lobbies";
import { projection, type Static } from "@antechamber/contract/schema";
import { smallFlags, type ApplicationRecord } from "../../../domains/applications/application.ts";
import { channels, channelView, members } from "../../../domains/guilds/guild.ts";
import { recipientsOf } from "../../../domains/guilds/operations.ts";
import { lobbiesOfPlayer } from "../../../domains/lobbies/connected-players.ts";
import { ownUserView } from "../../../domains/users/user.ts";
import type { ReadContext } from "../../../platform/context.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { guildFor, type PresenceView, type SentGuild } from "../delivery/guild-create.ts";
import { Capability } from "./identify.ts";
import { isOnShard } from "../sessions/session.ts";
import { receives, type Grant, type Owner } from "../sessions/grant.ts";
import { visibleFieldsOf, type SessionOwner } from "../sessions/session-owner.ts";
import { encodeDispatch, type Encoded } from "../wire/codec.ts";

/** What READY depends on. */
export interface ReadyOwner extends Grant, SessionOwner {
  readonly largeThreshold: number;
  readonly compress: boolean;
  /** The token with which an application acts for a user. */
  readonly accessToken: string | undefined;
  readonly presence: unknown;
  /** Bits of the client's capabilities. */
  readonly capabilities: number;
}

type PrivateChannel = Static<typeof Channel>;

export interface Ready {
  /** The guilds of the session's shard. */
  readonly guildIds: readonly string[];
  /** The guilds that the session is sent. */
  readonly guilds: readonly SentGuild[];
  /**
   * Events sent after READY beside the guilds: its second part, and LOBBY_CREATE for each lobby, if
   * the session receives them.
   */
  readonly events: readonly Encoded[];
  /** The lobbies in READY itself; undefined where it has none. */
  readonly lobbies?: readonly Static<typeof GatewayLobby>[];
  /** A signed-in user's direct messages and groups, the newest first. */
  readonly privateChannels?: readonly PrivateChannel[];
}

/** Facts about the connection that READY repeats. */
export interface ReadyFacts {
  readonly sessionId: string;
  readonly version: number;
  /** Without a query. */
  readonly resumeUrl: string;
}

const projectReady = projection(Ready.payload);
const projectLobby = projection(LobbyCreate.payload);

/** Reads everything that READY and the events after it contain, on one snapshot of the store. */
export async function readReady(
  ctx: ReadContext,
  greeted: ReadyOwner,
  presences: PresenceView,
): Promise<Ready> {
  const own = await ctx.tx.find(members, { index: "user", value: greeted.owner.userId });
  const guildIds = own
    .map((member) => member.guild_id)
    .filter((guildId) => isOnShard(greeted.shard, guildId));
  // An application acting for a user shows the user in their guilds, but is not sent the guilds.
  if (greeted.owner.kind === "oauth2") {
    const { events, ...rest } = await lobbiesFor(ctx, greeted);
    return { guildIds, guilds: [], ...rest, events: [...secondPart(greeted), ...events] };
  }
  if (!receives(greeted, "GUILDS")) return { guildIds, guilds: [], events: [] };
  const audience = { to: greeted, presences };
  const guilds = await Promise.all(guildIds.map((guildId) => guildFor(ctx, guildId, audience)));
  return {
    guildIds,
    guilds: guilds.filter((guild) => guild !== undefined),
    events: [],
    privateChannels: await privateChannelsOf(ctx, greeted.owner),
  };
}

/** The private channels of a signed-in user. A bot receives them with the first message in each. */
async function privateChannelsOf(
  ctx: ReadContext,
  { kind, userId }: Owner,
): Promise<readonly PrivateChannel[]> {
  if (kind !== "user") return [];
  const found = await ctx.tx.find(channels, {
    index: "recipient",
    value: userId,
    newestFirst: true,
    limit: limits.readyPrivateChannels.value,
  });
  return Promise.all(
    found.map(async (channel) => channelView(channel, await recipientsOf(ctx, channel, userId))),
  );
}

/** What follows READY for a client that wants two parts, as the SDK does: it waits for the second. */
function secondPart({ capabilities }: ReadyOwner): readonly Encoded[] {
  const { DEDUPE_USER_OBJECTS, PRIORITIZED_READY_PAYLOAD } = Capability;
  const bits = DEDUPE_USER_OBJECTS | PRIORITIZED_READY_PAYLOAD;
  if ((capabilities & bits) !== bits) return [];
  const supplemental: Static<(typeof ReadySupplemental)["payload"]> = {
    guilds: [],
    merged_members: [],
    merged_presences: { friends: [], guilds: [] },
    lazy_private_channels: [],
    disclose: [],
    game_invites: [],
  };
  return [encodeDispatch(ReadySupplemental.name, supplemental)];
}

/** The user's lobbies: in READY for a client that sets the capability bit, else one event each. */
async function lobbiesFor(
  ctx: ReadContext,
  greeted: ReadyOwner,
): Promise<Pick<Ready, "events" | "lobbies">> {
  const { owner, capabilities } = greeted;
  const isInReady = (capabilities & Capability.AUTO_LOBBY_CONNECT) !== 0;
  const wantsAny = isInReady || receives(greeted, "LOBBIES");
  if (owner.applicationId === undefined || !wantsAny) return { events: [] };
  const player = { application_id: owner.applicationId, user_id: owner.userId };
  const lobbies = await lobbiesOfPlayer(ctx, player);
  if (isInReady) return { events: [], lobbies };
  return {
    events: lobbies.map((lobby) => encodeDispatch(LobbyCreate.name, projectLobby(lobby))),
  };
}

/** Fields that READY has only where an application acts for a user. Source: 4.17 there. */
function ofApplication({ scopes }: Owner) {
  return {
    scopes: [...scopes],
    feature_flags: { disabled_functions: [], disabled_gateway_events: [] },
    user_application_profiles: {},
    av_sf_protocol_floor: -1,
  };
}

function nameAndParent({ name, parent_id }: ApplicationRecord) {
  return { name, ...definedFields({ parent_id }) };
}

/** The first event of a session. */
export function encodeReady(greeted: ReadyOwner, greeting: Ready, at: ReadyFacts): Encoded {
  const { owner, user, application, shard } = greeted;
  const ready: Static<(typeof Ready)["payload"]> = {
    v: at.version,
    user: ownUserView(user, visibleFieldsOf(owner)),
    guilds:
      owner.kind === "oauth2" ? [] : greeting.guildIds.map((id) => ({ id, unavailable: true })),
    session_id: at.sessionId,
    resume_gateway_url: at.resumeUrl,
    ...(shard === undefined ? {} : { shard: [...shard] }),
    ...(application === undefined
      ? {}
      : {
          application: {
            id: application.id,
            flags: smallFlags(application),
            flags_new: application.flags_new,
            ...(owner.kind === "oauth2" ? nameAndParent(application) : {}),
          },
        }),
    ...(owner.kind === "oauth2" ? ofApplication(owner) : {}),
    ...(greeting.lobbies === undefined ? {} : { lobbies: [...greeting.lobbies] }),
    private_channels: [...(greeting.privateChannels ?? [])],
    session_type: owner.kind === "oauth2" ? "oauth" : "normal",
    relationships: [],
    presences: [],
    user_settings: {},
    guild_join_requests: [],
    game_relationships: [],
    geo_ordered_rtc_regions: [],
    auth: {},
    _trace: [],
  };
  return encodeDispatch(Ready.name, projectReady(ready));
}

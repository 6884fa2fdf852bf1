// Lobbies of a world file.
import { limits } from "@antechamber/contract";
import { WorldLobby, WorldLobbyMessage } from "@antechamber/contract/control";
import { ChannelType } from "@antechamber/contract/guilds";
import { parseTimestamp, type Static } from "@antechamber/contract/schema";
import { channels, guilds } from "../../../domains/guilds/guild.ts";
import { withCountdown } from "../../../domains/lobbies/idle-timeout.ts";
import { linkView } from "../../../domains/lobbies/link.ts";
import {
  blankLobby,
  lobbies,
  lobbyMembers,
  secretOfApplication,
  writtenLobby,
  writtenMember,
  type LobbyRecord,
} from "../../../domains/lobbies/lobby.ts";
import {
  lobbyHistories,
  lobbyMessages,
  oldestOf,
  type LobbyMessageRecord,
} from "../../../domains/lobbies/lobby-message.ts";
import { checkDerived, namedBy } from "../derived-fields.ts";
import type { Directory } from "../directory.ts";
import type { Resolved, WorldBuilder } from "../world-builder.ts";
import type { Place } from "../json-path.ts";
import { momentOf } from "./messages.ts";
import { forEachEntry } from "./placed-entries.ts";
import { personId, showPerson } from "../people.ts";

type LobbyEntry = Static<typeof WorldLobby>;

interface LobbyAt {
  readonly entry: LobbyEntry;
  readonly found: Resolved<LobbyEntry>;
  readonly place: Place;
}

/** Loads the file's lobbies with their members. */
export function loadLobbies(
  builder: WorldBuilder,
  entries: readonly (LobbyEntry | undefined)[],
): void {
  const inside = { channel: linkableChannels(builder) };
  forEachEntry(entries, ["lobbies"], ({ entry, place }) => {
    const found = builder.resolved(
      WorldLobby,
      { entry: { ...entry, messages: [] }, place },
      inside,
    );
    loadLobby(builder, { entry, found, place });
  });
}

function loadLobby(builder: WorldBuilder, { entry, found, place }: LobbyAt): void {
  const id = builder.id("lobby", entry.id, [...place, "id"]);
  const { members = [], messages } = entry;
  const application_id = namedBy(builder, [...place, "application_id"], {
    own: found.application,
    shown: found.application_id,
  });
  if (application_id === undefined) return;
  const createdAt = parseTimestamp(entry.created_at ?? "") ?? builder.now;
  const written = writtenLobby(blankLobby({ id, application_id, createdAt }), entry);
  const unlinked = { ...written, ...secretOf(builder, entry, { application_id, place }) };
  const lobby = withIdleCountdown(
    builder,
    withChannelLink(builder, unlinked, { entry, found, place }),
  );
  builder.put(lobbies, lobby);
  loadLobbyMessages(builder, lobby, { entry: messages, place: [...place, "messages"] });
  if (members.length > limits.lobbyMembers.value) {
    builder.issue(
      [...place, "members"],
      `a lobby has at most ${limits.lobbyMembers.value} members`,
    );
  }
  const entries: readonly ((typeof members)[number] | undefined)[] = members;
  for (const [i, member] of entries.entries()) {
    const { user: own, id: shown } = found.members?.[i] ?? {};
    const at = [...place, "members", i];
    const userId = namedBy(builder, [...at, "id"], { own, shown });
    if (member === undefined || userId === undefined) continue;
    builder.once("lobby member", `${id}:${userId}`, {
      path: [...at, own === undefined ? "id" : "user"],
      message: "this user is a member already",
    });
    builder.put(lobbyMembers, writtenMember(lobby, undefined, { ...member, id: userId }));
  }
}

/** Loads the messages of a lobby, and schedules the deletion of the oldest. */
function loadLobbyMessages(
  builder: WorldBuilder,
  { id: lobby_id, application_id }: LobbyRecord,
  { entry: entries, place }: { readonly entry: LobbyEntry["messages"]; readonly place: Place },
): void {
  forEachEntry(entries, place, ({ entry, place: at }) => {
    const { lobby_member, moderation_metadata, timestamp: sent, ...rest } = entry;
    const { content = "", type = 0, flags = 0, channel_id = lobby_id } = rest;
    const id = builder.id(kindOf({ channel_id, lobby_id }), rest.id, [...at, "id"]);
    const found = builder.resolved(WorldLobbyMessage, { entry, place: at });
    const author = showPerson(builder, entry.author, found.author);
    checkDerived(builder, [...at, "application_id"], {
      given: found.application_id,
      own: application_id,
    });
    checkDerived(builder, [...at, "lobby_id"], { given: found.lobby_id, own: lobby_id });
    if (author === undefined) return;
    builder.put(lobbyMessages, {
      id,
      lobby_id,
      application_id,
      channel_id,
      type,
      content,
      author,
      additional_name: lobby_member?.additional_name ?? null,
      flags,
      moderation_metadata: moderation_metadata ?? null,
      isFromGame: rest.application_id !== undefined,
      sentAt: parseTimestamp(momentOf(builder, { id: rest.id, sent })) ?? builder.now,
      editedAt: parseTimestamp(rest.edited_timestamp ?? "") ?? null,
    });
  });
  planMessageDeletion(builder, lobby_id);
}

/** A message in a linked lobby is also in its channel, under the same id. */
function kindOf({ channel_id, lobby_id }: Pick<LobbyMessageRecord, "channel_id" | "lobby_id">) {
  return channel_id === lobby_id ? "message" : "message of a linked lobby";
}

function planMessageDeletion(builder: WorldBuilder, lobbyId: string): void {
  const ofLobby = builder.all(lobbyMessages).filter(({ lobby_id }) => lobby_id === lobbyId);
  if (ofLobby.length === 0) return;
  const forgetAt = oldestOf(ofLobby) + limits.gameHistoryAge.value;
  builder.put(lobbyHistories, { lobby_id: lobbyId, forgetAt });
}

/**
 * A lobby keeps `secretExpiresAt` without a secret: its players may leave it after the secret
 * expired.
 */
function secretOf(
  builder: WorldBuilder,
  { secret, secret_expires_at: expiry }: LobbyEntry,
  { application_id, place }: { readonly application_id: string; readonly place: Place },
): Pick<LobbyRecord, "secretDigest" | "secretExpiresAt"> {
  const expiresAt = expiry === undefined || expiry === null ? undefined : parseTimestamp(expiry);
  const secretDigest = storedLobbySecret(builder, secret, [...place, "secret"]);
  if (secretDigest === null) return { secretDigest, secretExpiresAt: expiresAt ?? null };
  builder.once("lobby secret", secretOfApplication(application_id, secretDigest), {
    path: [...place, "secret"],
    message: "another lobby of the application has this secret",
  });
  return { secretDigest, secretExpiresAt: expiresAt ?? builder.now + limits.lobbySecretLife.value };
}

function storedLobbySecret(builder: WorldBuilder, secret: string | null | undefined, place: Place) {
  if (secret === undefined || secret === null) return null;
  return builder.secret(secret, place, () => secret) ?? null;
}

/** A freshly loaded world has no sessions, so the idle countdown starts now. */
function withIdleCountdown(builder: WorldBuilder, lobby: LobbyRecord): LobbyRecord {
  return withCountdown(builder, lobby, { hasConnected: false });
}

/** Links a lobby to its channel, whose record shows the link too. */
function withChannelLink(
  builder: WorldBuilder,
  lobby: LobbyRecord,
  { entry, found, place }: LobbyAt,
): LobbyRecord {
  const id = personId(found.linked_channel ?? undefined);
  const channel = builder.all(channels).find((each) => each.id === id);
  const guild = builder.all(guilds).find((each) => each.id === channel?.guild_id);
  if (channel === undefined || guild === undefined) return lobby;
  const path = [...place, "linked_channel"];
  const message = "another lobby is linked to this channel";
  if (!builder.once("linked channel", channel.id, { path, message })) return lobby;
  const { linked_by = guild.owner_id, linked_at } = linkFields(builder, entry, found);
  const link = { linked_channel_id: channel.id, linked_by, linked_at };
  builder.replace(channels, { ...channel, linked_lobby: linkView({ ...lobby, ...link }) });
  return { ...lobby, ...link };
}

/** The user who linked a lobby, and when: as its entry says, or as its channel shows it. */
function linkFields(builder: WorldBuilder, entry: LobbyEntry, found: Resolved<LobbyEntry>) {
  const { linked_channel: channel, linked_at } = entry;
  const link = typeof channel === "object" ? channel?.linked_lobby : undefined;
  return {
    linked_by: found.linked_by ?? builder.user(link?.linked_by)?.id,
    linked_at: parseTimestamp(linked_at ?? link?.linked_at ?? "") ?? builder.now,
  };
}

/** The channels that lobbies can be linked to. */
function linkableChannels(builder: WorldBuilder): Directory {
  const found = builder.directory("text channel without age limit");
  for (const { id, name, type, nsfw } of builder.all(channels)) {
    if (type === ChannelType.GUILD_TEXT && nsfw !== true) found.add(id, name ?? undefined);
  }
  return found;
}

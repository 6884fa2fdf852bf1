// Lobbies of a world file.
import { limits } from "@antechamber/contract";
import type { WorldLobby } from "@antechamber/contract/control";
import { ChannelType } from "@antechamber/contract/guilds";
import { parseTimestamp, type Static } from "@antechamber/contract/schema";
import { channels, guilds } from "../../domains/guilds/guild.ts";
import { withCountdown } from "../../domains/lobbies/idle-timeout.ts";
import { linkView } from "../../domains/lobbies/link.ts";
import {
  blankLobby,
  lobbies,
  lobbyMembers,
  secretOfApplication,
  writtenLobby,
  writtenMember,
  type LobbyRecord,
} from "../../domains/lobbies/lobby.ts";
import { lobbyHistories, lobbyMessages } from "../../domains/lobbies/lobby-message.ts";
import { agree } from "../agreeing.ts";
import type { WorldBuilder } from "./world-builder.ts";
import type { Place } from "./json-path.ts";
import { forEach, momentOf } from "./load-messages.ts";
import { personShown } from "./people.ts";

type LobbyEntry = Static<typeof WorldLobby>;

/** Loads the file's lobbies with their members. */
export function loadLobbies(
  draft: WorldBuilder,
  entries: readonly (LobbyEntry | undefined)[],
): void {
  for (const [i, entry] of entries.entries()) {
    if (entry !== undefined) loadLobby(draft, entry, ["lobbies", i]);
  }
}

function loadLobby(draft: WorldBuilder, entry: LobbyEntry, place: Place): void {
  const id = draft.id("lobby", entry.id, [...place, "id"]);
  const application_id = draft.applications.find(entry.application, [...place, "application"]);
  if (application_id === undefined) return;
  const { id: _id, application: _application, members, messages, ...fields } = entry;
  const written = writtenLobby(blankLobby({ id, application_id, createdAt: draft.now }), fields);
  const unlinked = { ...written, ...secretOf(draft, entry, { application_id, place }) };
  const lobby = counting(draft, linked(draft, unlinked, { entry, place }));
  draft.put(lobbies, lobby);
  loadLobbyMessages(draft, lobby, { entry: messages, place: [...place, "messages"] });
  if ((members ?? []).length > limits.lobbyMembers.value) {
    draft.issue([...place, "members"], `a lobby has at most ${limits.lobbyMembers.value} members`);
  }
  for (const [i, member] of (members ?? []).entries()) {
    if (member === undefined) continue;
    const at = [...place, "members", i, "user"];
    const { user, ...memberFields } = member;
    const userId = draft.people.find(user, at);
    if (userId === undefined) continue;
    draft.once("lobby member", `${id}:${userId}`, {
      path: at,
      message: "this user is a member already",
    });
    draft.put(lobbyMembers, writtenMember(lobby, undefined, { id: userId, ...memberFields }));
  }
}

/** Loads what was said in a lobby; the oldest goes when its time has come. */
function loadLobbyMessages(
  draft: WorldBuilder,
  { id: lobby_id, application_id }: LobbyRecord,
  { entry: entries, place }: { readonly entry: LobbyEntry["messages"]; readonly place: Place },
): void {
  forEach(entries, place, ({ entry, place: at }) => {
    const { author: given, lobby_member, moderation_metadata, timestamp: sent, ...rest } = entry;
    const { content = "", type = 0, flags = 0, channel_id = lobby_id } = rest;
    const id = draft.id("message", rest.id, [...at, "id"]);
    const author = personShown(draft, given, [...at, "author"]);
    agree(draft, [...at, "application_id"], { given: rest.application_id, own: application_id });
    agree(draft, [...at, "lobby_id"], { given: rest.lobby_id, own: lobby_id });
    if (author === undefined) return;
    draft.put(lobbyMessages, {
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
      sentAt: parseTimestamp(momentOf(draft, { id: rest.id, sent })) ?? draft.now,
      editedAt: parseTimestamp(rest.edited_timestamp ?? "") ?? null,
    });
  });
  planForgetting(draft, lobby_id);
}

function planForgetting(draft: WorldBuilder, lobbyId: string): void {
  const said = draft.all(lobbyMessages).filter(({ lobby_id }) => lobby_id === lobbyId);
  if (said.length === 0) return;
  const oldest = Math.min(...said.map(({ sentAt }) => sentAt));
  const forgetAt = oldest + limits.gameHistoryAge.value;
  draft.put(lobbyHistories, { lobby_id: lobbyId, forgetAt });
}

/** A lobby that had a secret once can be left for ever, though nobody joins by it any more. */
function secretOf(
  draft: WorldBuilder,
  { secret, secret_expires_at: expiry }: LobbyEntry,
  { application_id, place }: { readonly application_id: string; readonly place: Place },
): Pick<LobbyRecord, "secretDigest" | "secretExpiresAt"> {
  const given = expiry === undefined || expiry === null ? undefined : parseTimestamp(expiry);
  const secretDigest = keptLobbySecret(draft, secret, [...place, "secret"]);
  if (secretDigest === null) return { secretDigest, secretExpiresAt: given ?? null };
  draft.once("lobby secret", secretOfApplication(application_id, secretDigest), {
    path: [...place, "secret"],
    message: "another lobby of the application has this secret",
  });
  return { secretDigest, secretExpiresAt: given ?? draft.now + limits.lobbySecretLife.value };
}

function keptLobbySecret(draft: WorldBuilder, secret: string | null | undefined, place: Place) {
  if (secret === undefined || secret === null) return null;
  return draft.secret(secret, place, () => secret) ?? null;
}

/** Nobody is connected to a world that is being loaded, so the lobby counts down from now. */
function counting(draft: WorldBuilder, lobby: LobbyRecord): LobbyRecord {
  return withCountdown(draft, lobby, false);
}

/** A lobby with its link, which its channel shows too. */
function linked(
  draft: WorldBuilder,
  lobby: LobbyRecord,
  { entry, place }: { readonly entry: LobbyEntry; readonly place: Place },
): LobbyRecord {
  const { linked_channel: id, linked_by: by, linked_at: at } = entry;
  if (id === undefined || id === null) return lobby;
  const found = linkable(draft, id, [...place, "linked_channel"]);
  if (found === undefined) return lobby;
  const { channel, ownerId } = found;
  const link = {
    linked_channel_id: channel.id,
    linked_by: draft.people.find(by ?? ownerId, [...place, "linked_by"]) ?? ownerId,
    linked_at: parseTimestamp(at ?? "") ?? draft.now,
  };
  draft.replace(channels, { ...channel, linked_lobby: linkView({ ...lobby, ...link }) });
  return { ...lobby, ...link };
}

/** A channel that no other lobby is linked to, with the owner of its guild. */
function linkable(draft: WorldBuilder, reference: string, place: Place) {
  const open = draft
    .all(channels)
    .filter((each) => each.type === ChannelType.GUILD_TEXT && each.nsfw !== true);
  const named = open.filter((each) => each.name === reference);
  const byName = named.length === 1 ? named[0] : undefined;
  const channel = open.find((each) => each.id === reference) ?? byName;
  const guild = draft.all(guilds).find((each) => each.id === channel?.guild_id);
  if (channel === undefined || guild === undefined) {
    draft.issue(place, `no text channel without age limit is "${reference}"`);
    return undefined;
  }
  const message = "another lobby is linked to this channel";
  return draft.once("linked channel", channel.id, { path: place, message })
    ? { channel, ownerId: guild.owner_id }
    : undefined;
}

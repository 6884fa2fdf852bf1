// Lobbies of a world file.
import { limits, type Static, type WorldLobby } from "@antechamber/contract";
import {
  blankLobby,
  lobbies,
  lobbyMembers,
  writtenLobby,
  writtenMember,
} from "../lobbies/lobby.ts";
import type { Draft } from "./draft.ts";
import type { Place } from "./place.ts";

type LobbyEntry = Static<typeof WorldLobby>;

/** Loads the file's lobbies with their members. */
export function loadLobbies(draft: Draft, entries: readonly (LobbyEntry | undefined)[]): void {
  for (const [i, entry] of entries.entries()) {
    if (entry !== undefined) loadLobby(draft, entry, ["lobbies", i]);
  }
}

function loadLobby(draft: Draft, entry: LobbyEntry, place: Place): void {
  const id = draft.id("lobby", entry.id, [...place, "id"]);
  const application_id = draft.applications.find(entry.application, [...place, "application"]);
  if (application_id === undefined) return;
  const { id: _id, application: _application, members, ...fields } = entry;
  const lobby = writtenLobby(blankLobby({ id, application_id, createdAt: draft.now }), fields);
  draft.put(lobbies, lobby);
  if ((members ?? []).length > limits.lobbyMembers.value) {
    draft.fault([...place, "members"], `a lobby has at most ${limits.lobbyMembers.value} members`);
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

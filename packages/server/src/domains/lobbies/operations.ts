import { limits, MissingLobbyPermissions, UnknownLobby } from "@antechamber/contract";
import type { LobbyDraft, LobbyMemberChange } from "@antechamber/contract/lobbies";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { settleInOrder } from "../../platform/async/settle-in-order.ts";
import { liveUsersOf } from "../applications/live-sessions.ts";
import { requireUsers } from "../users/operations.ts";
import { emitUpdate } from "./events.ts";
import {
  blankLobby,
  lobbies,
  looksSame,
  memberChanges,
  NO_CHANGES,
  replacedMembers,
  writtenLobby,
  type LobbyMemberRecord,
  type LobbyRecord,
  type LobbyWithMembers,
  type MemberChanges,
  type MemberEntry,
} from "./lobby.ts";
import { showOnChannel } from "./link.ts";
import { applyMemberChanges, isInTooMany, membersOf, withLink, withMembers } from "./membership.ts";

/**
 * A lobby of the application, or undefined when there is none with this id.
 *
 * @throws UnknownLobby, not an access error, for another application's lobby
 * @source protocol: lobbies-and-sdk 13 #4
 */
export async function findLobby(
  ctx: ReadContext,
  applicationId: string,
  id: string,
): Promise<LobbyRecord | undefined> {
  const lobby = await ctx.tx.get(lobbies, snowflakeKey(id));
  if (lobby !== undefined && lobby.application_id !== applicationId) {
    throw new ApiError(UnknownLobby);
  }
  return lobby;
}

/** A lobby of the application. @throws UnknownLobby */
export async function lobbyOf(
  ctx: ReadContext,
  applicationId: string,
  id: string,
): Promise<LobbyRecord> {
  const lobby = await findLobby(ctx, applicationId, id);
  if (lobby === undefined) throw new ApiError(UnknownLobby);
  return lobby;
}

/**
 * A lobby of the application with its members, which are read concurrently.
 *
 * @throws UnknownLobby
 */
export async function wholeLobbyOf(
  ctx: ReadContext,
  applicationId: string,
  id: string,
): Promise<LobbyWithMembers> {
  const reading = [lobbyOf(ctx, applicationId, id), membersOf(ctx, id)] as const;
  const [lobby, members] = await settleInOrder(...reading);
  return withLink(ctx, lobby, members);
}

type Draft = Static<typeof LobbyDraft>;

/**
 * Creates a lobby of an application with the users that the request names. Players can neither join
 * nor leave it themselves.
 *
 * @throws UnknownUser when one of them does not exist, InvalidForm when one is in too many lobbies
 * @source requirements 4.1, Create lobby
 */
export async function openLobby(
  ctx: Context,
  applicationId: string,
  { members: entries, ...fields }: Draft,
): Promise<LobbyWithMembers> {
  const identity = { id: ctx.id(), application_id: applicationId, createdAt: ctx.now };
  const lobby = writtenLobby(blankLobby(identity), fields);
  const listed = entries ?? [];
  const ids = listed.map(({ id }) => id);
  const [changes, live] =
    listed.length === 0
      ? NOBODY
      : await settleInOrder(
          listedMembers(ctx, { lobby, members: [] }, listed),
          liveUsersOf(ctx, applicationId, ids),
        );
  ctx.tx.put(lobbies, lobby);
  return applyMemberChanges(ctx, lobby, changes, live);
}

/** The changes of a lobby that is created without members, as most are. */
const NOBODY: readonly [MemberChanges, ReadonlySet<string>] = [NO_CHANGES, new Set()];

/**
 * Edits a lobby. Metadata and members, if given, replace the existing ones.
 *
 * @throws UnknownUser when a listed user does not exist, InvalidForm when one is in too many
 *   lobbies
 * @source requirements 4.1, Edit lobby
 */
export async function changeLobby(
  ctx: Context,
  before: LobbyRecord,
  { members: entries, ...fields }: Draft,
): Promise<LobbyWithMembers> {
  const { members } = await withMembers(ctx, before);
  const lobby = writtenLobby(before, fields);
  // Null means the same as absent: only an empty list removes all members.
  const changes =
    entries === undefined || entries === null
      ? memberChanges({ lobby, members }, { write: [], remove: [] })
      : await listedMembers(ctx, { lobby, members }, entries);
  ctx.tx.put(lobbies, lobby);
  if (before.flags !== lobby.flags) await showOnChannel(ctx, lobby);
  const after = await applyMemberChanges(ctx, lobby, changes);
  // This event comes last, because it contains all members: a client that replaces its list ends up
  // correct.
  if (!looksSame(before, lobby)) emitUpdate(ctx, after, changes.stayed);
  return after;
}

/**
 * Adds an existing user to a lobby, or changes them if they are already a member.
 *
 * @throws MissingLobbyPermissions when the lobby is full, or the user is in too many
 * @source requirements 4.1, Add user; protocol: lobbies-and-sdk 13 #5
 */
export async function writeMember(
  ctx: Context,
  whole: LobbyWithMembers,
  entry: MemberEntry,
): Promise<LobbyMemberRecord> {
  const changes = memberChanges(whole, { write: [entry], remove: [] });
  const isFull = changes.after.length > limits.lobbyMembers.value;
  const isRoom = !isFull && (await usersInTooMany(ctx, changes.added)).size === 0;
  if (changes.added.length > 0 && !isRoom) throw new ApiError(MissingLobbyPermissions);
  const { members } = await applyMemberChanges(ctx, whole.lobby, changes);
  const member = members.find((each) => each.user_id === entry.id);
  if (member === undefined) throw new Error("a member who was written is missing");
  return member;
}

/** Removes a user from a lobby, if they are a member. Source: requirements 4.1, Remove user. */
export async function removeMember(
  ctx: Context,
  lobby: LobbyRecord,
  userId: string,
): Promise<void> {
  const whole = await withMembers(ctx, lobby);
  await applyMemberChanges(ctx, lobby, memberChanges(whole, { write: [], remove: [userId] }));
}

/**
 * The changes that replace a lobby's members by a list. Throws unless each listed user may be a
 * member.
 */
async function listedMembers(
  ctx: Context,
  from: LobbyWithMembers,
  entries: readonly MemberEntry[],
): Promise<MemberChanges> {
  const changes = replacedMembers(from, entries);
  const ids = entries.map(({ id }) => id);
  const [, refused] = await settleInOrder(
    requireUsers(ctx, ids),
    usersInTooMany(ctx, changes.added),
  );
  const issues = entries.flatMap((entry, i) =>
    refused.has(entry.id)
      ? [{ path: ["members", i, "id"], code: "LOBBY_USER_LIMIT", message: inTooMany }]
      : [],
  );
  if (issues.length > 0) throw invalidForm(...issues);
  return changes;
}

const inTooMany = `User is in the maximum number of lobbies (${limits.lobbiesPerUser.value}).`;

/** The ids of the added users who are in the maximum number of the application's lobbies. */
async function usersInTooMany(
  ctx: Context,
  added: readonly LobbyMemberRecord[],
): Promise<ReadonlySet<string>> {
  const refused = await Promise.all(
    added.map(async ({ application_id, user_id }) =>
      (await isInTooMany(ctx, application_id, user_id)) ? [user_id] : [],
    ),
  );
  return new Set(refused.flat());
}

type Change = Static<typeof LobbyMemberChange>;

/**
 * Adds, changes and removes members in the order of the list; if there are several changes for one
 * user, the last one counts. Users who may not be added are skipped silently.
 *
 * @returns the members that were added or changed, in the order of the list
 * @throws UnknownUser when one of them does not exist; then nothing changes
 * @source protocol: lobbies-and-sdk 3, 13 #12
 */
export async function writeMembers(
  ctx: Context,
  lobby: LobbyRecord,
  list: readonly Change[],
): Promise<readonly LobbyMemberRecord[]> {
  await requireUsers(
    ctx,
    list.map(({ id }) => id),
  );
  const whole = await withMembers(ctx, lobby);
  const present = new Set(whole.members.map((member) => member.user_id));
  const write: Change[] = [];
  const remove: string[] = [];
  for (const change of lastOfEach(list)) {
    if (change.remove_member === true) {
      present.delete(change.id);
      remove.push(change.id);
    } else if (present.has(change.id) || (await mayBeAdded(ctx, lobby, { change, present }))) {
      present.add(change.id);
      write.push(change);
    }
  }
  const { members } = await applyMemberChanges(ctx, lobby, memberChanges(whole, { write, remove }));
  const byId = new Map(members.map((member) => [member.user_id, member]));
  return write.map(({ id }) => byId.get(id)).filter((member) => member !== undefined);
}

/** The last change for each user, at its position in the list. */
function lastOfEach(list: readonly Change[]): readonly Change[] {
  return list.filter((change, i) => list.findLastIndex(({ id }) => id === change.id) === i);
}

async function mayBeAdded(
  ctx: Context,
  { application_id }: LobbyRecord,
  { change, present }: { readonly change: Change; readonly present: ReadonlySet<string> },
): Promise<boolean> {
  if (present.size >= limits.lobbyMembers.value) return false;
  return !(await isInTooMany(ctx, application_id, change.id));
}

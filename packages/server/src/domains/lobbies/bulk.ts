// Many members in one request. Source: protocol: lobbies-and-sdk 3, 13 #12.
import { limits, type LobbyMemberChange, type Static } from "@antechamber/contract";
import type { Context } from "../../platform/context.ts";
import { requireUsers } from "../users/operations.ts";
import { memberChanges, type LobbyMemberRecord, type LobbyRecord } from "./lobby.ts";
import { isInTooMany, keepMembers, withMembers } from "./membership.ts";

type Change = Static<typeof LobbyMemberChange>;

/**
 * Adds, changes and removes members in the order of the list; of several changes for one user the
 * last counts. Who may not be added is left out without a word.
 *
 * @returns those who were added or changed, in the order of the list
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
  const { members } = await keepMembers(ctx, lobby, memberChanges(whole, { write, remove }));
  const byId = new Map(members.map((member) => [member.user_id, member]));
  return write.map(({ id }) => byId.get(id)).filter((member) => member !== undefined);
}

/** The last change for each user, where it stands in the list. */
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

// What ends with a session that was given to other processes, according to the stored records.
import { afterEach, beforeEach, expect, test } from "vitest";
import { channels, guilds, members, roles } from "../../../domains/guilds/guild.ts";
import { moveVoiceSession, moveVoice } from "../../../domains/guilds/voice/operations.ts";
import { voiceStatesOf } from "../../../domains/guilds/voice/voice-state.ts";
import { users } from "../../../domains/users/user.ts";
import { openHandlerCalls, type HandlerCalls } from "../../../testing/calls/handler-calls.ts";
import { MemoryJournal } from "../../../testing/processes/memory-journal.ts";
import { aChannel, aGuild, aMember, aRole, aUser } from "../../../testing/records.ts";
import { seededRandom } from "../../../testing/seeded-random.ts";
import { endGivenSession, type GivenSessionDeps } from "./given-sessions.ts";
import { Sessions } from "../sessions/session-registry.ts";

const guildId = "300000000000000001";
const room = "400000000000000001";
const [host, guest] = ["100000000000000001", "100000000000000002"] as const;
const own = "1";
const id = "a".repeat(32);
const session = { id, userId: guest, isPerson: true, voiceGuildIds: [guildId] };

let calls: HandlerCalls;
let journal: MemoryJournal;
/** Users who are online at other processes. */
let offline: Set<string>;

beforeEach(async () => {
  calls = await openHandlerCalls([]);
  journal = new MemoryJournal();
  offline = new Set();
  await calls.seed((tx) => {
    tx.put(guilds, aGuild(guildId, { owner_id: host }));
    tx.put(roles, aRole({ guild_id: guildId, id: guildId }, "VIEW_CHANNEL", "CONNECT"));
    tx.put(channels, aChannel(room, { guild_id: guildId, type: 2 }));
    for (const user_id of [host, guest]) {
      tx.put(users, aUser(user_id));
      tx.put(members, aMember({ guild_id: guildId, user_id }, { temporary: user_id === guest }));
    }
  });
});

afterEach(() => calls.store.close());

/** Sets up a guest who is in voice through a session that was given to other processes. */
async function isLeft(isNoted = true): Promise<void> {
  const quiet = { self_mute: false, self_deaf: false, self_video: false, processEpoch: own };
  const move = { guildId, userId: guest, channelId: room, sessionId: id, ...quiet };
  await calls.work.transaction((ctx) => moveVoice(ctx, move));
  if (isNoted) await writeNote();
}

async function writeNote(): Promise<void> {
  const nothing = { number: 0, oldest: 0, entry: undefined, deletedNotes: [] };
  await journal.append({ ...nothing, epoch: own, notes: [[id, "given"]] });
}

/** Resumes the session at another process. */
async function goesOnElsewhere(): Promise<void> {
  const there = { guildId, userId: guest, sessionId: id, processEpoch: "2" };
  await calls.work.transaction((ctx) => moveVoiceSession(ctx, there));
  offline.add(guest);
}

function end(isSameWorld = true): Promise<boolean> {
  const deps: GivenSessionDeps = {
    journal,
    work: calls.work,
    processes: { own: () => ({ id: 0, epoch: own }) },
    sessions: new Sessions(calls.clock, seededRandom("given")),
    presences: { isOnline: (userId) => offline.has(userId) },
    handover: { isTaking: () => false },
  };
  return endGivenSession(deps, session, () => isSameWorld);
}

/** Whether the guest is in voice, and is a member. */
async function guestIs() {
  return calls.work.read(async (ctx) => {
    const states = await voiceStatesOf(ctx, guildId);
    const all = await ctx.tx.find(members, { index: "user", value: guest });
    return { inVoice: states.length > 0, isMember: all.length > 0 };
  });
}

test.each([
  ["whose note is still there", true],
  ["whose note is gone with a Redis that came back empty", false],
])(
  "a session that is not resumed leaves voice and temporary guilds: one %s",
  async (_, isNoted) => {
    await isLeft(isNoted);
    expect(await end()).toBe(true);
    expect(await guestIs()).toEqual({ inVoice: false, isMember: false });
    expect(journal.names(own)).toEqual([]);
  },
);

test("a user who is online at another process stays although the session's record remains", async () => {
  await isLeft();
  await goesOnElsewhere();
  expect(await end()).toBe(true);
  expect(await guestIs()).toEqual({ inVoice: true, isMember: true });
  expect(journal.names(own)).toEqual([]);
});

test("a user who is invisible at another process stays a member", async () => {
  await isLeft();
  await goesOnElsewhere();
  offline.clear();
  expect(await end()).toBe(true);
  expect(await guestIs()).toEqual({ inVoice: true, isMember: true });
});

test("a user whose session another process is claiming does not leave", async () => {
  await isLeft();
  await journal.claim({ epoch: own, name: id, claimant: "2", durationMs: 1 });
  expect(await end()).toBe(false);
  expect(await guestIs()).toEqual({ inVoice: true, isMember: true });
  expect(journal.names(own)).toEqual([id]);
});

test("a user who left voice stays a member while another process shows them online", async () => {
  await isLeft();
  offline.add(guest);
  expect(await end()).toBe(true);
  expect(await guestIs()).toEqual({ inVoice: false, isMember: true });
});

test("nothing ends in a world that replaced the session's", async () => {
  await isLeft();
  expect(await end(false)).toBe(true);
  expect(await guestIs()).toEqual({ inVoice: true, isMember: true });
});

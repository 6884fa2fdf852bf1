import { createChannelInvite, setIncidentActions, useInvite } from "@antechamber/contract/guilds";
import { createMessage, openChannel } from "@antechamber/contract/messages";
import { timestamp } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import { codeOf, leavesOf } from "../../testing/calls/message-calls.ts";
import {
  aModerationScene,
  asBot,
  asUser,
  ids,
  inGuild,
} from "../../testing/calls/moderation-calls.ts";
import { messageHandlers } from "../messages/handlers.ts";

const HOUR = 3_600_000;

async function aPausingScene() {
  const scene = await aModerationScene(["MANAGE_GUILD"], messageHandlers);
  const set = (body: object, as = asBot) =>
    scene.call(setIncidentActions, { as, params: inGuild, body });
  const at = (hours: number) => timestamp(scene.clock.now() + hours * HOUR);
  return { ...scene, set, at };
}

test("a pause that does not change sends no event", async () => {
  const { set, at, news } = await aPausingScene();
  const pause = { invites_disabled_until: at(2) };
  await set(pause);
  expect(await news()).toHaveLength(1);
  for (const same of [pause, {}]) await set(same);
  expect(await news()).toEqual([]);
});

test("a pause of invites is announced, applies, and expires by the clock", async () => {
  const { call, set, at, news, clock } = await aPausingScene();
  const params = { channel_id: ids.general };
  const made = await call(createChannelInvite, { as: asUser(ids.alice), params, body: {} });
  await news();
  const until = at(2);
  const { status, body } = await set({ invites_disabled_until: until });
  const pauses = { invites_disabled_until: until, dms_disabled_until: null };
  expect([status, body]).toEqual([200, pauses]);
  expect(await news()).toMatchObject([
    { name: "GUILD_UPDATE", payload: { incidents_data: pauses } },
  ]);
  const use = () =>
    call(useInvite, { as: asUser(ids.carol), params: { code: made.body.code }, body: {} });
  expect(codeOf(await use())).toBe(40110);
  await clock.moveTo(clock.now() + 2 * HOUR);
  expect((await use()).status).toBe(200);
});

test("a pause of direct messages applies between members until it is ended", async () => {
  const { call, set, at } = await aPausingScene();
  const as = asUser(ids.bob);
  const opened = await call(openChannel, {
    as,
    params: {},
    body: { recipient_id: ids.erin },
  });
  const params = { channel_id: opened.body.id };
  const write = () => call(createMessage, { as, params, body: { content: "hello" } });
  expect((await set({ dms_disabled_until: at(24) })).status).toBe(200);
  expect(codeOf(await write())).toBe(50007);
  expect((await set({ dms_disabled_until: null })).body.dms_disabled_until).toBeNull();
  expect((await write()).status).toBe(200);
});

test("omitted pauses are kept, and pauses in the past count as none", async () => {
  const { set, at } = await aPausingScene();
  const until = at(1);
  await set({ dms_disabled_until: until });
  const { body } = await set({ invites_disabled_until: at(-1) });
  expect(body).toEqual({ invites_disabled_until: null, dms_disabled_until: until });
});

test("a pause lasts at most a day, and requires MANAGE_GUILD", async () => {
  const { set, at } = await aPausingScene();
  expect(leavesOf(await set({ invites_disabled_until: at(25) }))).toEqual([
    "invites_disabled_until: INCIDENT_ACTION_TOO_LONG",
  ]);
  expect(
    leavesOf(await set({ invites_disabled_until: at(25), dms_disabled_until: at(26) })),
  ).toEqual(
    ["invites_disabled_until", "dms_disabled_until"].map(
      (pause) => `${pause}: INCIDENT_ACTION_TOO_LONG`,
    ),
  );
  expect(codeOf(await set({}, asUser(ids.bob)))).toBe(50013);
});

import { respondToEventAsUser } from "@antechamber/contract/control";
import { snowflakeAt } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import type { Caller } from "../../platform/context.ts";
import { aMessageScene, codeOf, ids } from "../../testing/calls/message-calls.ts";
import { scheduledEvents } from "../../domains/guilds/scheduled-events/scheduled-event.ts";
import { shownRule } from "../../domains/guilds/scheduled-events/recurrence.ts";
import { simulatedInterestHandlers } from "./interest.ts";

const operator: Caller = { kind: "control" };
const start = "2027-02-01T00:00:00Z";
const occurrence = snowflakeAt(Date.parse(start) + 86_400_000);

/** A guild with a daily event, and a function that marks a user as interested in it. */
async function aPlan() {
  const scene = await aMessageScene({ handlers: simulatedInterestHandlers });
  await scene.seed((tx) =>
    tx.put(scheduledEvents, {
      id: "700000000000000001",
      guild_id: ids.guild,
      name: "Quiz",
      description: null,
      channel_id: null,
      creator_id: null,
      image: null,
      scheduled_start_time: start,
      scheduled_end_time: null,
      status: 1,
      entity_type: 3,
      entity_id: null,
      entity_metadata: { location: "here" },
      privacy_level: 2,
      recurrence_rule: shownRule({ start, frequency: 3 }),
    }),
  );
  const respond = (user: string, act: object) =>
    scene.call(respondToEventAsUser, {
      as: operator,
      params: { user },
      body: { guild: ids.guild, event: "Quiz", ...act },
    });
  return { ...scene, respond };
}

test("a user subscribes to a scheduled event, and unsubscribes", async () => {
  const { respond, news } = await aPlan();
  const responses = async () =>
    (await news()).map(({ name, payload }) => [name, (payload as { response: number }).response]);
  expect((await respond(ids.bob, {})).status).toBe(204);
  expect(await responses()).toEqual([["GUILD_SCHEDULED_EVENT_USER_ADD", 1]]);
  await respond(ids.bob, { exception: occurrence, interested: false });
  expect(await responses()).toEqual([["GUILD_SCHEDULED_EVENT_USER_ADD", 0]]);
  await respond(ids.bob, { remove: true });
  expect(await responses()).toEqual([["GUILD_SCHEDULED_EVENT_USER_REMOVE", 1]]);
});

test("unknown and invisible events are refused", async () => {
  const { respond } = await aPlan();
  expect(codeOf(await respond(ids.bob, { event: "5" }))).toBe(10070);
  expect(codeOf(await respond(ids.bob, { exception: "5" }))).toBe(10070);
  expect(codeOf(await respond(ids.bob, { guild: "nowhere" }))).toBe(10004);
  expect(codeOf(await respond(ids.carol, {}))).toBe(50001);
  expect(codeOf(await respond(ids.bot, {}))).toBe(20001);
});

// A member in a time-out can use neither components nor modals until it ends.
import { timestamp } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import {
  aMessageWith,
  aName,
  clicked,
  opened,
  post,
  submissionOf,
  useOf,
} from "../../testing/calls/component-calls.ts";
import { openInteractionCalls } from "../../testing/calls/interaction-calls.ts";
import { ids } from "../../testing/worlds/interaction-world.ts";
import { codeOf } from "../../testing/calls/message-calls.ts";
import { aMember } from "../../testing/records.ts";
import { members } from "../guilds/guild.ts";

const HOUR = 3_600_000;

test("clicks and modal submissions are refused during a time-out", async () => {
  const calls = await openInteractionCalls();
  const messageId = await aMessageWith(calls);
  const opening = await opened(calls, await clicked(calls, messageId));
  const communication_disabled_until = timestamp(calls.clock.now() + HOUR);
  const bob = { guild_id: ids.guild, user_id: ids.bob };
  await calls.seed((tx) => tx.put(members, aMember(bob, { communication_disabled_until })));
  const click = useOf(messageId, { component_type: 2, custom_id: "go" });
  expect(codeOf(await post(calls, click))).toBe(50013);
  expect(codeOf(await post(calls, submissionOf(opening, [aName])))).toBe(50013);
  await calls.clock.moveTo(calls.clock.now() + HOUR);
  expect((await post(calls, click)).status).toBe(204);
});

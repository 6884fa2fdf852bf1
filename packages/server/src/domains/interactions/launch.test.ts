// The entry point command of an activity. Source: protocol: commands-and-interactions 5.3.
import { limits } from "@antechamber/contract";
import { getActivityInstance } from "@antechamber/contract/interactions";
import { expect, test } from "vitest";
import { openInteractionCalls } from "../../testing/calls/interaction-calls.ts";
import { aCommand, ids } from "../../testing/worlds/interaction-world.ts";

const launch = (handler: number) => ({
  application: { flags_new: (1n << 17n).toString() },
  commands: [aCommand(ids.ping, { name: "launch", type: 4, description: "", handler })],
});
const form = { application: "Concierge", channel: "general", command: "launch" };

// Proves requirement 2.2 "handler 1"
test("an entry point that the application handles is sent like any command", async () => {
  const { invoke, received, callback } = await openInteractionCalls(launch(1));
  await invoke("bob", { ...form, wait: 0 });
  const payload = await received();
  expect(payload).toMatchObject({ type: 2, data: { type: 4, name: "launch" } });
  expect((await callback(payload, { type: 12 })).status).toBe(204);
});

// Proves requirement 2.2 "handler 2"
test("an entry point that the service handles launches an activity and posts a message", async () => {
  const { invoke, news } = await openInteractionCalls(launch(2));
  await news();
  const outcome = await invoke("bob", form);
  expect(outcome).toMatchObject({
    outcome: "launched",
    activity_instance_id: expect.stringMatching(/^i-\d+-gc-/) as string,
    messages: [{ type: 20, author: { id: ids.application }, interaction: { name: "launch" } }],
  });
  const events = await news();
  expect(events.map(({ name }) => name)).toEqual([
    "INTERACTION_CREATE",
    "MESSAGE_CREATE",
    "INTERACTION_SUCCESS",
  ]);
  expect(events.filter(({ scope }) => scope.kind === "application")).toEqual([]);
});

test("a second launch joins the running instance, which the application can read", async () => {
  const { invoke, call, clock } = await openInteractionCalls(launch(2));
  const launched = async (user: string) => String((await invoke(user, form)).activity_instance_id);
  const instance_id = await launched("bob");
  expect(await launched("alice")).toBe(instance_id);
  const as = { kind: "bot", application_id: ids.application } as const;
  const get = (id: string) =>
    call(getActivityInstance, {
      as,
      params: { application_id: ids.application, instance_id: id },
    });
  const found = await get(instance_id);
  const { guild: guild_id, general: channel_id } = ids;
  expect([found.status, found.body]).toEqual([
    200,
    {
      application_id: ids.application,
      instance_id,
      launch_id: instance_id.split("-")[1],
      location: { id: `gc-${guild_id}-${channel_id}`, kind: "gc", channel_id, guild_id },
      users: [ids.alice, ids.bob],
    },
  ]);
  for (const other of ["i-1-gc-1-2", "nonsense", instance_id.replace("i-", "i-1")]) {
    expect((await get(other)).status).toBe(404);
  }
  await clock.moveTo(clock.now() + limits.interactionTokenLife.value);
  expect((await get(instance_id)).status).toBe(404);
  expect(await launched("bob")).not.toBe(instance_id);
});

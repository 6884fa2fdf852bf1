// The entry point of an activity. Source: protocol: commands-and-interactions 5.3.
import { expect, test } from "vitest";
import { aCommand, ids, openInteractionCalls } from "../../testing/interaction-calls.ts";

const launch = (handler: number) => ({
  application: { flags_new: (1n << 17n).toString() },
  commands: [aCommand(ids.ping, { name: "launch", type: 4, description: "", handler })],
});
const form = { application: "Concierge", channel: "general", command: "launch" };

test("an entry point that the application handles is sent like any command", async () => {
  const { invoke, received, callback } = await openInteractionCalls(launch(1));
  await invoke("bob", { ...form, wait: 0 });
  const payload = await received();
  expect(payload).toMatchObject({ type: 2, data: { type: 4, name: "launch" } });
  expect((await callback(payload, { type: 12 })).status).toBe(204);
});

test("one that the service handles is launched, said in the channel, and sent to nobody", async () => {
  const { invoke, news } = await openInteractionCalls(launch(2));
  await news();
  const outcome = await invoke("bob", form);
  expect(outcome).toMatchObject({
    outcome: "launched",
    activity_instance_id: expect.stringMatching(/^i-\d+-gc-/) as string,
    messages: [{ type: 20, author: { id: ids.application }, interaction: { name: "launch" } }],
  });
  const heard = await news();
  expect(heard.map(({ name }) => name)).toEqual([
    "INTERACTION_CREATE",
    "MESSAGE_CREATE",
    "INTERACTION_SUCCESS",
  ]);
  expect(heard.filter(({ scope }) => scope.kind === "application")).toEqual([]);
});

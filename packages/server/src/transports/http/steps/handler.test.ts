// What a handler receives, and what is done with its reply, when it runs within a transaction.
import { bot, endpoint } from "@antechamber/contract";
import { object, text } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import { commands, commandsOf } from "../../../domains/commands/command.ts";
import { handle, reply } from "../../../platform/handler.ts";
import { asBot, ids } from "../../../testing/calls/command-calls.ts";
import { openHandlerCalls } from "../../../testing/calls/handler-calls.ts";

const write = endpoint({
  id: "test.write",
  source: "a test",
  summary: "",
  method: "POST",
  path: "/test",
  auth: [bot],
  body: object({ name: text() }),
  replies: { 200: object({ name: text() }) },
  errors: [],
});

const place = { application_id: ids.application };

function commandNamed(name: string, id: string) {
  const texts = { name_localizations: null, description: "", description_localizations: null };
  const rights = { default_member_permissions: null, nsfw: false };
  return { ...place, id, version: id, type: 1 as const, name, ...texts, ...rights };
}

test("a handler that is retried parses its form once per run", async () => {
  const forms: object[][] = [];
  const calls = await openHandlerCalls([
    handle(write, async (ctx, { body }) => {
      const isFirst = forms.length === 0;
      forms.push([body(), body()]);
      // A name that is taken makes the handler run again.
      const name = isFirst ? "taken" : body().name;
      ctx.tx.put(commands, commandNamed(name, "2"));
      return reply(200, { name });
    }),
  ]);
  await calls.seed((tx) => tx.put(commands, commandNamed("taken", "1")));
  const answer = await calls.call(write, { as: asBot, body: { name: "free" } });
  expect(answer).toEqual({ status: 200, body: { name: "free" } });
  const [first, again] = forms;
  expect(forms).toHaveLength(2);
  expect(first?.[0]).toBe(first?.[1]);
  expect(again).toEqual(first);
  expect(again?.[0]).not.toBe(first?.[0]);
  await calls.store.close();
});

test("a handler whose reply cannot be sent changes nothing", async () => {
  const calls = await openHandlerCalls([
    handle(write, async (ctx) => {
      ctx.tx.put(commands, commandNamed("a", "1"));
      return { status: 201 as 200, body: { name: "a" } };
    }),
  ]);
  await expect(calls.call(write, { as: asBot, body: { name: "a" } })).rejects.toThrow(
    "test.write answered 201, which it does not declare",
  );
  expect(await calls.work.read(({ tx }) => tx.find(commands, commandsOf(place)))).toEqual([]);
  await calls.store.close();
});

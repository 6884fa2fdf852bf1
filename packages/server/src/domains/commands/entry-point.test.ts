import { expect, test } from "vitest";
import { globalPlace, ids, openCommandCalls } from "../../testing/calls/command-calls.ts";
import { ensureEntryPoint } from "./operations.ts";

// Proves requirement 2.2 "type 4"
test("ensuring the entry point creates a launch command once, handled by the service", async () => {
  const calls = await openCommandCalls();
  const { application } = globalPlace();
  const made = await calls.work.transaction((ctx) => ensureEntryPoint(ctx, application));
  const again = await calls.work.transaction((ctx) => ensureEntryPoint(ctx, application));
  expect([made?.name, again]).toEqual(["launch", undefined]);
  const { body } = await calls.global.list();
  expect(body).toMatchObject([
    { application_id: ids.application, type: 4, name: "launch", handler: 2, description: "" },
  ]);
});

test("ensuring the entry point keeps an existing one", async () => {
  const calls = await openCommandCalls();
  await calls.global.create({ name: "play", type: 4, handler: 1 });
  const { application } = globalPlace();
  await calls.work.transaction((ctx) => ensureEntryPoint(ctx, application));
  const { body } = await calls.global.list();
  expect(body.map(({ name, handler }) => [name, handler])).toEqual([["play", 1]]);
});

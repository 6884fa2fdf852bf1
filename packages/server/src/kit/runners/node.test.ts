import type { TestContext } from "node:test";
import { expect, test } from "vitest";
import { openTestWorld } from "../test-world.ts";
import { assert, useWorld } from "./node.ts";

test("a world that opens after its test has ended is closed", async () => {
  const hooks: (() => Promise<void>)[] = [];
  const after = (hook: () => Promise<void>) => void hooks.push(hook);
  const error = new Error("test timed out after 1ms");
  const context = {
    fullName: "slow",
    filePath: "slow.test.ts",
    after,
    error,
    diagnostic: () => {},
  };
  const opening = useWorld(context as unknown as TestContext);
  const ended = hooks.map((hook) => hook());
  expect(ended).toHaveLength(1);
  const { world } = await opening;
  await Promise.all(ended);
  await expect(world.clock.state()).rejects.toThrow("Unknown world");
  const done: string[] = [];
  world.cleanUp(async () => void done.push("ended"));
  expect(done).toEqual(["ended"]);
});

test("an asynchronous matcher fails at the line of the test, as a synchronous one does", async () => {
  const opened = await openTestWorld("waits in vain");
  const place = opened.world.user("alice").in("#general");
  const errors = [
    await assert.toSee(place, "hello").catch((error: Error) => error),
    await (async () => assert.not.toContainMessage(await place.sees(), "hello"))(),
    await (async () => assert.toContainMessage(await place.sees(), "hello"))().catch(
      (error: Error) => error,
    ),
  ];
  await opened.finish();
  const [waited, passed, looked] = errors as [Error, undefined, Error];
  expect(passed).toBeUndefined();
  for (const { message, stack } of [waited, looked]) {
    expect(message).toBe('expected to see a message "hello", and saw nothing');
    expect(stack).toMatch(/^AssertionError \[ERR_ASSERTION\]: expected .*\n.*node\.test\.ts:\d+/);
  }
});

import type { TestContext } from "node:test";
import { expect, test } from "vitest";
import { useWorld } from "./node.ts";

test("a world whose test ends before it is open ends all the same, with what is begun there", async () => {
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

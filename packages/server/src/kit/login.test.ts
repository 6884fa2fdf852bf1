// Clients of libraries, and of a bot's own, that are signed in to a world.
import { expect, test } from "./runners/vitest.ts";

test("a client without events is signed in, and waited for until it is ready", async ({
  world,
}) => {
  const calls: string[] = [];
  let looks = 0;
  const client = {
    login: async (token: string) => void calls.push(token),
    isReady: () => (looks += 1) > 3,
    destroy: () => void calls.push("destroyed"),
  };
  expect(await world.login(client)).toBe(client);
  expect(looks).toBe(4);
  expect(calls).toEqual([world.application("Concierge").botToken]);
});

test("what is no client is refused with what one has", async ({ world }) => {
  await expect(world.login({} as never)).rejects.toThrow(/^a client .* has login\(token\)/);
});

test("what is waited for ends before the runner does, and says what it was", async ({ world }) => {
  const client = { login: async () => undefined, isReady: () => false, destroy: () => undefined };
  await expect(world.login(client)).rejects.toThrow(/^the client was not ready within \d+ ms$/);
}, 5000);

test("a message that nobody answers is waited for two seconds", async ({ world }) => {
  const began = Date.now();
  const sent = await world.user("alice").in("#general").message("hello", { until: "answered" });
  expect(sent.answers).toEqual([]);
  expect(Date.now() - began).toBeLessThan(4000);
}, 5000);

// Signing in clients of libraries, and other clients, to a world.
import { Client } from "discord.js";
import { afterEach, vi } from "vitest";
import { expect, test } from "./runners/vitest.ts";
import { openTestWorld } from "./test-world.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

test("login waits until a client without events is ready", async ({ world }) => {
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

test("login refuses an object that is not a client, and lists what a client has", async ({
  world,
}) => {
  await expect(world.login({} as never)).rejects.toThrow(/^a client .* has login\(token\)/);
});

test.for([
  ["discord.js", { api: "https://discord.com/api" }],
  ["oceanic.js", { baseURL: "http://127.0.0.1:1/api/v10" }],
] as const)(
  "a failed login explains that the client of %s has the URL of another server",
  async ([library, rest], { world }) => {
    const client = {
      options: { rest },
      login: async () => await Promise.reject(new Error("An invalid token was provided.")),
      isReady: () => false,
      destroy: () => undefined,
    };
    await expect(world.login(client)).rejects.toThrow(
      `the client calls ${Object.values(rest)[0]}, not this world; ` +
        `create it in the test, with world.options("${library}") (An invalid token was provided.)`,
    );
    const { rest: own } = world.options(library);
    const ours = { ...client, options: { rest: own } };
    await expect(world.login(ours)).rejects.toThrow(/^An invalid token was provided\.$/);
  },
);

test("a client with disallowed intents fails with where to enable them", async ({ world }) => {
  const privileged = { intents: ["GuildPresences"] } as const;
  await world.control.call("PATCH /applications/Concierge", { body: { bot: { intents: [] } } });
  const bot = new Client({ ...privileged, ...world.options("discord.js") });
  await expect(world.login(bot)).rejects.toThrow(
    "Used disallowed intents: switch on those that are privileged where the test's world describes",
  );
});

test("a fork refuses a client that was created for the original world", async ({ world }) => {
  const calls: string[] = [];
  const client = {
    options: world.options("discord.js"),
    login: async (token: string) => void calls.push(token),
    isReady: () => true,
    destroy: () => undefined,
  };
  const fork = await world.fork();
  await expect(fork.login(client)).rejects.toThrow(
    `the client calls ${world.api}, not this world; ` +
      `create it in the test, with world.options("discord.js") (it belongs to another world)`,
  );
  expect(calls).toEqual([]);
  await world.login(client);
  const proxied = { ...client, options: { rest: { api: "http://127.0.0.1:1/api" } } };
  await fork.login(proxied);
  expect(calls).toHaveLength(2);
});

test("login refuses a client that is already signed in", async ({ world }) => {
  const client = { login: async () => undefined, isReady: () => true, destroy: () => undefined };
  await world.login(client);
  await expect(world.login(client)).rejects.toThrow("this client is signed in already");
});

test("login times out before the test runner does, and names the client as the cause", async ({
  world,
}) => {
  const client = { login: async () => undefined, isReady: () => false, destroy: () => undefined };
  await expect(world.login(client)).rejects.toThrow(/^the client was not ready within \d+ ms$/);
}, 5000);

test("waiting for an answer to a message ends after about two seconds", async ({ world }) => {
  const began = Date.now();
  const sent = await world.user("alice").in("#general").message("hello", { until: "answered" });
  expect(sent.answers).toEqual([]);
  expect(Date.now() - began).toBeLessThan(4000);
}, 5000);

test("a client that signs in while its test ends is signed out afterwards", async () => {
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const client = {
    login: () => promise.then(() => void done.push("in")),
    isReady: () => false,
    destroy: () => void done.push("out"),
  };
  const opened = await openTestWorld("a client that comes late");
  const signing = opened.world.login(client);
  const ended = opened.finish();
  setImmediate(resolve);
  await expect(signing).rejects.toThrow("the world has ended with its test");
  await ended;
  expect(done).toEqual(["in", "out"]);
});

test("a client whose login never completes is signed out at the end of the test", async () => {
  const done: string[] = [];
  const opened = await openTestWorld("a client that never comes");
  const login = () => Promise.withResolvers<void>().promise;
  const client = { login, isReady: () => false, destroy: () => void done.push("out") };
  void opened.world.login(client);
  await opened.finish();
  expect(done).toEqual(["out"]);
}, 8000);

test("a failing sign-out does not keep other clients or the world open", async ({ world }) => {
  const ended: string[] = [];
  const named = (name: string, end = () => {}) => ({
    login: async () => undefined,
    isReady: () => true,
    destroy() {
      ended.push(name);
      end();
    },
  });
  const opened = await openTestWorld("clients that end badly", { strict: false });
  await opened.world.login(named("well"));
  const badly = () => {
    throw new Error("no way out");
  };
  await opened.world.login(named("badly", badly));
  await expect(opened.finish()).rejects.toThrow("no way out");
  expect(ended).toEqual(["badly", "well"]);
  const gone = world.control.call(`GET /worlds/${opened.world.name}`);
  await expect(gone).rejects.toMatchObject({ status: 404 });
});

test("abandoning a failed test reports an unsaved trace, and ignores a failing sign-out", async ({
  world,
}) => {
  vi.stubEnv("ANTECHAMBER_TRACE", "on");
  const opened = await openTestWorld("a world that is gone before its test");
  const destroy = () => {
    throw new Error("no way out");
  };
  await opened.world.login({ login: async () => undefined, isReady: () => true, destroy });
  await world.control.call(`DELETE /worlds/${opened.world.name}`);
  const { failures } = await opened.abandon();
  expect(failures).toMatch(/^the trace could not be saved: .*404/);
});

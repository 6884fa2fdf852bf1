import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, get } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as plan } from "node:timers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { callerOutsideLibraries, type AppTime } from "../../preload/app-time.cjs";
import { appTime } from "./app-time.ts";
import { pause } from "./client/environment.ts";
import { replaceTimers } from "./replaced-timers.ts";

replaceTimers();

const start = Date.UTC(2026, 0, 1);
let time: AppTime | undefined;

afterEach(() => time?.remove());

function installed(): AppTime {
  time = appTime(start);
  time.install(globalThis);
  return time;
}

test("the application's dates show the world's time", () => {
  installed();
  expect([Date.now(), new Date().toISOString()]).toEqual([start, "2026-01-01T00:00:00.000Z"]);
  expect(new Date(0).toISOString()).toBe("1970-01-01T00:00:00.000Z");
  expect(new Date()).toBeInstanceOf(Date);
});

test("timers run in time order when the clock reaches them", async () => {
  const clock = installed();
  const ran: [string, number][] = [];
  const note = (name: string) => ran.push([name, Date.now() - start]);
  setTimeout(() => note("day"), 86_400_000);
  const hourly = setInterval(() => note("hour"), 3_600_000);
  setTimeout(
    () => {
      note("stop");
      clearInterval(hourly);
      setTimeout(() => note("after"), 1000);
    },
    2 * 3_600_000 + 1,
  );
  clearTimeout(setTimeout(() => note("never"), 10));
  await clock.goTo(start + 3_600_000 - 1);
  expect(ran).toEqual([]);
  await clock.goTo(start + 86_400_000);
  expect(ran).toEqual([
    ["hour", 3_600_000],
    ["hour", 7_200_000],
    ["stop", 7_200_001],
    ["after", 7_201_001],
    ["day", 86_400_000],
  ]);
});

test("waits of Node's timer modules follow the clock until it is removed", async () => {
  time = appTime(start);
  time.installEverywhere(globalThis);
  const ran: number[] = [];
  const waited = sleep(60_000).then(() => ran.push(Date.now() - start));
  plan(() => ran.push(Date.now() - start), 30_000);
  await time.goTo(start + 86_400_000);
  await waited;
  expect(ran).toEqual([30_000, 60_000]);
  time.remove();
  await sleep(1);
});

test("the clock waits for the responses to calls that a timer started", async () => {
  const answered: [string, number][] = [];
  const server = createServer((_, outgoing) => void pause(30).then(() => outgoing.end("done")));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  time = appTime(start);
  time.installEverywhere(globalThis);
  const note = (how: string) => answered.push([how, Date.now() - start]);
  setTimeout(() => {
    void fetch(url)
      .then((response) => response.text())
      .then(() => note("fetch"));
  }, 1000);
  setTimeout(() => {
    get(url, (incoming) => incoming.resume().on("end", () => note("http")));
  }, 2000);
  void (async () => {
    await sleep(3000);
    for (const how of ["first", "second"]) {
      await (await fetch(url)).text();
      note(how);
    }
  })();
  await time.goTo(start + 86_400_000);
  expect(answered).toEqual([
    ["fetch", 1000],
    ["http", 2000],
    ["first", 3000],
    ["second", 3000],
  ]);
  await new Promise((resolve) => server.close(resolve));
});

test("a pending timer names the file that created it", () => {
  const clock = installed();
  setTimeout(() => undefined, 500);
  const [planned] = clock.pending();
  expect(planned).toMatchObject({ at: start + 500, planned: import.meta.filename });
});

test.each([Infinity, Number.MAX_SAFE_INTEGER])("a delay of %d ends at a valid date", async (ms) => {
  const clock = installed();
  const ran: number[] = [];
  setTimeout(() => ran.push(0), ms);
  setInterval(() => ran.push(1), ms);
  expect(clock.pending().map(({ at }) => Number.isNaN(new Date(at).getTime()))).toEqual([
    false,
    false,
  ]);
  await clock.goTo(Number(clock.nextAt()));
  expect([ran, clock.pending()]).toEqual([[0, 1], []]);
});

test.each([
  [["/app/src/bot.ts"], "/app/src/bot.ts"],
  [["/app/node_modules/discord.js/src/client.js", "/app/src/bot.ts"], undefined],
  [["node:events", "/app/src/bot.ts"], undefined],
  [[undefined, "/app/src/bot.ts"], "/app/src/bot.ts"],
  [[], undefined],
])("a timer created by %j is attributed to the application's file: %s", (files, own) => {
  expect(callerOutsideLibraries(files)).toBe(own);
});

test("removing the clock restores the real time", () => {
  installed().remove();
  expect(Date.now()).toBeGreaterThan(start + 86_400_000);
});

test("a test's fake Date that was restored meanwhile is not installed again", () => {
  const { Date: real } = globalThis;
  class FakeDate extends real {}
  const scope = { setTimeout, clearTimeout, setInterval, clearInterval, Date: FakeDate };
  time = appTime(start);
  time.install(scope);
  Object.assign(scope, { Date: real });
  time.remove();
  expect(scope.Date).toBe(real);
});

describe("a library that a bot uses for waiting", () => {
  let folder = "";

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "antechamber-library-"));
  });

  afterEach(() => rm(folder, { recursive: true }));

  /** Loads a CommonJS file of a library, which keeps the timers that it finds when it is loaded. */
  async function loaded(name: string) {
    const file = join(folder, "node_modules", name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(
      file,
      `const { setTimeout, clearTimeout } = require("node:timers");
      exports.after = (task, ms) => setTimeout(task, ms).unref();
      exports.never = (task, ms) => clearTimeout(exports.after(task, ms));
      exports.now = () => Date.now();`,
    );
    return createRequire(import.meta.url)(file) as {
      after: (task: () => void, ms: number) => unknown;
      never: (task: () => void, ms: number) => void;
      now: () => number;
    };
  }

  test("has collectors that follow the clock even if it was loaded before", async () => {
    const collector = await loaded("discord.js/src/structures/interfaces/Collector.js");
    time = appTime(start);
    time.installEverywhere(globalThis);
    const ran: string[] = [];
    collector.after(() => ran.push("time"), 60_000);
    collector.never(() => ran.push("never"), 30_000);
    expect(time.pending()).toMatchObject([{ at: start + 60_000, planned: import.meta.filename }]);
    await time.goTo(start + 59_999);
    expect(ran).toEqual([]);
    await time.goTo(start + 60_000);
    expect(ran).toEqual(["time"]);
  });

  test("uses the world's time for members and real time for its connections", async () => {
    const member = await loaded("discord.js/src/structures/GuildMember.js");
    const shard = await loaded("discord.js/src/client/websocket/WebSocketShard.js");
    time = appTime(start);
    time.installEverywhere(globalThis);
    expect(member.now()).toBe(start);
    expect(shard.now()).toBeGreaterThan(start + 86_400_000);
    await new Promise<void>((resolve) => {
      shard.after(resolve, 1);
      // Keeps the process alive for the timer of the library.
      void pause(5);
    });
    expect(time.pending()).toEqual([]);
    time.remove();
    expect(member.now()).toBeGreaterThan(start + 86_400_000);
  });
});

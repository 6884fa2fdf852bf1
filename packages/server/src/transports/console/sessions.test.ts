import { expect, test } from "vitest";
import type { Bus, Subscriber } from "../../platform/bus.ts";
import { seededRandom } from "../../platform/random.ts";
import { ConsoleSessions } from "./sessions.ts";

const MINUTE_MS = 60_000;
const HOURS_12_MS = 720 * MINUTE_MS;

interface Options {
  readonly endedMax?: number;
  readonly bus?: Pick<Bus, "publish" | "subscribe">;
}

/** Sessions on a clock that the test moves, and calls with a cookie that they set. */
function open(options: Options = {}) {
  let now = Date.parse("2026-11-22T12:00:00.000Z");
  const sessions = new ConsoleSessions({
    controlKey: "key",
    clock: { system: () => now },
    random: seededRandom("console"),
    production: false,
    ...options,
  });
  const call = (setCookie = "") => ({
    method: "GET",
    headers: {
      host: "127.0.0.1:8010",
      "sec-fetch-site": "same-origin",
      cookie: `theme=dark; ${setCookie.split(";")[0]}`,
    },
  });
  const admits = (setCookie: string) => sessions.admits(call(setCookie));
  const pass = (ms: number) => (now += ms);
  return { sessions, call, admits, pass, begin: () => sessions.begin(call()) };
}

test("a cookie is renewed after ten minutes, not earlier", () => {
  const { sessions, call, admits, pass, begin } = open();
  const first = begin();
  pass(10 * MINUTE_MS);
  expect(sessions.renewal(call(first))).toBeUndefined();
  pass(1);
  const second = sessions.renewal(call(first)) ?? "";
  expect(second).toMatch(/^antechamber-console-8010=\S+; Max-Age=43200; Path=\/; HttpOnly/);
  pass(HOURS_12_MS - 10 * MINUTE_MS);
  expect([admits(first), admits(second)]).toEqual([false, true]);
});

test("an unused session ends after twelve hours and cannot be renewed", () => {
  const { sessions, call, admits, pass, begin } = open();
  const cookie = begin();
  pass(HOURS_12_MS - 1);
  expect(admits(cookie)).toBe(true);
  pass(1);
  expect([admits(cookie), sessions.renewal(call(cookie))]).toEqual([false, undefined]);
});

test("ending a session invalidates all of its cookies and no other session", () => {
  const { sessions, call, admits, pass, begin } = open();
  const [first, other] = [begin(), begin()];
  pass(11 * MINUTE_MS);
  const renewed = sessions.renewal(call(first)) ?? "";
  expect(admits(renewed)).toBe(true);
  expect(sessions.end(call(first))).toContain("=; Max-Age=0");
  expect([first, renewed, other].map(admits)).toEqual([false, false, true]);
  expect(sessions.renewal(call(renewed))).toBeUndefined();
});

test("all sessions end when more were ended than can be stored", () => {
  const { sessions, call, admits, begin } = open({ endedMax: 2 });
  const [one, two, three, other] = [begin(), begin(), begin(), begin()];
  for (const each of [one, two]) sessions.end(call(each));
  expect(admits(other)).toBe(true);
  sessions.end(call(three));
  expect([one, two, three, other].map(admits)).toEqual([false, false, false, false]);
  expect(admits(begin())).toBe(true);
});

test("ending an unknown session stores nothing", () => {
  const { sessions, call, admits, begin } = open({ endedMax: 1 });
  const forged = begin().replace(/[0-9a-f]{64}/, "0".repeat(64));
  const other = begin();
  for (let i = 0; i < 3; i += 1) sessions.end(call(forged));
  expect(admits(other)).toBe(true);
});

test("ended sessions are deleted once their cookies have expired", () => {
  const { sessions, call, admits, pass, begin } = open({ endedMax: 1 });
  sessions.end(call(begin()));
  pass(HOURS_12_MS);
  const other = begin();
  sessions.end(call(begin()));
  expect(admits(other)).toBe(true);
});

/** Buses between processes that deliver messages at once. */
function buses(count: number): Pick<Bus, "publish" | "subscribe">[] {
  const listeners = Array.from({ length: count }, () => new Map<string, Subscriber>());
  return listeners.map((own, i) => ({
    subscribe(topic, subscriber) {
      own.set(topic, subscriber);
      return () => own.delete(topic);
    },
    publish(topic, body) {
      for (const each of listeners) if (each !== own) each.get(topic)?.(body, `${i}`);
    },
  }));
}

test("a session that ends at one process ends at all processes on the bus", () => {
  const [here, there] = buses(2).map((bus) => open({ bus }));
  const [first, other] = [here?.begin() ?? "", here?.begin() ?? ""];
  expect([first, other].map((each) => there?.admits(each))).toEqual([true, true]);
  here?.sessions.end(here.call(first));
  expect([first, other].map((each) => there?.admits(each))).toEqual([false, true]);
});

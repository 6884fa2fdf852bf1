import { afterEach, expect, test } from "vitest";
import { callerOutsideLibraries, type AppTime } from "../../preload/app-time.cjs";
import { appTime } from "./app-time.ts";

const start = Date.UTC(2026, 0, 1);
let time: AppTime | undefined;

afterEach(() => time?.remove());

function installed(): AppTime {
  time = appTime(start);
  time.install(globalThis);
  return time;
}

test("dates of the application stand at the world's time", () => {
  installed();
  expect([Date.now(), new Date().toISOString()]).toEqual([start, "2026-01-01T00:00:00.000Z"]);
  expect(new Date(0).toISOString()).toBe("1970-01-01T00:00:00.000Z");
  expect(new Date()).toBeInstanceOf(Date);
});

test("timers run when the clock comes to them, in the order of their instants", async () => {
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

test("what is planned names the file that planned it", () => {
  const clock = installed();
  setTimeout(() => undefined, 500);
  const [planned] = clock.pending();
  expect(planned).toMatchObject({ at: start + 500, planned: import.meta.filename });
});

test.each([Infinity, Number.MAX_SAFE_INTEGER])("a delay of %d ends at a date", async (ms) => {
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
])("a timer that %j plans is the application's: %s", (files, own) => {
  expect(callerOutsideLibraries(files)).toBe(own);
});

test("afterwards everything is real again", () => {
  installed().remove();
  expect(Date.now()).toBeGreaterThan(start + 86_400_000);
});

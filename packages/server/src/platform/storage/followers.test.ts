import { expect, test } from "vitest";
import { Followers } from "./followers.ts";
import type { EventRecord } from "../store.ts";

function named(...names: readonly string[]): readonly EventRecord[] {
  return names.map((name) => ({ name, scope: { kind: "nobody" }, payload: null, at: 1 }));
}

/** Listeners of which one fails on one event. */
function aCrowd() {
  const [received, ended]: [string[], string[]] = [[], []];
  const followers = new Followers((error) => ended.push(String(error)));
  const missed = () => received.push("missed something");
  followers.follow(
    (events) => {
      for (const { name } of events) if (name === "poison") throw new Error(name);
    },
    { missed },
  );
  followers.follow((events) => received.push(...events.map(({ name }) => name)));
  return { followers, received, ended };
}

test("an event that a listener fails to handle is reported, and ends nothing", () => {
  const { followers, received, ended } = aCrowd();
  const reports: string[] = [];
  const stop = followers.whenFailed((names, error) =>
    reports.push(`${names.join()}: ${String(error)}`),
  );
  followers.notify(named("poison"));
  followers.notify(named("after"));
  expect([received, reports, ended]).toEqual([["poison", "after"], ["poison: Error: poison"], []]);
  stop();
  followers.notify(named("poison"));
  expect(ended).toEqual(["Error: poison"]);
});

test("a listener that threw among several events is notified that it may have missed some", () => {
  const { followers, received } = aCrowd();
  followers.whenFailed(() => undefined);
  followers.notify(named("before", "poison", "after"));
  expect(received).toEqual(["before", "poison", "after", "missed something"]);
});

// Recovers sessions of processes that have ended, several in one turn.
import { expect, test } from "vitest";
import type { LogPage } from "../../../platform/store.ts";
import { LateEvents, type LateEventsDeps } from "./late-events.ts";
import { Session } from "../sessions/session.ts";

const owner = { kind: "bot", userId: "1", applicationId: "1", scopes: new Set<string>() } as const;
const start = {
  intents: 0,
  shard: undefined,
  guildIds: [],
  largeThreshold: 50,
  compress: false,
  accessToken: undefined,
};

type Turn = (place: string) => Promise<void>;

/** Late events with turns and log pages that the test controls. */
function setUp() {
  const turns: Turn[] = [];
  const log = { isGone: false };
  const inTurnAt: LateEventsDeps["inTurnAt"] = (task) =>
    new Promise((resolve, reject) => {
      turns.push(async (place) => Promise.resolve(task(place)).then(resolve, reject));
    });
  const late = new LateEvents({
    events: {
      async since(): Promise<LogPage> {
        if (log.isGone) throw new Error("the database does not answer");
        return { events: [], next: undefined };
      },
    },
    declarations: () => undefined,
    sessions: { invalidate: () => undefined, has: () => true },
    setAside: () => undefined,
    deliver: () => undefined,
    inTurnAt,
    log: { error: () => undefined },
  });
  const next = (place: string) => turns.shift()?.(place);
  return { late, log, next };
}

const aSession = (number: number) => new Session({ id: `${number}`, number }, owner, start);

test("a session that waits for the next turn begins although others could not be read", async () => {
  const { late, log, next } = setUp();
  const [early, waiting] = [
    late.recover("1", () => aSession(1)),
    late.recover("5", () => aSession(2)),
  ];
  const failed = Promise.allSettled([early]);
  log.isGone = true;
  await next("3");
  expect(await failed).toMatchObject([{ status: "rejected" }]);
  log.isGone = false;
  await next("5");
  expect(await waiting).toBe(true);
});

test("a session that cannot begin does not affect the others", async () => {
  const { late, next } = setUp();
  const begins = [
    () => aSession(1),
    () => {
      throw new Error("it does not begin");
    },
    () => aSession(3),
  ];
  const settled = Promise.allSettled(begins.map((begin) => late.recover("1", begin)));
  await next("1");
  expect((await settled).map((each) => ("value" in each ? each.value : "rejected"))).toEqual([
    true,
    "rejected",
    true,
  ]);
});

import { expect, test } from "vitest";
import { noBus, type Bus } from "../platform/bus.ts";
import { limitsInForce } from "./limits-in-force.ts";
import { clusterLimitsProfile } from "./cluster-limits-profile.ts";

/** Processes of one world; those that are cut off neither send to others nor receive. */
function connected(count: number) {
  const subscribers: ((body: unknown) => void)[] = [];
  const answers: (() => Promise<unknown>)[] = [];
  const reunions: (() => void)[] = [];
  const isUp = Array.from({ length: count }, () => true);
  const steered = Array.from({ length: count }, () => 0);
  const others = <T>(of: readonly T[], own: number): readonly T[] =>
    of.filter((_, nth) => nth !== own && isUp[nth] === true && isUp[own] === true);
  return Array.from({ length: count }, (_, own) => {
    const bus: Bus = {
      ...noBus,
      isShared: true,
      isUp: () => isUp[own] === true,
      subscribe: (_topic, subscriber) => {
        subscribers[own] = (body) => subscriber(body, "1");
        return () => undefined;
      },
      answer: (_topic, answer) => {
        answers[own] = () => answer(null, "1");
        return () => undefined;
      },
      publish: (_topic, body) => others(subscribers, own).forEach((subscriber) => subscriber(body)),
      ask: async () => ({
        answers: await Promise.all(others(answers, own).map((answer) => answer())),
        isComplete: true,
      }),
      onReconnect: (task) => {
        reunions[own] = task;
        return () => undefined;
      },
    };
    const inForce = limitsInForce({ limits: "production" });
    const store = { processes: { refresh: async () => undefined } };
    const together = clusterLimitsProfile({
      bus,
      store,
      inForce,
      steered: () => steered[own] ?? 0,
    });
    return {
      ...together,
      inForce,
      limits: () => inForce.now().limits,
      setUp: (next: boolean): void => {
        isUp[own] = next;
        if (next) reunions[own]?.();
      },
      heed: (number: number): void => void (steered[own] = number),
    };
  });
}

type Process = ReturnType<typeof connected>[number];

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a chosen profile applies at a process that starts later", async () => {
  const [one, late] = connected(2) as [Process, Process];
  one.use("off");
  late.inForce.follow({ profile: undefined, frozen: false });
  await late.begin();
  expect(late.limits()).toBe("off");
});

test("a disconnected process adopts the profile that was chosen meanwhile", async () => {
  const [one, cutOff] = connected(2) as [Process, Process];
  cutOff.use("off");
  cutOff.setUp(false);
  one.use("unapproved");
  cutOff.setUp(true);
  await settled();
  expect([one.limits(), cutOff.limits()]).toEqual(["unapproved", "unapproved"]);
});

test("a profile that was chosen at a disconnected process applies everywhere once it reconnects", async () => {
  const [one, two, cutOff] = connected(3) as [Process, Process, Process];
  cutOff.setUp(false);
  cutOff.use("unapproved");
  cutOff.setUp(true);
  await settled();
  expect([one, two, cutOff].map((each) => each.limits())).toEqual(Array(3).fill("unapproved"));
});

test("of two profiles that were chosen at once, one applies at both processes", async () => {
  const both = connected(2) as [Process, Process];
  for (const each of both) each.setUp(false);
  both[0].use("unapproved");
  both[1].use("off");
  for (const each of both) each.setUp(true);
  await settled();
  expect(both[0].limits()).toBe(both[1].limits());
});

test("of two profiles that were chosen at once, the same one wins in any order of reconnection", async () => {
  const profilesAfter = async (order: readonly number[]) => {
    const both = connected(2) as [Process, Process];
    for (const each of both) each.setUp(false);
    both[0].use("unapproved");
    both[1].use("off");
    for (const place of order) {
      both[place]?.setUp(true);
      await settled();
    }
    return both.map((each) => each.limits());
  };
  expect(await profilesAfter([0, 1])).toEqual(["off", "off"]);
  expect(await profilesAfter([1, 0])).toEqual(["off", "off"]);
});

test("a profile of a replaced world does not return from a lagging process", async () => {
  const [ahead, behind] = connected(2) as [Process, Process];
  behind.use("off");
  ahead.heed(1);
  ahead.inForce.follow({ profile: undefined, frozen: false });
  await ahead.begin();
  expect(ahead.limits()).toBe("production");
});

test("a profile that this version does not know is ignored", async () => {
  const [newer, own] = connected(2) as [Process, Process];
  newer.inForce.use("of-tomorrow" as "off");
  await own.begin();
  expect(own.limits()).toBe("production");
});

// What processes wait for when one of them is steered.
import { expect, test } from "vitest";
import { noBus, type Bus, type Question } from "../platform/bus.ts";
import { FaultPlan, type InjectedFault } from "../platform/fault-injection.ts";
import { seededRandom } from "../testing/seeded-random.ts";
import { steerTogether } from "./steered-together.ts";

const anyone = { applicationId: undefined, userId: undefined };

/** A process whose questions and messages to the others are kept. */
function aProcess() {
  const asked: Question[] = [];
  const told: unknown[] = [];
  const heeds: ((body: unknown) => void)[] = [];
  let looks = 0;
  const bus: Bus = {
    ...noBus,
    isShared: true,
    isUp: () => true,
    async ask(question) {
      asked.push(question);
      return { answers: [], isComplete: true };
    },
    tell: (_topic, body) => void told.push(body),
    hear(topic, heed) {
      if (topic === "faults") heeds.push((body) => heed(body, "2"));
      return () => undefined;
    },
  };
  const faults = new FaultPlan({
    random: seededRandom("together"),
    clock: { after: () => () => undefined },
  });
  const look = async () => void (looks += 1);
  steerTogether({
    bus,
    faults,
    store: { processes: { look } },
    inForce: { use: () => undefined },
    forgetLimits: () => undefined,
  });
  return { faults, asked, told, heeds, looks: () => looks };
}

function aFault(id: string, form: InjectedFault["form"]): InjectedFault {
  return { id, target: { ...anyone, endpointIds: undefined }, form };
}

test("a fault that is planned or taken back is waited for until all are known that live", async () => {
  const { faults, asked, looks } = aProcess();
  faults.add(aFault("1", { match: {}, http: { status: 500 } }));
  faults.remove("1");
  faults.clearEverywhere();
  await faults.isSame();
  expect(asked.map(({ livingKnown }) => livingKnown !== undefined)).toEqual([true, true, true]);
  expect(looks()).toBe(3);
});

test("a call that is answered with a fault does not ask the database who lives", async () => {
  const { faults, asked, looks } = aProcess();
  faults.add(aFault("1", { match: {}, http: { status: 500 } }));
  faults.ofCall(anyone);
  await faults.isSame();
  expect(asked.at(-1)).toMatchObject({ body: { used: "1" } });
  expect([asked.length, looks()]).toEqual([2, 1]);
});

test("nobody is asked about an event that a fault is injected into, and all heed it", async () => {
  const [one, other] = [aProcess(), aProcess()];
  const fault = aFault("1", { match: { count: 2 }, gateway: { duplicate: true } });
  for (const { faults } of [one, other]) faults.add(fault);
  one.faults.ofEvent(anyone);
  expect([one.asked.length, one.told]).toEqual([1, [{ used: "1" }]]);
  for (const body of one.told) for (const heed of other.heeds) heed(body);
  expect(other.faults.list().map(({ match }) => match.count)).toEqual([1]);
});

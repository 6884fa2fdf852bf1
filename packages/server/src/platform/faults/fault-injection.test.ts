import { limits } from "@antechamber/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seededRandom } from "../../testing/seeded-random.ts";
import { definedFields } from "../defined-fields.ts";
import { readFaultChange, type FaultChange } from "./fault-changes.ts";
import { FaultPlan, type InjectedFault, type Subject, type Target } from "./fault-injection.ts";

/** A plan whose real time stands still until `ring` is called. */
function aPlan(seed = "faults") {
  const alarms = new Set<() => void>();
  const after = (_ms: number, task: () => void) => {
    alarms.add(task);
    return () => alarms.delete(task);
  };
  const plan = new FaultPlan({ random: seededRandom(seed), clock: { after } });
  return { plan, alarms };
}

const anyTarget: Target = { applicationId: undefined, userId: undefined, endpointIds: undefined };
const anyone: Subject = { applicationId: undefined, userId: undefined };
let planned = 0;

function aFault(form: Partial<InjectedFault["form"]>, target: Partial<Target> = {}): InjectedFault {
  planned += 1;
  return {
    id: String(planned),
    target: { ...anyTarget, ...target },
    form: { match: {}, ...form },
  };
}

const broken = { http: { status: 500 } };

describe("an injected fault", () => {
  test("applies once by default, and is removed after its last application", () => {
    const { plan } = aPlan();
    plan.add(aFault(broken));
    plan.add(aFault({ http: { status: 502 }, match: { count: 2 } }));
    const injected = Array.from({ length: 4 }, () => plan.takeForCall(anyone)?.status);
    expect(injected).toEqual([500, 502, 502, undefined]);
    expect(plan.list()).toEqual([]);
  });

  test("lists its remaining applications", () => {
    const { plan } = aPlan();
    const fault = aFault({ ...broken, match: { count: 3, method: "GET" } });
    expect(plan.add(fault).match).toEqual({ count: 3, method: "GET" });
    plan.takeForCall(anyone);
    expect(plan.list()).toEqual([{ id: fault.id, ...broken, match: { count: 2, method: "GET" } }]);
  });

  test("no longer applies after it was deleted", () => {
    const { plan } = aPlan();
    const fault = aFault(broken);
    plan.add(fault);
    expect([plan.remove(fault.id), plan.remove(fault.id)]).toEqual([true, false]);
    expect(plan.takeForCall(anyone)).toBeUndefined();
  });

  test("of calls does not apply to sessions, and of sessions not to events", () => {
    const { plan } = aPlan();
    plan.add(aFault(broken));
    plan.add(aFault({ gateway: { drop: true } }));
    expect([plan.hasEventFaults, plan.takeForEvent(anyone)]).toEqual([false, undefined]);
    expect(plan.takeForSession(anyone)).toEqual({ drop: true });
    expect(plan.takeForSession(anyone)).toBeUndefined();
    plan.add(aFault({ gateway: { duplicate: true } }));
    expect([plan.hasEventFaults, plan.takeForEvent(anyone)]).toEqual([true, { duplicate: true }]);
    expect(plan.takeForCall(anyone)).toEqual({ status: 500 });
  });

  test("of sessions is applied by the gateway at once, unlike one of events or calls", () => {
    const { plan } = aPlan();
    let takenCount = 0;
    plan.onSessionFault((take) => {
      takenCount += [take(anyone), take(anyone)].filter((each) => each !== undefined).length;
    });
    plan.add(aFault(broken));
    plan.add(aFault({ gateway: { delay_ms: 1 } }));
    expect(takenCount).toBe(0);
    expect(plan.add(aFault({ gateway: { close_code: 4000 } })).match.count).toBe(0);
    expect(takenCount).toBe(1);
  });

  test("applies only to those it names", () => {
    const part = fc.option(fc.constantFrom("1", "2", "3"), { nil: undefined });
    const target = fc.record({ applicationId: part, userId: part, endpointId: part });
    fc.assert(
      fc.property(target, target, ({ endpointId, ...wanted }, { endpointId: called, ...who }) => {
        const { plan } = aPlan();
        const endpointIds = endpointId === undefined ? undefined : new Set([endpointId]);
        plan.add(aFault(broken, { ...wanted, endpointIds }));
        const subject = { ...who, ...definedFields({ endpointId: called }) };
        const isMeant =
          [wanted.applicationId ?? who.applicationId, wanted.userId ?? who.userId].every(
            (id, i) => id === [who.applicationId, who.userId][i],
          ) && (endpointId ?? called) === called;
        expect(plan.takeForCall(subject) !== undefined).toBe(isMeant);
      }),
    );
  });

  test("with a probability applies about that often, and a miss does not count", () => {
    const { plan } = aPlan();
    plan.add(aFault({ ...broken, match: { probability: 0.25, count: 1_000_000 } }));
    const injected = Array.from({ length: 4000 }, () => plan.takeForCall(anyone)).filter(
      Boolean,
    ).length;
    expect(injected).toBeGreaterThan(900);
    expect(injected).toBeLessThan(1100);
    expect(plan.list()[0]?.match.count).toBe(1_000_000 - injected);
    plan.clear();
    plan.add(aFault({ ...broken, match: { probability: 0 } }));
    expect(plan.takeForCall(anyone)).toBeUndefined();
  });
});

describe("the injected faults of several processes", () => {
  /**
   * Plans that share their changes as over a bus, on which all receive everything in the same
   * order; each has this many open sessions.
   */
  function sharedPlans(...sessions: readonly number[]) {
    const waitedFor: FaultChange[] = [];
    /** Which plan injected a fault into a session, each time. */
    const injected: number[] = [];
    const sent: { readonly from: FaultPlan; readonly text: string }[] = [];
    const plans = sessions.map((count, nth) => {
      const { plan } = aPlan();
      plan.onSessionFault((take) => {
        for (let i = 0; i < count; i += 1) if (take(anyone) !== undefined) injected.push(nth);
      });
      return plan;
    });
    const deliver = () => {
      for (let next = sent.shift(); next !== undefined; next = sent.shift()) {
        const { from, text } = next;
        for (const plan of plans) {
          if (plan !== from) plan.applyRemoteChange(readFaultChange(JSON.parse(text)));
        }
      }
    };
    for (const plan of plans) {
      const publish = (change: FaultChange) =>
        void sent.push({ from: plan, text: JSON.stringify(change) });
      const change = async (what: FaultChange) => {
        waitedFor.push(what);
        publish(what);
      };
      plan.shareWith({ change, publish });
    }
    return { plans, injected, waitedFor, deliver };
  }

  const dropped = { gateway: { drop: true } };

  test("apply a fault of sessions once in total", () => {
    const { plans, injected, deliver } = sharedPlans(2, 2, 0);
    expect(plans[0]?.add(aFault(dropped)).match.count).toBe(0);
    deliver();
    expect(injected).toEqual([0]);
    expect(plans.map((plan) => plan.list())).toEqual([[], [], []]);
  });

  test("apply the rest of a fault of sessions at another process", () => {
    const { plans, injected, deliver } = sharedPlans(2, 1, 0);
    plans[0]?.add(aFault({ ...dropped, match: { count: 4 } }));
    deliver();
    expect(injected).toEqual([0, 0, 1]);
    const counts = plans.map((plan) => plan.list().map(({ match }) => match.count));
    expect(counts).toEqual([[1], [1], [1]]);
  });

  test("keep a fault of sessions until a session exists at any process", () => {
    const { plans, deliver } = sharedPlans(0, 0);
    plans[0]?.add(aFault(dropped));
    deliver();
    expect(plans[1]?.takeForSession(anyone)).toEqual({ drop: true });
    deliver();
    expect(plans.map((plan) => plan.list())).toEqual([[], []]);
  });

  test("wait for one another when a call is answered with a fault, but not for events", () => {
    const { plans, waitedFor, deliver } = sharedPlans(0, 0);
    const ofCalls = aFault({ ...broken, match: { count: 2 } });
    plans[0]?.add(ofCalls);
    plans[0]?.add(aFault({ gateway: { duplicate: true }, match: { count: 2 } }));
    deliver();
    plans[0]?.takeForEvent(anyone);
    expect(waitedFor).toHaveLength(2);
    plans[0]?.takeForCall(anyone);
    expect(waitedFor.slice(2)).toEqual([{ used: ofCalls.id }]);
    deliver();
    const counts = plans.map((plan) => plan.list().map(({ match }) => match.count));
    expect(counts).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });
});

describe("the list of injected faults", () => {
  test("is bounded, and refuses more faults", () => {
    const { plan } = aPlan();
    for (let i = 0; i < limits.activeFaults.value; i++) plan.add(aFault(broken));
    expect(() => plan.add(aFault(broken))).toThrow("Maximum number of active faults");
    plan.takeForCall(anyone);
    expect(() => plan.add(aFault(broken))).not.toThrow();
  });

  test("ends waiting faults when it is cleared, as the end of their delay does", async () => {
    const { plan, alarms } = aPlan();
    const waits = [plan.wait(1000), plan.wait(2000)];
    for (const ring of [...alarms].slice(0, 1)) ring();
    await waits[0];
    expect(alarms.size).toBe(1);
    plan.add(aFault(broken));
    plan.clear();
    await waits[1];
    expect([alarms.size, plan.list()]).toEqual([0, []]);
  });
});

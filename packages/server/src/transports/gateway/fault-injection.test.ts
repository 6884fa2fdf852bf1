import fc from "fast-check";
import { expect, test } from "vitest";
import type { GatewayFault, Subject } from "../../platform/faults/fault-injection.ts";
import { encodeDispatch } from "./wire/codec.ts";
import { BUFFERED_EVENTS_MAX, InjectedEventFaults } from "./fault-injection.ts";

const anyone: Subject = { applicationId: undefined, userId: undefined };
const frame = encodeDispatch("MARK", {});

/** Events with given faults, and delays that the test ends. */
function aWay(faults: readonly (GatewayFault | undefined)[]) {
  const sent: number[] = [];
  const waits: (() => void)[] = [];
  let index = 0;
  let isCut = false;
  const events = new InjectedEventFaults(
    {
      takeForEvent: () => faults[index++],
      wait: () => new Promise((resolve) => waits.push(resolve)),
    },
    {
      push: (_frame, sequence) => sent.push(sequence),
      cut: () => {
        isCut = true;
      },
    },
  );
  return { events, sent, waits, wasCut: () => isCut };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

const delayed: GatewayFault = { delay_ms: 1 };
const doubled: GatewayFault = { duplicate: true };

test("a delayed event delays those after it, and a duplicated one is sent twice", async () => {
  const { events, sent, waits } = aWay([undefined, delayed, undefined, doubled]);
  for (let i = 1; i <= 4; i++) events.send(frame, i, anyone);
  expect(sent).toEqual([1]);
  for (const end of waits) end();
  await turn();
  expect(sent).toEqual([1, 2, 3, 4, 4]);
  events.send(frame, 5, anyone);
  expect(sent.at(-1)).toBe(5);
});

test("events are sent in order, whatever faults apply and whenever their delays end", async () => {
  const faults = fc.array(fc.constantFrom(undefined, undefined, delayed, doubled), {
    maxLength: 30,
    size: "max",
  });
  await fc.assert(
    fc.asyncProperty(faults, fc.infiniteStream(fc.boolean()), async (injected, chances) => {
      const { events, sent, waits } = aWay(injected);
      for (const [i] of injected.entries()) {
        events.send(frame, i, anyone);
        if (chances.next().value === true) waits.pop()?.();
        if (chances.next().value === true) await turn();
      }
      for (const end of waits) end();
      await turn();
      expect(sent).toEqual(injected.flatMap((fault, i) => (fault === doubled ? [i, i] : [i])));
    }),
  );
});

test("the connection is dropped when more is delayed than may be buffered", () => {
  const { events, wasCut } = aWay([delayed]);
  for (let i = 0; i < BUFFERED_EVENTS_MAX; i++) events.send(frame, i, anyone);
  expect(wasCut()).toBe(false);
  events.send(frame, BUFFERED_EVENTS_MAX, anyone);
  expect(wasCut()).toBe(true);
});

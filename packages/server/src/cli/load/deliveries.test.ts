import { expect, test } from "vitest";
import { Deliveries } from "./deliveries.ts";

/** Players 1, 2 and 3 are in a lobby. */
function aLobby() {
  const deliveries = new Deliveries();
  for (const player of [1, 2, 3]) deliveries.enter("lobby", player);
  const send = () => deliveries.begin("lobby", 0);
  const result = () => {
    const { expected, lost } = deliveries.report();
    return { expected, lost };
  };
  return { deliveries, send, result };
}

test("a message that somebody does not receive is lost once for each of them", () => {
  const { deliveries, send, result } = aLobby();
  const tag = send();
  deliveries.receive(1, 5, tag);
  deliveries.answered(tag, true);
  expect(deliveries.isWaiting).toBe(true);
  expect(result()).toEqual({ expected: 3, lost: 2 });
  deliveries.receive(2, 5, tag);
  deliveries.receive(2, 5, tag);
  deliveries.receive(3, 7, tag);
  expect(deliveries.isWaiting).toBe(false);
  expect(result()).toEqual({ expected: 3, lost: 0 });
  const { received, ms } = deliveries.report();
  expect(received).toBe(4);
  expect(ms.p50).toBeCloseTo(5, 1);
});

test("events may come before the answer of the call that caused them", () => {
  const { deliveries, send, result } = aLobby();
  const tag = send();
  for (const player of [1, 2, 3]) deliveries.receive(player, 1, tag);
  deliveries.answered(tag, true);
  expect(deliveries.isWaiting).toBe(false);
  expect(result()).toEqual({ expected: 3, lost: 0 });
});

test("a message that was refused is expected by nobody", () => {
  const { deliveries, send, result } = aLobby();
  deliveries.answered(send(), false);
  expect(deliveries.isWaiting).toBe(false);
  expect(result()).toEqual({ expected: 0, lost: 0 });
});

test("who leaves while a message is under way need not receive it, and who leaves later must", () => {
  const { deliveries, send, result } = aLobby();
  const early = send();
  deliveries.leave("lobby", 1);
  deliveries.answered(early, true);
  const late = send();
  deliveries.answered(late, true);
  deliveries.leave("lobby", 2);
  for (const tag of [early, late]) deliveries.receive(3, 1, tag);
  expect(result()).toEqual({ expected: 4, lost: 2 });
});

test("who disconnects waits for nothing, and who enters later neither", () => {
  const { deliveries, send, result } = aLobby();
  const tag = send();
  deliveries.answered(tag, true);
  deliveries.disconnect(1);
  deliveries.enter("lobby", 4);
  for (const player of [2, 3, 4]) deliveries.receive(player, 1, tag);
  expect(result()).toEqual({ expected: 2, lost: 0 });
});

test("of a hundred thousand messages that are waited for, the oldest is given up for one more", () => {
  const { deliveries, send, result } = aLobby();
  const first = send();
  for (let i = 1; i < 100_000; i += 1) send();
  deliveries.receive(1, 1, first);
  send();
  deliveries.receive(2, 1, first);
  expect(result()).toEqual({ expected: 300_003, lost: 300_002 });
});

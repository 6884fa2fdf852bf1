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

test("a message counts as lost once per member who does not receive it", () => {
  const { deliveries, send, result } = aLobby();
  const tag = send();
  deliveries.receive(1, 5, tag);
  deliveries.noteAnswer(tag, true);
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

test("events that arrive before the response to their call are counted", () => {
  const { deliveries, send, result } = aLobby();
  const tag = send();
  for (const player of [1, 2, 3]) deliveries.receive(player, 1, tag);
  deliveries.noteAnswer(tag, true);
  expect(deliveries.isWaiting).toBe(false);
  expect(result()).toEqual({ expected: 3, lost: 0 });
});

test("a refused message is not expected by anyone", () => {
  const { deliveries, send, result } = aLobby();
  deliveries.noteAnswer(send(), false);
  expect(deliveries.isWaiting).toBe(false);
  expect(result()).toEqual({ expected: 0, lost: 0 });
});

test("only members who leave before the response need not receive a message", () => {
  const { deliveries, send, result } = aLobby();
  const early = send();
  deliveries.leave("lobby", 1);
  deliveries.noteAnswer(early, true);
  const late = send();
  deliveries.noteAnswer(late, true);
  deliveries.leave("lobby", 2);
  for (const tag of [early, late]) deliveries.receive(3, 1, tag);
  expect(result()).toEqual({ expected: 4, lost: 2 });
});

test("disconnected players and later members are not expected to receive a message", () => {
  const { deliveries, send, result } = aLobby();
  const tag = send();
  deliveries.noteAnswer(tag, true);
  deliveries.disconnect(1);
  deliveries.enter("lobby", 4);
  for (const player of [2, 3, 4]) deliveries.receive(player, 1, tag);
  expect(result()).toEqual({ expected: 2, lost: 0 });
});

test("the oldest of a hundred thousand pending messages is evicted for a new one", () => {
  const { deliveries, send, result } = aLobby();
  const first = send();
  for (let i = 1; i < 100_000; i += 1) send();
  deliveries.receive(1, 1, first);
  send();
  deliveries.receive(2, 1, first);
  expect(result()).toEqual({ expected: 300_003, lost: 300_002 });
});

import { expect, test } from "vitest";
import type { Request, Sent, Update } from "./messages.ts";
import { WorkerLink } from "./worker-link.ts";

const slow = [{ field: "is", value: "slow" }] as const;

function aLink() {
  const requests: Request[] = [];
  let take: (sent: Sent) => void = () => undefined;
  const link = new WorkerLink((receiver) => {
    take = receiver;
    return { postMessage: (request) => requests.push(request) };
  });
  const updates: Update[] = [];
  link.listen((update) => updates.push(update));
  return { link, requests, updates, come: (sent: Sent) => take(sent) };
}

const sizeOf = (total: number): Update => ({ type: "size", name: "timeline", total, dropped: 0 });

test("open views are requested for every watched world", () => {
  const { link, requests } = aLink();
  link.view("timeline", slow);
  link.watch("main");
  link.view("gone", []);
  link.forget("gone");
  requests.length = 0;
  link.watch("other");
  expect(requests).toEqual([
    { type: "watch", world: "other", turn: 2 },
    { type: "view", name: "timeline", conditions: slow },
  ]);
});

test("messages of the previous world are ignored", () => {
  const { link, updates, come } = aLink();
  link.watch("main");
  come({ turn: 1, update: sizeOf(1) });
  link.watch("other");
  come({ turn: 1, update: sizeOf(2) });
  come({ turn: 2, update: sizeOf(3) });
  expect(updates).toEqual([sizeOf(1), sizeOf(3)]);
});

import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { StopSignals } from "./stop-signals.ts";

/** A program that is ended by signals, and the codes with which it ended at once. */
function aProgram() {
  const source = new EventEmitter();
  const ended: number[] = [];
  let now = 0;
  const stops = new StopSignals(source, {
    clock: { real: () => now },
    exit: (code) => void ended.push(code),
  });
  return {
    source,
    stops,
    ended,
    /** @param afterMs the time since the last signal */
    send: (signal: NodeJS.Signals, afterMs = 1000) => {
      now += afterMs;
      source.emit(signal, signal);
    },
  };
}

test("the first press lets it end in order, and the second ends it at once", () => {
  const { stops, ended, send } = aProgram();
  const stop = stops.next();
  expect(stop.aborted).toBe(false);
  send("SIGINT");
  expect([stop.aborted, ended]).toEqual([true, []]);
  send("SIGINT");
  expect(ended).toEqual([130]);
});

test("a press that comes twice at once, from the terminal and from npm, is one", () => {
  const { stops, ended, send } = aProgram();
  const stop = stops.next();
  send("SIGINT");
  send("SIGINT", 5);
  send("SIGINT", 294);
  expect([stop.aborted, ended]).toEqual([true, []]);
  send("SIGINT", 1);
  expect(ended).toEqual([130]);
});

test("a second press is for what waits for it", () => {
  const { stops, ended, send } = aProgram();
  stops.next();
  send("SIGINT");
  const again = stops.next();
  send("SIGINT", 5);
  expect(again.aborted).toBe(false);
  send("SIGINT");
  expect([again.aborted, ended]).toEqual([true, []]);
  send("SIGINT");
  expect(ended).toEqual([130]);
});

test("the code is that of the signal which ended it", () => {
  const { stops, ended, send } = aProgram();
  stops.next();
  send("SIGTERM");
  send("SIGTERM");
  send("SIGHUP");
  expect(ended).toEqual([143, 129]);
});

test("signals that nobody listens to are left as they are", () => {
  const { source, stops } = aProgram();
  expect(source.eventNames()).toEqual([]);
  stops.next(["SIGINT", "SIGTERM"]);
  stops.next(["SIGINT", "SIGTERM"]);
  expect(source.eventNames().map((name) => [name, source.listenerCount(name)])).toEqual([
    ["SIGINT", 1],
    ["SIGTERM", 1],
  ]);
});

test("without a reader what waits ends in order, and nothing else is ended that way", () => {
  const { stops, ended, send } = aProgram();
  expect(stops.readerGone()).toBe(false);
  const stop = stops.next();
  expect([stops.readerGone(), stop.aborted]).toEqual([true, true]);
  expect(stops.readerGone()).toBe(true);
  send("SIGINT");
  expect(ended).toEqual([130]);
});

test("a reader that a press ended first does not end what ends in order", () => {
  const { stops, send } = aProgram();
  stops.next();
  send("SIGINT");
  expect(stops.readerGone()).toBe(true);
});

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

test("the first Ctrl-C stops gracefully, and the second at once", () => {
  const { stops, ended, send } = aProgram();
  const stop = stops.next();
  expect(stop.aborted).toBe(false);
  send("SIGINT");
  expect([stop.aborted, ended]).toEqual([true, []]);
  send("SIGINT");
  expect(ended).toEqual([130]);
});

test("a Ctrl-C that arrives twice at once, from the terminal and from npm, counts once", () => {
  const { stops, ended, send } = aProgram();
  const stop = stops.next();
  send("SIGINT");
  send("SIGINT", 5);
  send("SIGINT", 294);
  expect([stop.aborted, ended]).toEqual([true, []]);
  send("SIGINT", 1);
  expect(ended).toEqual([130]);
});

test("a second Ctrl-C is passed to what waits for it", () => {
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

test("the exit code is that of the signal", () => {
  const { stops, ended, send } = aProgram();
  stops.next();
  send("SIGTERM");
  send("SIGTERM");
  send("SIGHUP");
  expect(ended).toEqual([143, 129]);
});

test("signals without a listener keep their default action", () => {
  const { source, stops } = aProgram();
  expect(source.eventNames()).toEqual([]);
  stops.next(["SIGINT", "SIGTERM"]);
  stops.next(["SIGINT", "SIGTERM"]);
  expect(source.eventNames().map((name) => [name, source.listenerCount(name)])).toEqual([
    ["SIGINT", 1],
    ["SIGTERM", 1],
  ]);
});

test("a closed output stops what waits gracefully, and nothing else", () => {
  const { stops, ended, send } = aProgram();
  expect(stops.readerGone()).toBe(false);
  const stop = stops.next();
  expect([stops.readerGone(), stop.aborted]).toEqual([true, true]);
  expect(stops.readerGone()).toBe(true);
  send("SIGINT");
  expect(ended).toEqual([130]);
});

test("a reader that Ctrl-C ended first does not interrupt a graceful stop", () => {
  const { stops, send } = aProgram();
  stops.next();
  send("SIGINT");
  expect(stops.readerGone()).toBe(true);
});

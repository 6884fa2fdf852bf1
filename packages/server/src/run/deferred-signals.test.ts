import { EventEmitter } from "node:events";
import { afterEach, expect, test } from "vitest";
import { deferSignals } from "./deferred-signals.ts";

const releases: (() => void)[] = [];
afterEach(() => {
  for (const release of releases.splice(0)) release();
});

/** A program that ignores signals, and records those it was sent. */
function aRun({ hasTerminal = false } = {}) {
  const source = new EventEmitter();
  const sent: NodeJS.Signals[] = [];
  let now = 0;
  const signals = deferSignals(source, {
    hasTerminal,
    clock: { real: () => now },
  });
  releases.push(() => signals.release());
  return {
    sent,
    source,
    /** @param afterMs milliseconds since the last press */
    press: (afterMs = 1000) => {
      now += afterMs;
      source.emit("SIGINT", "SIGINT");
    },
    start: () => signals.attach({ signal: (name) => void sent.push(name) }),
    release: () => signals.release(),
  };
}

test("signals are forwarded to the program, even those before its start", () => {
  const { sent, source, press, start } = aRun();
  press();
  expect(sent).toEqual([]);
  start();
  source.emit("SIGTERM", "SIGTERM");
  source.emit("SIGHUP", "SIGHUP");
  expect(sent).toEqual(["SIGINT", "SIGTERM", "SIGHUP"]);
});

test("a second Ctrl-C kills the program", () => {
  const { sent, press, start } = aRun();
  start();
  press();
  press();
  expect(sent).toEqual(["SIGINT", "SIGKILL"]);
});

test("a second Ctrl-C kills the program although the first preceded its start", () => {
  const { sent, press, start } = aRun();
  press();
  start();
  press();
  expect(sent).toEqual(["SIGINT", "SIGKILL"]);
});

test("at a terminal the first Ctrl-C is not forwarded, and the second kills the program", () => {
  const { sent, press, start } = aRun({ hasTerminal: true });
  start();
  press();
  expect(sent).toEqual([]);
  press();
  expect(sent).toEqual(["SIGKILL"]);
});

test("a Ctrl-C long after the first is forwarded again", () => {
  const { sent, press, start } = aRun();
  start();
  press();
  press(5000);
  expect(sent).toEqual(["SIGINT", "SIGINT"]);
});

test("two Ctrl-C at the same time, from the terminal and from npm, count as one", () => {
  const { sent, press, start } = aRun();
  start();
  press();
  press(1);
  expect(sent).toEqual(["SIGINT"]);
  press();
  expect(sent).toEqual(["SIGINT", "SIGKILL"]);
});

test("no signal handlers remain after the program has ended", () => {
  const { source, release } = aRun();
  release();
  expect(source.eventNames()).toEqual([]);
});

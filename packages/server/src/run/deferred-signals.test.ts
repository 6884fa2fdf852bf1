import { EventEmitter } from "node:events";
import { afterEach, expect, test } from "vitest";
import { heldSignals } from "./deferred-signals.ts";

const held: (() => void)[] = [];
afterEach(() => {
  for (const release of held.splice(0)) release();
});

/** A program that ignores signals, and records those it was sent. */
function aRun({ hasTerminal = false } = {}) {
  const source = new EventEmitter();
  const sent: NodeJS.Signals[] = [];
  let now = 0;
  const signals = heldSignals(source, {
    hasTerminal,
    clock: { real: () => now },
  });
  held.push(() => signals.release());
  return {
    sent,
    source,
    /** @param afterMs milliseconds since the last press */
    press: (afterMs = 1000) => {
      now += afterMs;
      source.emit("SIGINT", "SIGINT");
    },
    start: () => signals.giveTo({ signal: (name) => void sent.push(name) }),
    release: () => signals.release(),
  };
}

test("signals are the program's, and one that comes before it has started waits for it", () => {
  const { sent, source, press, start } = aRun();
  press();
  expect(sent).toEqual([]);
  start();
  source.emit("SIGTERM", "SIGTERM");
  source.emit("SIGHUP", "SIGHUP");
  expect(sent).toEqual(["SIGINT", "SIGTERM", "SIGHUP"]);
});

test("a second Ctrl-C ends with force a program that does not listen", () => {
  const { sent, press, start } = aRun();
  start();
  press();
  press();
  expect(sent).toEqual(["SIGINT", "SIGKILL"]);
});

test("the first Ctrl-C may come before the program has started", () => {
  const { sent, press, start } = aRun();
  press();
  start();
  press();
  expect(sent).toEqual(["SIGINT", "SIGKILL"]);
});

test("at a terminal the first has reached the program already, and the second ends it", () => {
  const { sent, press, start } = aRun({ hasTerminal: true });
  start();
  press();
  expect(sent).toEqual([]);
  press();
  expect(sent).toEqual(["SIGKILL"]);
});

test("a Ctrl-C that comes long after another is one more for a shell or a debugger", () => {
  const { sent, press, start } = aRun();
  start();
  press();
  press(5000);
  expect(sent).toEqual(["SIGINT", "SIGINT"]);
});

test("a Ctrl-C that comes twice at once, from the terminal and from npm, is one", () => {
  const { sent, press, start } = aRun();
  start();
  press();
  press(1);
  expect(sent).toEqual(["SIGINT"]);
  press();
  expect(sent).toEqual(["SIGINT", "SIGKILL"]);
});

test("when the program has ended, signals are nobody's", () => {
  const { source, release } = aRun();
  release();
  expect(source.eventNames()).toEqual([]);
});

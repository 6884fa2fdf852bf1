// Connections to the real platform that a test attempted and that were prevented.
import { channel, subscribe, unsubscribe } from "node:diagnostics_channel";

/** The diagnostics channel for prevented calls: `discord.com, requested by /app/src/bot.ts:12`. */
const CHANNEL = "antechamber.prevented";

/** Subscribes to the prevented calls of this process. @returns a function that unsubscribes */
export function followPreventedCalls(received: (line: string) => void): () => void {
  const listener = (line: unknown) => received(String(line));
  subscribe(CHANNEL, listener);
  return () => unsubscribe(CHANNEL, listener);
}

/** The most stack frames that are searched for the calling line. */
const FRAMES_MAX = 60;

const kitFolder = import.meta.dirname;

/**
 * The innermost line of the tests or the application, `file:line`, that called; else that of a
 * library.
 */
export function callingLine(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES_MAX;
  const { stack = "" } = new Error("called");
  Error.stackTraceLimit = stackTraceLimit;
  const lines = [
    ...stack.matchAll(/^ +at (?:.*\()?(?:async )?(?:file:\/\/)?(\/[^()\n]*?):(\d+):\d+\)?$/gm),
  ]
    .map(([, file = "", line = ""]) => ({ file, place: `${file}:${line}` }))
    .filter(({ file }) => !file.startsWith(kitFolder));
  const own = lines.find(({ file }) => !/[/\\]node_modules[/\\]/.test(file));
  return (own ?? lines[0])?.place ?? "a timer or an event (line unknown)";
}

/** Publishes a prevented connection. @returns the error with which it fails */
export function prevent(host: string): Error {
  const line = `${host}, requested by ${callingLine()}`;
  channel(CHANNEL).publish(line);
  return new Error(`prevented: this test would have reached ${line}`);
}

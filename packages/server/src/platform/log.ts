import { pino, type DestinationStream, type Logger } from "pino";
import { unrefTimer } from "./async/event-loop.ts";

export type { Logger } from "pino";

const BATCH_MS = 5;
const BATCH_CHARACTERS = 65_536;

/** The format of log lines: for people, for machines, or none. */
export type LogFormat = "pretty" | "json" | "silent";

/** Fields that are redacted at any depth. */
const SECRET_NAMES = new Set(["authorization", "token", "client_secret"]);
const CENSORED = "[redacted]";
/** How deep secrets are searched for. */
const DEPTH_MAX = 4;

/** Fields that the messages of calls contain already. */
const FIELDS_OF_MESSAGES = "pid,hostname,method,path,status,ms,caller";

/** Opens the log; secrets are redacted before a line is written. */
export async function openLog(format: LogFormat, target?: DestinationStream): Promise<Logger> {
  const options = {
    level: format === "silent" ? "silent" : "info",
    formatters: { log: (facts: object) => redact(facts, DEPTH_MAX) },
    base: null,
  };
  if (format === "silent") return pino(options);
  if (format === "json") return pino(options, target ?? batchLines(process.stderr));
  // Loaded for people only.
  const { PinoPretty } = await import("pino-pretty");
  const destination = target ?? process.stderr;
  const pretty = { destination, colorize: true, singleLine: true, ignore: FIELDS_OF_MESSAGES };
  return pino(options, PinoPretty(pretty));
}

/** Redacts secrets. The library's own way takes longer than everything else about a line. */
function redact(facts: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(facts);
  if (!entries.some(([name, value]) => SECRET_NAMES.has(name) || isPlain(value))) {
    return facts as Record<string, unknown>;
  }
  const copy: Record<string, unknown> = {};
  for (const [name, value] of entries) {
    if (SECRET_NAMES.has(name)) copy[name] = CENSORED;
    else copy[name] = isPlain(value) && depth > 1 ? redact(value, depth - 1) : value;
  }
  return copy;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Writes the lines of a moment together: each write waits for the system. */
function batchLines(stream: NodeJS.WriteStream): DestinationStream {
  let pending = "";
  const flush = (): void => {
    const lines = pending;
    pending = "";
    if (lines !== "") stream.write(lines);
  };
  // An exit does not wait for the timer.
  process.on("exit", flush);
  return {
    write(line: string) {
      if (pending === "") unrefTimer(BATCH_MS, flush);
      pending += line;
      if (pending.length > BATCH_CHARACTERS) flush();
    },
  };
}

import { pino, type DestinationStream, type Logger } from "pino";

export type { Logger } from "pino";

/** How log lines are written: for people, for machines, or not at all. */
export type LogFormat = "pretty" | "json" | "silent";

/** Where a secret may stand in what is logged. */
const SECRET_PATHS = [
  "authorization",
  "token",
  "client_secret",
  "headers.authorization",
  "*.authorization",
  "*.token",
  "*.client_secret",
  "*.headers.authorization",
];

/** Opens the log; secrets are replaced before a line is written. */
export async function openLog(
  format: LogFormat,
  destination: DestinationStream = process.stderr,
): Promise<Logger> {
  const options = {
    level: format === "silent" ? "silent" : "info",
    redact: { paths: SECRET_PATHS, censor: "[redacted]" },
    base: null,
  };
  if (format !== "pretty") return pino(options, destination);
  // Only people need it.
  const { PinoPretty } = await import("pino-pretty");
  return pino(options, PinoPretty({ destination, colorize: true, ignore: "pid,hostname" }));
}

// What the processes of a program refused to call, as they write it down: one line each, in a file that
// every process can reach at any moment, its last one included.
import { watch } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { SerialQueue } from "../platform/async/serial-queue.ts";

/** A call that would have reached the platform. */
export interface Prevented {
  readonly url: string;
  /** `file:line` of whom called, nearest first; empty when nobody knows. */
  readonly frames: readonly string[];
}

/** `prevented: https://discord.com/ by eris/lib/rest.js:143 ← src/bot.ts:12`. */
export function preventedLine({ url, frames }: Prevented): string {
  const by = frames.length === 0 ? "" : `  by ${frames.join(" ← ")}`;
  return `prevented: ${url}${by}`;
}

/** Of one report; a longer one is cut, and then says nothing. */
const READ_BYTES_MAX = 1024 * 1024;

export interface PreventedReports {
  /** Reads what is there now. */
  look(): Promise<void>;
  stop(): void;
}

/**
 * Follows the reports.
 *
 * @param received is called with each once
 */
export async function followReports(
  path: string,
  received: (prevented: Prevented) => void,
): Promise<PreventedReports> {
  await writeFile(path, "");
  const queue = new SerialQueue();
  let offset = 0;
  const look = () =>
    queue.run(async () => {
      const text = await textFrom(path, offset);
      const whole = text.slice(0, text.lastIndexOf("\n") + 1);
      offset += Buffer.byteLength(whole);
      for (const line of whole.split("\n")) {
        const report = readReport(line);
        if (report !== undefined) received(report);
      }
    });
  const watcher = watch(path, () => void look());
  return { look, stop: () => watcher.close() };
}

async function textFrom(path: string, offset: number): Promise<string> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(READ_BYTES_MAX);
    const { bytesRead } = await file.read(buffer, 0, READ_BYTES_MAX, offset);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The program can write there, too: what is no report is passed over. */
function readReport(line: string): Prevented | undefined {
  try {
    const { url, frames } = JSON.parse(line) as { url?: unknown; frames?: unknown };
    if (typeof url !== "string" || !Array.isArray(frames)) return undefined;
    return { url, frames: frames.map(String) };
  } catch {
    return undefined;
  }
}

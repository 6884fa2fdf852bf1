// Reports of calls that the processes of a program refused to make: one line each, in a file that
// every process can append to at any moment, even as it exits.
import { watch } from "node:fs";
import { open } from "node:fs/promises";
import { SerialQueue } from "../platform/async/serial-queue.ts";

/** A refused call that would have reached the platform. */
export interface Prevented {
  readonly url: string;
  /** `file:line` of the callers, nearest first; empty if unknown. */
  readonly frames: readonly string[];
}

/** `prevented: https://discord.com/ by eris/lib/rest.js:143 ← src/bot.ts:12`. */
export function preventedLine({ url, frames }: Prevented): string {
  const by = frames.length === 0 ? "" : `  by ${frames.join(" ← ")}`;
  return `prevented: ${url}${by}`;
}

/** The most bytes read at once. A longer line is not a report. */
const READ_BYTES_MAX = 1024 * 1024;
const LINE_END = 0x0a;

export interface PreventedReports {
  /** Reads the reports that have been written since the last read. */
  readNew(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Follows the reports in a file, which is truncated first. They can be read even if the program
 * deletes the file.
 *
 * @param onReport is called once with each report
 */
export async function followReports(
  path: string,
  onReport: (prevented: Prevented) => void,
): Promise<PreventedReports> {
  const file = await open(path, "w+");
  const queue = new SerialQueue();
  const buffer = Buffer.alloc(READ_BYTES_MAX);
  let offset = 0;

  /** @returns whether there may be more */
  async function readChunk(): Promise<boolean> {
    const { bytesRead } = await file.read(buffer, 0, READ_BYTES_MAX, offset);
    const bytes = buffer.subarray(0, bytesRead);
    const end = bytes.lastIndexOf(LINE_END) + 1;
    const isFull = bytesRead === READ_BYTES_MAX;
    offset += end === 0 && isFull ? bytesRead : end;
    for (const line of bytes.toString("utf8", 0, end).split("\n")) {
      const report = readReport(line);
      if (report !== undefined) onReport(report);
    }
    return isFull;
  }

  const readNew = () =>
    queue.run(async () => {
      while (await readChunk());
    });
  // If reading fails, the next call of `readNew` reports it.
  const watcher = watch(path, () => void readNew().catch(() => undefined));
  return {
    readNew,
    async stop() {
      watcher.close();
      await queue.idle();
      await file.close();
    },
  };
}

/** A report in a line; undefined for anything else, since the program can write to the file too. */
function readReport(line: string): Prevented | undefined {
  try {
    const { url, frames } = JSON.parse(line) as { url?: unknown; frames?: unknown };
    if (typeof url !== "string" || !Array.isArray(frames)) return undefined;
    return { url, frames: frames.map(String) };
  } catch {
    return undefined;
  }
}

import { expect, test } from "vitest";
import { PrintedOutput } from "./printed-output.ts";

/** The output of a command that may wait for a graceful end, and how it ended. */
function anOutput(waits: boolean) {
  const ended: number[] = [];
  const complaints: string[] = [];
  const output = new PrintedOutput({
    stops: { readerGone: () => waits },
    complain: (line) => void complaints.push(line),
    exit: (code) => void ended.push(code),
  });
  return { output, ended, complaints };
}

const gone = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });

test("a reader that disconnects causes no failure", () => {
  const { output, ended, complaints } = anOutput(false);
  output.failed(gone);
  expect([ended, complaints, output.codeOf(4)]).toEqual([[0], [], 4]);
});

test("a failing write is reported once, as a failure", () => {
  const { output, ended, complaints } = anOutput(true);
  output.failed(full);
  output.failed(full);
  expect(complaints).toEqual([
    "antechamber: cannot write what is printed: ENOSPC: no space left on device",
  ]);
  expect([ended, output.codeOf(0), output.codeOf(5)]).toEqual([[], 1, 5]);
});

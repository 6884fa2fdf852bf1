// `npm run fuzz -- --minutes 10 [--seed S]`: calls every operation and holds gateway sessions with
// random input, and prints how many calls were answered with each status. Fails if it found an
// issue.
import { parseArgs } from "node:util";
import { fuzz } from "../packages/server/src/testing/fuzz/fuzz.ts";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "1" }, seed: { type: "string" } },
});
const seed = values.seed ?? String(Date.now());
const until = Date.now() + Number(values.minutes) * 60_000;
const print = (line: string) => process.stdout.write(`${line}\n`);

print(`seed ${seed}`);
const report = await fuzz({ seed, isOver: () => Date.now() > until });
print(`${report.calls} calls of ${report.taken.size} endpoints that took one or more`);
print(`${report.frames} frames in ${report.sessions} gateway sessions`);
print(`never taken: ${report.never.join(", ")}`);
for (const [status, count] of [...report.byStatus].toSorted(([a], [b]) => a - b)) {
  print(`  ${status}: ${count}`);
}
for (const issue of report.issues) print(`\nFAULT ${issue}`);
if (report.issues.length > 0) process.exitCode = 1;

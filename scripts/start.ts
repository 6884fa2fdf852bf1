// `npm start`: the program from the sources, and beside it the build of the console when that is
// stale. The build begins once the service is ready, so that no start waits for it.
import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { join } from "node:path";

const program = join(import.meta.dirname, "../packages/server/bin/antechamber.js");
const build = join(import.meta.dirname, "console-build.ts");

const write = process.stdout.write.bind(process.stdout);
process.stdout.write = ((...written: Parameters<typeof write>) => {
  const result = write(...written);
  if (String(written[0]).includes("antechamber ready ")) {
    process.stdout.write = write;
    buildBeside();
  }
  return result;
}) as typeof write;

/** Without the tools of development the console says how it is built. */
function buildBeside(): void {
  const child = spawn(process.execPath, [build], { stdio: "ignore" });
  child.on("error", () => undefined);
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It was quick, or the system has no priorities.
  }
  child.unref();
}

process.argv = [process.argv[0] ?? "node", program, "start", ...process.argv.slice(2)];
await import(program);

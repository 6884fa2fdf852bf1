// `npm start`: runs the program from the sources, and builds the console if the build is out of
// date. The build starts once the service is ready, so that it does not delay the start.
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
    buildInBackground();
  }
  return result;
}) as typeof write;

/** If the build tools are not installed, the console itself explains how to build it. */
function buildInBackground(): void {
  const child = spawn(process.execPath, [build], { stdio: "ignore" });
  child.on("error", () => undefined);
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has exited already, or the system has no priorities.
  }
  child.unref();
}

process.argv = [process.argv[0] ?? "node", program, "start", ...process.argv.slice(2)];
await import(program);

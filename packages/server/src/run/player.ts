// A program that runs during a recording by the command line: it has no input, and its output goes
// to stderr, apart from the command's own.
import { systemTimer } from "../platform/time/system-clock.ts";
import { startChild, type Child, type ChildDeps } from "./child.ts";

/**
 * Starts the program in a process group of its own, since it gets no keyboard input. @throws
 * ChildError
 */
export function startPlayer(
  command: readonly string[],
  env: ChildDeps["env"],
  clock: ChildDeps["clock"] = { after: systemTimer },
): Promise<Child> {
  return startChild(command, { clock, env, hasTerminal: false, stdio: ["ignore", 2, 2] });
}

// A program that plays while the command line records: it has no input, and what it prints stands
// apart from what the command prints.
import { systemTimer } from "../platform/time/system-clock.ts";
import { startChild, type Child, type ChildDeps } from "./child.ts";

/** Starts it as a group of its own, since no keys could reach it. @throws ChildError */
export function startPlayer(
  command: readonly string[],
  env: ChildDeps["env"],
  clock: ChildDeps["clock"] = { after: systemTimer },
): Promise<Child> {
  return startChild(command, { clock, env, hasTerminal: false, stdio: ["ignore", 2, 2] });
}

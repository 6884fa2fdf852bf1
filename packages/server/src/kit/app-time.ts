// The time of an application that runs inside the test, with the same code as `antechamber run`.
import { dirname, sep } from "node:path";
import { AppTime } from "../../preload/app-time.cjs";

const programFolder = `${dirname(import.meta.dirname)}${sep}`;

/**
 * Whether a file belongs to this program: timers of the kit, and of a service in the same thread,
 * remain real.
 */
export function isOfProgram(file: string): boolean {
  return file.startsWith(programFolder) && !/\.test\.[cm]?[jt]s$/.test(file);
}

/** Dates and timers of an application, which stand still until they are advanced. */
export function appTime(now: number): AppTime {
  return new AppTime(now, { isOurs: isOfProgram });
}

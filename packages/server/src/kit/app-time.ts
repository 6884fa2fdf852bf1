// Time of an application that runs inside the test. It is the same as in a run.
import { dirname, sep } from "node:path";
import { AppTime } from "../../preload/app-time.cjs";

const programFolder = `${dirname(import.meta.dirname)}${sep}`;

/**
 * Whether a file is of this program: timers of the kit, and of a service in the same thread, are
 * real.
 */
export function isOfProgram(file: string): boolean {
  return file.startsWith(programFolder) && !/\.test\.[cm]?[jt]s$/.test(file);
}

/** Dates and timers of an application, which stand at an instant until they are led on. */
export function appTime(now: number): AppTime {
  return new AppTime(now, { isOurs: isOfProgram });
}

// Time of an application that runs inside the test. It is the same as in a run.
import { AppTime } from "../../preload/app-time.cjs";

const kitFolder = import.meta.dirname;

/** Whether a file is of the kit, whose own timers are real. */
export function isOfKit(file: string): boolean {
  return file.startsWith(kitFolder) && !/\.test\.[cm]?[jt]s$/.test(file);
}

/** Dates and timers of an application, which stand at an instant until they are led on. */
export function appTime(now: number): AppTime {
  return new AppTime(now, { isOurs: isOfKit });
}

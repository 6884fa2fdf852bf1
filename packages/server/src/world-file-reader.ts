// World files for commands that start no service: what is wrong with one, and what it says.
import { faultLines } from "./control/world-file/faults.ts";
import { loadWorld } from "./control/world-file/load.ts";
import { readWorldFile, UnreadableFileError, WorldFileError } from "./control/world-file/read.ts";
import { secureRandom } from "./platform/random.ts";
import { steerableClock } from "./platform/time/system-clock.ts";

/**
 * Everything that is wrong with a world file, as a start would say it.
 *
 * @throws UnreadableFileError
 */
export async function worldFileFaults(path: string): Promise<readonly string[]> {
  try {
    const text = await readWorldFile(path);
    const deps = { systemNow: steerableClock().now(), production: false, random: secureRandom };
    const loading = loadWorld(text.value, deps);
    return loading.ok ? [] : await faultLines(loading.issues, text);
  } catch (error) {
    if (!(error instanceof WorldFileError) || error instanceof UnreadableFileError) throw error;
    return error.lines;
  }
}

/** What a world file says. @throws WorldFileError */
export async function worldFileValue(path: string): Promise<unknown> {
  return (await readWorldFile(path)).value;
}

// Reads world files for commands that start no service: their errors, or their content.
import { faultLines } from "../control/world-file/faults.ts";
import { loadWorld } from "../control/world-file/load.ts";
import { readWorldFile, UnreadableFileError, WorldFileError } from "../control/world-file/read.ts";
import { secureRandom } from "../platform/random.ts";
import { steerableClock } from "../platform/time/system-clock.ts";

/**
 * Every error in a world file, as a start would report it.
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

/** The content of a world file. @throws WorldFileError */
export async function worldFileValue(path: string): Promise<unknown> {
  return (await readWorldFile(path)).value;
}

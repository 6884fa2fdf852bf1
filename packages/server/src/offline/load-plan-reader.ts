// Reads load plans for `antechamber load` from files: the plan, or every error with its line and
// column.
import { limits } from "@antechamber/contract";
import { readLoadPlan } from "@antechamber/contract/control";
import type { ReadPlan } from "../cli/deps.ts";
import { faultLines } from "../control/world-file/faults.ts";
import { readWorldFile, WorldFileError } from "../control/world-file/read.ts";

/** @throws WorldFileError with one line per error */
export async function loadPlanValue(path: string): Promise<ReadPlan> {
  const { loadPlayers, loadDuration } = limits;
  const [playersMax, lengthMax] = [loadPlayers.value, loadDuration.value];
  const text = await readWorldFile(path, limits.loadPlanBytes.value);
  try {
    const reading = readLoadPlan(text.value);
    if ("plan" in reading) return { ...reading, playersMax, lengthMax };
    throw new WorldFileError(await faultLines(reading.issues, text));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new WorldFileError([`${text.name}: it is nested too deeply`]);
  }
}

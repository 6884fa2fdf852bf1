// The program as users install it, which is the one that is measured.
import { join } from "node:path";
import { packAll } from "../scripts/packing/pack.ts";
import { unpackedProgram } from "../scripts/packing/unpacked-program.ts";

/**
 * Packs the program into a directory, where it needs nothing else.
 *
 * @returns the path of its executable
 */
export async function packedProgram(directory: string): Promise<string> {
  const packed = join(directory, "packed");
  await packAll(packed);
  return unpackedProgram(packed, directory);
}

// The program as users install it: it is this one that is measured.
import { join } from "node:path";
import { packAll } from "../scripts/packing/pack.ts";
import { unpackedProgram } from "../scripts/packing/unpacked-program.ts";

/** Packs the program into a directory, where it needs nothing beside it. @returns its file */
export async function packedProgram(directory: string): Promise<string> {
  const packed = join(directory, "packed");
  await packAll(packed);
  return unpackedProgram(packed, directory);
}

// The program as users install it: it is this one that is measured.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { packAll } from "../scripts/packing/pack.ts";

/** Packs the program into a directory, where it needs nothing beside it. @returns its file */
export async function packedProgram(directory: string): Promise<string> {
  const packed = await packAll(join(directory, "packed"));
  const tarball = packed.find(({ name }) => name === "antechamber")?.tarball ?? "";
  execFileSync("tar", ["-xzf", tarball, "-C", directory]);
  return join(directory, "package", "dist", "antechamber.js");
}

// The program as users install it, unpacked from its tarball.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { readManifest, tarballName } from "./manifest.ts";

/**
 * Unpacks the program into a directory, where it needs nothing else.
 *
 * @returns the path of its executable
 */
export function unpackedProgram(packed: string, directory: string): string {
  mkdirSync(directory, { recursive: true });
  const tarball = join(packed, tarballName(readManifest("packages/server")));
  execFileSync("tar", ["-xzf", tarball, "-C", directory]);
  return join(directory, "package", "dist", "antechamber.js");
}

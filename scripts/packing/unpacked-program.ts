// The program as users install it, laid out of its tarball.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { readManifest, tarballName } from "./manifest.ts";

/** Unpacks the program into a directory, where it needs nothing beside it. @returns its file */
export function unpackedProgram(packed: string, directory: string): string {
  mkdirSync(directory, { recursive: true });
  const tarball = join(packed, tarballName(readManifest("packages/server")));
  execFileSync("tar", ["-xzf", tarball, "-C", directory]);
  return join(directory, "package", "dist", "antechamber.js");
}

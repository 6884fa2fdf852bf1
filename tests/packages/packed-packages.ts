// The packages as users get them.
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { packAll } from "../../scripts/packing/pack.ts";

/**
 * The packages that the checks packed from this tree, or else packed now.
 *
 * @returns the tarballs' paths
 */
export async function packedInto(folder: string): Promise<readonly string[]> {
  const byChecks = process.env["TEST_PACKED"];
  if (byChecks === undefined) return (await packAll(folder)).map(({ tarball }) => tarball);
  cpSync(byChecks, folder, { recursive: true });
  return readdirSync(folder).map((name) => join(folder, name));
}

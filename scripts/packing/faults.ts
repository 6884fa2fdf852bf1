// Faults of a packed package: it exceeds its budget, or publint or arethetypeswrong, which check it
// as Node and TypeScript would load it, refuse it.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { join } from "node:path";
import { budgets, type Budget } from "./budgets.ts";
import { root } from "./manifest.ts";
import type { PackedPackage } from "./pack.ts";

const run = promisify(execFile);

/** Returns one or more lines for each fault. */
export async function faultsOf(packed: PackedPackage): Promise<readonly string[]> {
  const linters: Promise<readonly string[]>[] = [
    faultsFoundBy("publint", ["run", packed.tarball, "--strict"]),
  ];
  // A package without exported modules has no types to check.
  if (packed.files.some((path) => path.endsWith(".d.ts"))) {
    // CommonJS loads modules too: Node from 24, and jest where it loads ours.
    const flags = ["--ignore-rules", "cjs-resolves-to-esm", "--no-emoji"];
    linters.push(faultsFoundBy("attw", [packed.tarball, ...flags]));
  }
  return [...sizeFaults(packed), ...(await Promise.all(linters)).flat()];
}

function sizeFaults({ name, tarballBytes, unpackedBytes }: PackedPackage): readonly string[] {
  const budget = budgets[name];
  if (budget === undefined) return [`${name} has no budget in scripts/packing/budgets.ts`];
  const sizes: Budget = { tarball: tarballBytes, unpacked: unpackedBytes };
  return (["tarball", "unpacked"] as const)
    .filter((part) => sizes[part] > budget[part])
    .map((part) => `${name}: ${part} has ${sizes[part]} bytes, at most ${budget[part]}`);
}

async function faultsFoundBy(tool: string, args: readonly string[]): Promise<readonly string[]> {
  try {
    await run(join(root, "node_modules/.bin", tool), args, { cwd: root });
    return [];
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return [`${tool} ${args.join(" ")}\n${stdout}${stderr}`];
  }
}

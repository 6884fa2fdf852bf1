// `npm run pack [-- --pack-destination DIR]`: builds the packages that users install, packs them as
// npm would publish them, and checks their size budgets and their manifests with linters for
// packages.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { faultsOf } from "./packing/faults.ts";
import { root } from "./packing/manifest.ts";
import { packAll, type PackedPackage } from "./packing/pack.ts";

const usage = `npm run pack [-- --pack-destination DIR]

Builds the packages that users install into DIR (absent: packed), and holds them to their budgets.`;

/** The command's options. @throws TypeError for any other */
function asked() {
  return parseArgs({
    options: {
      "pack-destination": { type: "string", default: join(root, "packed") },
      help: { type: "boolean", short: "h", default: false },
    },
  }).values;
}

let values: ReturnType<typeof asked>;
try {
  values = asked();
} catch (error) {
  console.error(`${(error as Error).message}\n\n${usage}`);
  process.exit(2);
}
if (values.help) {
  console.log(usage);
  process.exit();
}

function lineOf({ name, tarball, tarballBytes, unpackedBytes, files }: PackedPackage): string {
  const kib = (bytes: number) => `${Math.ceil(bytes / 1024)} KiB`;
  const sizes = `${kib(tarballBytes)}, unpacked ${kib(unpackedBytes)} in ${files.length} files`;
  return `${name}: ${sizes}: ${tarball}`;
}

const packages = await packAll(resolve(values["pack-destination"]));
for (const each of packages) console.log(lineOf(each));
const faults = (await Promise.all(packages.map(faultsOf))).flat();
for (const fault of faults) console.error(fault);
const files = packages.reduce((sum, each) => sum + each.files.length, 0);
console.log(`packed ${files} files`);
if (faults.length > 0) process.exitCode = 1;

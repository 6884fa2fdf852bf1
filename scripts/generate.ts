// Writes everything that is derived: from the contract openapi.json, docs/reference, and the SDK's
// types and calls, and from scripts/fidelity the ledger.
// `--check` writes nothing, and fails where a file differs from what would be written.
import { mkdirSync, readFileSync, rmSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as contract from "@antechamber/contract";
import { fidelityPage } from "./fidelity-page.ts";
import { referencePages } from "./reference-pages.ts";
import { sdkSources } from "./sdk-sources.ts";

const root = join(import.meta.dirname, "..");
const referenceFolder = "docs/reference";
const sdkFolder = "packages/sdk/src/generated";

interface Manifest {
  readonly version: string;
}

/** The derived files: what they should hold, by path from the root. */
function derivedFiles(): ReadonlyMap<string, string> {
  const { version } = JSON.parse(read("packages/server/package.json") ?? "{}") as Manifest;
  const document = contract.openApiDocument({
    title: "Antechamber",
    version,
    endpoints: contract.endpoints,
    schemas: contract.namedSchemas(contract),
  });
  const pages = Object.entries({
    ...referencePages(contract),
    "fidelity.md": fidelityPage(contract.datedRules),
  });
  return new Map([
    ["openapi.json", `${JSON.stringify(document, null, 2)}\n`],
    ...pages.map(([name, text]): [string, string] => [`${referenceFolder}/${name}`, text]),
    ...Object.entries(sdkSources(document)).map(([name, text]): [string, string] => [
      `${sdkFolder}/${name}`,
      text,
    ]),
  ]);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
}

/** Files in the derived folders that nothing derives any more. */
function leftOver(derived: ReadonlyMap<string, string>): string[] {
  return [referenceFolder, sdkFolder].flatMap(pathsIn).filter((path) => !derived.has(path));
}

function pathsIn(folder: string): string[] {
  try {
    return readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  } catch {
    // Nothing was ever written there.
    return [];
  }
}

function write(derived: ReadonlyMap<string, string>): void {
  for (const [path, text] of derived) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  for (const path of leftOver(derived)) rmSync(join(root, path));
  console.log(`wrote ${derived.size} files`);
}

function check(derived: ReadonlyMap<string, string>): void {
  const differing = [...derived]
    .filter(([path, text]) => read(path) !== text)
    .map(([path]) => path);
  const wrong = [...differing, ...leftOver(derived)];
  for (const path of wrong) {
    console.error(
      `${path} differs from the contract: run \`npm run generate\` and commit the result`,
    );
  }
  console.log(`compared ${derived.size} files`);
  if (wrong.length > 0) process.exitCode = 1;
}

const derived = derivedFiles();
if (process.argv.includes("--check")) check(derived);
else write(derived);

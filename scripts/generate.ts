// Writes all generated files: from the contract the OpenAPI documents of both planes,
// docs/reference, the SDK's types and calls, and the forms of the test kit; from the tests the
// proofs in docs/requirements.md; from the public machine specification the gaps of the contract;
// and finally the public types of the packages, as pages. With `--check` it writes nothing, and
// fails if a file is out of date.
import { globSync, mkdirSync, readFileSync, rmSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as contract from "@antechamber/contract";
import { commandRules, optionRules } from "@antechamber/contract/commands";
import { entryHeader } from "@antechamber/contract/control";
import { InteractionType } from "@antechamber/contract/interactions";
import {
  namedSchemas,
  openApiDocument,
  type Json,
  type JsonObject,
} from "@antechamber/contract/openapi";
import { webhookEventTypes } from "@antechamber/contract/webhooks";
import { apiReports } from "./packing/api-report.ts";
import { machineSpecification } from "./machine-specification.ts";
import { gapsModule, gapsPage, referenceGaps } from "./reference-gaps.ts";
import { referencePages } from "./reference-pages.ts";
import { proofsIn, withProofs, type Proof } from "./requirements.ts";
import { apiNaming, controlNaming, headersFile, kitForms, sdkSources } from "./sdk-sources.ts";

const root = join(import.meta.dirname, "..");
const referenceFolder = "docs/reference";
const sdkFolder = "packages/sdk/src/generated";
const kitFolder = "packages/server/src/kit/generated";
const contractFolder = "packages/contract/src/generated";
const requirementsPage = "docs/requirements.md";

interface Manifest {
  readonly version: string;
}

/** The generated files: their content by path from the root. */
function derivedFiles(): ReadonlyMap<string, string> {
  const { version } = JSON.parse(read("packages/server/package.json") ?? "{}") as Manifest;
  const schemas = namedSchemas(contract.declarationsByName());
  const document = openApiDocument({ plane: "api", version, ...contract, schemas });
  const control = openApiDocument({ plane: "control", version, ...contract, schemas });
  const gaps = referenceGaps(machineSpecification(root), contract.endpoints);
  const pages = Object.entries({
    ...referencePages({ ...contract, commandRules, optionRules }),
    "not-there-yet.md": gapsPage(gaps),
  });
  return new Map([
    ["openapi.json", reviewable(document)],
    ["openapi-control.json", reviewable(control)],
    [
      `${kitFolder}/control-forms.ts`,
      kitForms(control, { eventNames: eventNames(), deliveryTypes: deliveryTypes() }),
    ],
    [`${contractFolder}/reference-gaps.ts`, gapsModule(gaps)],
    [requirementsPage, withProofs(read(requirementsPage) ?? "", proofs())],
    ...pages.map(([name, text]): [string, string] => [`${referenceFolder}/${name}`, text]),
    ...Object.entries({
      ...sdkSources(document, apiNaming),
      ...sdkSources(control, controlNaming),
      "headers.ts": headersFile(entryHeader),
    }).map(([name, text]): [string, string] => [`${sdkFolder}/${name}`, text]),
  ]);
}

/** The names of events, of which some are declared for several scopes. */
function eventNames(): readonly string[] {
  return [...new Set(contract.events.map(({ name }) => name))].toSorted();
}

/** The types of what is delivered to applications: events, and interactions over HTTP. */
function deliveryTypes(): readonly string[] {
  return [...webhookEventTypes, ...Object.keys(InteractionType)];
}

/** The proofs that the tests declare. */
function proofs(): readonly Proof[] {
  const files = globSync(["packages/*/src/**/*.test.ts", "tests/**/*.test.ts"], { cwd: root });
  return files.toSorted().flatMap((file) => proofsIn(file, read(file) ?? ""));
}

/** The width up to which JSON is written on one line. */
const LINE = 110;

/** Compact JSON that can be reviewed: whatever fits on a line is on one, indented by one space. */
function reviewable(document: Json): string {
  return `${linesOf(document, "")}\n`;
}

function linesOf(value: Json, indent: string): string {
  const line = JSON.stringify(value);
  if (typeof value !== "object" || value === null || indent.length + line.length <= LINE) {
    return line;
  }
  const inner = `${indent} `;
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((each) => inner + linesOf(each, inner));
    return `[\n${items.join(",\n")}\n${indent}]`;
  }
  const fields = Object.entries(value as JsonObject).map(
    ([key, each]) => `${inner}${JSON.stringify(key)}:${linesOf(each, inner)}`,
  );
  return `{\n${fields.join(",\n")}\n${indent}}`;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
}

/** Files in generated folders that are not generated any more. */
function leftOver(derived: ReadonlyMap<string, string>): string[] {
  return [referenceFolder, sdkFolder, kitFolder, contractFolder]
    .flatMap(pathsIn)
    .filter((path) => !derived.has(path));
}

function pathsIn(folder: string): string[] {
  try {
    return readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  } catch {
    // The folder does not exist yet.
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
const isCheck = process.argv.includes("--check");
// The public types depend on the SDK's generated files, so these are written first.
if (!isCheck) write(derived);
const all = new Map([...derived, ...(await apiReports())]);
if (isCheck) check(all);
else {
  write(all);
  console.log(`wrote ${all.size} files`);
}

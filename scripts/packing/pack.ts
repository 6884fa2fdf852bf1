// Builds the packages that users install, and packs them as npm would publish them.
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildConsole, consoleDist } from "../console-build.ts";
import { bundle } from "./bundle.ts";
import { noticesOf } from "./notices.ts";
import { declarationsOf, writeDeclarations } from "./declarations.ts";
import {
  packedManifest,
  publishedFolders,
  readManifest,
  root,
  tarballName,
  type Manifest,
} from "./manifest.ts";

const run = promisify(execFile);

export interface PackedPackage {
  readonly name: string;
  /** The path of the tarball. */
  readonly tarball: string;
  readonly tarballBytes: number;
  readonly unpackedBytes: number;
  readonly files: readonly string[];
}

/** npm's report about a packed tarball. */
interface PackReport {
  readonly name: string;
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs every published package into a folder, which is created if necessary. */
export async function packAll(destination: string): Promise<readonly PackedPackage[]> {
  mkdirSync(destination, { recursive: true });
  const staging = mkdtempSync(join(tmpdir(), "antechamber-pack-"));
  try {
    return await Promise.all(
      publishedFolders.map((folder) => packOne(folder, { staging, destination })),
    );
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

async function packOne(
  folder: string,
  places: { readonly staging: string; readonly destination: string },
): Promise<PackedPackage> {
  const manifest = readManifest(folder);
  const staged = join(places.staging, folder);
  await stage(folder, manifest, staged);
  const flags = ["--json", "--ignore-scripts", "--pack-destination", places.destination];
  const { stdout } = await run("npm", ["pack", staged, ...flags], { cwd: root });
  const report = packReport(stdout, manifest);
  return {
    name: manifest.name,
    tarball: join(places.destination, tarballName(manifest)),
    tarballBytes: report.size,
    unpackedBytes: report.unpackedSize,
    files: report.files.map(({ path }) => path),
  };
}

/** npm 11 prints a list, npm 12 a record by package names. */
function packReport(stdout: string, { name }: Manifest): PackReport {
  const reports = JSON.parse(stdout) as readonly PackReport[] | Record<string, PackReport>;
  const report = Object.values(reports).find((each: PackReport) => each.name === name);
  if (report === undefined) throw new Error(`npm pack said nothing of ${name}`);
  return report;
}

/** Lays out a package's folder as `node_modules` will contain it. */
async function stage(folder: string, manifest: Manifest, staged: string): Promise<void> {
  const dist = join(staged, "dist");
  const [{ imported, modules }, declarations] = await Promise.all([
    bundle(folder, manifest, dist),
    declarationsOf(folder, manifest),
  ]);
  writeDeclarations(declarations, dist);
  cpSync(join(root, folder, "README.md"), join(staged, "README.md"));
  cpSync(join(root, "LICENSE"), join(staged, "LICENSE"));
  const pages = manifest.bin === undefined ? [] : await packConsole(dist);
  const notices = noticesOf([...modules, ...pages]);
  if (notices !== "") writeFileSync(join(dist, "third-party-licenses.txt"), notices);
  const manifestText = JSON.stringify(packedManifest(manifest, imported), undefined, 2);
  writeFileSync(join(staged, "package.json"), `${manifestText}\n`);
  // A running service serves the guides at /reference.
  if (manifest.bin !== undefined) {
    cpSync(join(root, "docs/guides"), join(staged, "guides"), { recursive: true });
    cpSync(join(root, folder, "python"), join(staged, "python"), { recursive: true });
  }
  // Programs that `antechamber run` starts load these files unbundled.
  const preload = join(root, folder, "preload");
  if (existsSync(preload)) cpSync(preload, join(staged, "preload"), { recursive: true });
  const missing = ((manifest["files"] ?? []) as string[]).filter(
    (each) => !existsSync(join(staged, each)),
  );
  if (missing.length > 0) throw new Error(`${manifest.name} has no ${missing.join(", ")}`);
}

/** The program contains the built console. @returns the files that it was built from */
async function packConsole(dist: string): Promise<readonly string[]> {
  const modules = await buildConsole();
  cpSync(consoleDist, join(dist, "console"), { recursive: true });
  return modules;
}

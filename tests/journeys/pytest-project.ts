// A project of pytest with the printed plug-in and the files of the guide.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { PROGRAM } from "../../packages/server/src/testing/processes/start-program.ts";
import { textOf } from "../source-tree.ts";

export const run = promisify(execFile);
export const python = process.env["TEST_PYTEST"] ?? "/usr/bin/python3";

/** A folder with the printed plugin and the guide's files, until the test ends. */
export async function aProject(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "antechamber-pytest-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { stdout } = await run(process.execPath, [PROGRAM, "kit", "python"]);
  writeFileSync(join(folder, "antechamber_pytest.py"), stdout);
  for (const [, name = "", text = ""] of textOf("docs/guides/testing.md").matchAll(
    /^```py\n# (\S+)\n(.*?)^```$/gms,
  )) {
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

export const args = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "ignore"];

export function environment(launcher = PROGRAM, trace = "off"): NodeJS.ProcessEnv {
  const command = `${process.execPath} ${launcher}`;
  return { ...process.env, ANTECHAMBER_COMMAND: command, ANTECHAMBER_TRACE: trace };
}

/** Runs pytest in a folder, and returns the output on stdout and stderr. */
export async function pytest(
  folder: string,
  trace = "off",
  more: readonly string[] = [],
): Promise<string> {
  const env = environment(PROGRAM, trace);
  const { stdout, stderr } = await run(python, [...args, ...more], { cwd: folder, env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return stdout + stderr;
}

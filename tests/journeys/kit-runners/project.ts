// A user's project with tests of the kit, next to the packages, so that it can use their
// dependencies.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../..");

export interface RunResult {
  readonly failed: boolean;
  /** The output on stdout and stderr. */
  readonly output: string;
}

export interface KitProject {
  readonly folder: string;
  write(name: string, text: string): void;
  /** The text of a file below a folder, found by the end of its name. */
  read(folder: string, ending: string): string;
  /** Runs a program of this tree, `vitest` or `node`, or a whole shell command. */
  run(line: string, env?: NodeJS.ProcessEnv): Promise<RunResult>;
  remove(): void;
}

/** The environment without the variables that mark processes of this test run. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_TEST|JEST|CI$|ANTECHAMBER_)/.test(name),
  );
  return {
    ...Object.fromEntries(variables),
    // As npx sets it for a project.
    PATH: [join(root, "node_modules/.bin"), process.env["PATH"]].join(":"),
    FORCE_COLOR: "0",
    NO_COLOR: "1",
  };
}

export function kitProject(): KitProject {
  const folder = mkdtempSync(join(root, "tests/.project-"));
  const project: KitProject = {
    folder,
    write(name, text) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    },
    read(below, ending) {
      const names = readdirSync(join(folder, below));
      const name = names.find((each) => each.endsWith(ending));
      if (name === undefined) throw new Error(`${below} holds ${names.join(", ") || "nothing"}`);
      return readFileSync(join(folder, below, name), "utf8");
    },
    async run(line, env = {}) {
      const options = { cwd: folder, env: { ...cleanEnvironment(), ...env } };
      try {
        const { stdout, stderr } = await run("sh", ["-c", line], options);
        return { failed: false, output: stdout + stderr };
      } catch (error) {
        const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
        return { failed: true, output: stdout + stderr };
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  project.write("package.json", JSON.stringify({ type: "module" }));
  return project;
}

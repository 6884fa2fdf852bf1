// Follows the Dockerfile step by step without an engine, in folders instead of the image: it copies
// what exists, its commands run, and the program that it starts answers.
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textOf } from "../source-tree.ts";
import { argumentsOf, stagesOf, variablesOf, type Instruction } from "./dockerfile.ts";
import { packedInto } from "./packed-packages.ts";
import { outputOf, placeWith, startedProgram } from "./programs.ts";

/** The folders of one stage, below a folder that replaces `/`. */
interface Stage {
  readonly root: string;
  readonly instructions: readonly Instruction[];
}

let folder: string;
let image: Stage;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "antechamber-image-"));
  await packedInto(join(folder, "context", "packed"));
  image = await built();
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Moves the image's paths in a command into the stage's folder. */
function placed(text: string, root: string): string {
  return text.replaceAll(/(?<=^|[\s:"])\/(opt|data)\b/g, `${root}/$1`);
}

async function built(): Promise<Stage> {
  const stages = new Map<string, Stage>();
  let last: Stage | undefined;
  for (const instructions of stagesOf(textOf("Dockerfile"))) {
    const [, name = "last"] = / AS (\w+)$/.exec(instructions[0]?.text ?? "") ?? [];
    last = { root: join(folder, name), instructions };
    stages.set(name, last);
    await follow(last, stages);
  }
  if (last === undefined) throw new Error("the Dockerfile has no stage");
  return last;
}

async function follow({ root, instructions }: Stage, stages: ReadonlyMap<string, Stage>) {
  let cwd = root;
  for (const { name, text, flags } of instructions) {
    if (name === "WORKDIR") mkdirSync((cwd = placed(text, root)), { recursive: true });
    if (name === "COPY") copy(text, { cwd, root, from: stages.get(flags["from"] ?? "")?.root });
    // The image's users do not exist on this machine.
    const command = placed(text, root).replace(/ && chown \S+ \S+$/, "");
    const place = placeWith(process.execPath, cwd, { npm_config_prefer_offline: "true" });
    if (name === "RUN") await outputOf(["sh", "-c", command], place);
  }
}

interface Copying {
  readonly cwd: string;
  readonly root: string;
  readonly from: string | undefined;
}

function copy(text: string, { cwd, root, from }: Copying): void {
  const [pattern = "", target = ""] = text.split(/\s+/);
  const source = from === undefined ? join(folder, "context", pattern) : join(from, pattern);
  const files = globSync(source);
  expect(files, `COPY ${text}`).toHaveLength(1);
  const to = target.startsWith("/") ? join(root, target) : join(cwd, target);
  mkdirSync(dirname(to), { recursive: true });
  cpSync(files[0] ?? "", to, { recursive: true, verbatimSymlinks: true });
}

function only(name: string): Instruction {
  const [first, ...others] = image.instructions.filter((each) => each.name === name);
  if (first === undefined || others.length > 0) throw new Error(`one ${name}, please`);
  return first;
}

/** Starts the image's program with its variables, on a free port of this machine. */
function inImage(env: Readonly<Record<string, string>>) {
  const settings = { ...variablesOf(image.instructions), ANTECHAMBER_PORT: "0", ...env };
  const variables = Object.entries(settings).map(([name, value]) => [
    name,
    placed(value, image.root),
  ]);
  const cwd = placed(only("WORKDIR").text, image.root);
  const place = placeWith(
    process.execPath,
    cwd,
    Object.fromEntries(variables) as NodeJS.ProcessEnv,
  );
  const command = [...argumentsOf(only("ENTRYPOINT")), ...argumentsOf(only("CMD"))];
  return [command.map((each) => placed(each, image.root)), place] as const;
}

const CONTROL_KEY = "a-key-of-at-least-32-characters-for-this-test";

test("the image starts a production service, and its health check succeeds", async () => {
  const [command, place] = inImage({ ANTECHAMBER_CONTROL_KEY: CONTROL_KEY });
  const service = await startedProgram(command, place);
  try {
    const { port } = new URL(service.url);
    const health = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(health.status).toBe(200);
    const check = argumentsOf(only("HEALTHCHECK"));
    const env = { ...place.env, ANTECHAMBER_PORT: port };
    await expect(outputOf(check, { ...place, env })).resolves.toBe("");
    await expect(
      outputOf(check, { ...place, env: { ...env, ANTECHAMBER_PORT: "1" } }),
    ).rejects.toThrow(/process\.exit/);
    const world = await fetch(`http://127.0.0.1:${port}/control/v1/world`, {
      headers: { authorization: `Control ${CONTROL_KEY}` },
    });
    expect(await world.json()).not.toHaveProperty("guilds.0");
  } finally {
    await service.stop();
  }
});

test("the image does not start without a control key, and reports why", async () => {
  const [command, place] = inImage({});
  await expect(startedProgram(command, place)).rejects.toThrow(/control-key/);
});

test("the image does not run as root, and keeps its data in a volume", () => {
  expect(only("USER").text).not.toMatch(/^(root|0)\b/);
  const { ANTECHAMBER_STORE: store = "" } = variablesOf(image.instructions);
  expect(dirname(store.replace("sqlite:", ""))).toBe(only("VOLUME").text);
  expect(only("EXPOSE").text).toBe(variablesOf(image.instructions)["ANTECHAMBER_PORT"]);
});

test("the build context contains only the package", () => {
  const [everything, ...patterns] = textOf(".dockerignore")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  expect(everything).toBe("*");
  const sent = patterns.flatMap((line) =>
    globSync(join(folder, "context", line.replace(/^!/, ""))),
  );
  expect(sent.map((path) => basename(path))).toEqual([
    expect.stringMatching(/^antechamber-\d.*\.tgz$/),
  ]);
});

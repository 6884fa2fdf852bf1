// Runs client commands in this process, as the program does, against a service over the wire.
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { runClientCommand } from "../../cli/client-commands.ts";
import type { ClientDeps } from "../../cli/deps.ts";
import { withFlagsBehind } from "../../cli/parsing.ts";
import { loadPlanValue } from "../../offline/load-plan-reader.ts";
import type { Clock } from "../../platform/clock.ts";
import { pulledWorld, worldYaml } from "../../offline/pulled-world.ts";
import { startPlayer } from "../../run/player.ts";
import { worldSchemaText } from "../../transports/pages/reference/documents.ts";
import { serveTrace } from "../../offline/trace-page.ts";
import { worldDiff } from "../../offline/world-diff.ts";
import { worldFileFaults, worldFileValue } from "../../offline/world-file-reader.ts";
import { CONTROL_KEY } from "../start-service.ts";

/** The result of a command. */
export interface CommandRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CommandOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with each text written to stdout. */
  readonly printed?: (text: string) => void;
  /** Called with each text written to stderr. */
  readonly noted?: (text: string) => void;
  readonly interrupted?: AbortSignal;
  /** Raised by a second Ctrl-C. */
  readonly interruptedAgain?: AbortSignal;
  /** The clock that limits how long a program may take to end; absent: real time. */
  readonly clock?: Pick<Clock, "after">;
  /** The folder of the console's build; absent: the program's own. */
  readonly consoleFolder?: URL;
}

/** Runs a client command with the given arguments. */
export async function clientCommand(
  service: { readonly url: string },
  words: readonly string[],
  {
    input = "",
    env = {},
    printed = () => undefined,
    noted,
    interrupted,
    interruptedAgain,
    clock,
    consoleFolder,
  }: CommandOptions = {},
): Promise<CommandRun> {
  let [out, err] = ["", ""];
  const interruptions = [interrupted, interruptedAgain];
  const deps: ClientDeps = {
    version: "1.2.3",
    env: { ANTECHAMBER_URL: service.url, ANTECHAMBER_CONTROL_KEY: CONTROL_KEY, ...env },
    out(text) {
      out += text;
      printed(text);
    },
    err(text) {
      err += text;
      noted?.(text);
    },
    isTerminal: { out: false, err: false },
    input: async () => input,
    interrupted: () => interruptions.shift() ?? new AbortController().signal,
    startProgram: (command, programEnv) => startPlayer(command, programEnv, clock),
    serveTrace: (trace) => serveTrace(trace, consoleFolder),
    serveAgents: async () => 0,
    worldFiles: {
      schema: async () => worldSchemaText(),
      faults: worldFileFaults,
      read: worldFileValue,
      diff: worldDiff,
      pulled: pulledWorld,
      yaml: worldYaml,
    },
    loadPlans: { read: loadPlanValue },
  };
  const code = await runClientCommand(withFlagsBehind(words), deps);
  return { code, out, err };
}

/** Replaces ids, instants and durations, which differ from run to run, by names of their kinds. */
export function normalised(text: string): string {
  return text
    .replaceAll(/\b(?!\d00000000000000\d{3}\b)\d{17,20}\b/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)/g, "<time>")
    .replaceAll(/\b\d\d:\d\d:\d\d(\.\d+)?/g, "<time>");
}

interface ControlDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** The schema of each command's output with `--json`. */
  readonly "x-commands": Readonly<
    Record<string, { readonly object?: object; readonly line?: object }>
  >;
}

const document = JSON.parse(
  readFileSync(new URL("../../../../../openapi-control.json", import.meta.url), "utf8"),
) as ControlDocument;
const formats = {
  snowflake: /^\d{1,20}$/,
  bits: /^\d{1,20}$/,
  "date-time": (text: string) => !Number.isNaN(Date.parse(text)),
};
const options = { strict: false, allErrors: true, formats };
const validator = new Ajv2020(options).addSchema(document, "control");

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
}

/** The issues of a printed object, compared with an endpoint's declared reply. */
export function replyFaults(endpoint: string, text: string): unknown {
  const { pointer } = operationOf(endpoint);
  return faultsAt(pointer, JSON.parse(text));
}

function faultsAt(pointer: string, value: unknown): readonly unknown[] {
  const validate = validator.compile({ $ref: `control#${pointer}` });
  validate(value);
  return validate.errors ?? [];
}

/** The commands whose output with `--json` is declared. */
export const commandsWithOutput: readonly string[] = Object.keys(document["x-commands"]);

/** The issues of a command's output with `--json`: of its one object, or of each line. */
export function outputFaults(command: string, text: string, kind: "object" | "line" = "object") {
  const lines = text.trimEnd().split("\n");
  if (kind === "object" && lines.length !== 1) return [`${lines.length} lines in place of one`];
  const pointer = encodeURI(`/x-commands/${command}/${kind}`);
  return lines.flatMap((line) => faultsAt(pointer, JSON.parse(line)));
}

function operationOf(endpoint: string): { readonly pointer: string } {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { operationId, responses }] of Object.entries(methods)) {
      if (operationId !== endpoint) continue;
      const status = Object.keys(responses).find((each) => each.startsWith("2")) ?? "";
      const steps = ["paths", path, method, "responses", status, "content", "application/json"];
      const pointer = steps.map((each) => `/${each.replaceAll("/", "~1")}`).join("");
      return { pointer: encodeURI(`${pointer}/schema`) };
    }
  }
  throw new Error(`no operation is called ${endpoint}`);
}

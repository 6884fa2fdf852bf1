// A call of a tool, from its input to its result: a response within the token limit, or an error
// with the next step.
import { RestError } from "@antechamber/sdk/control";
import { exitCodes, reportOf } from "../cli/failures.ts";
import { nearest } from "../kit/client/nearest.ts";
import { CannotDo } from "../kit/client/errors.ts";
import { answerText, QUOTED_BELOW, quoted, ToolFailure } from "./answers.ts";
import { adviceOn, fieldAbout } from "./error-advice.ts";
import type { Tool, ToolDeps } from "./tool.ts";
import { tools } from "./tools/all.ts";

export interface ToolResult {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly isError?: true;
}

/** The available tools; in production mode, only the read-only ones. */
export async function availableTools({ worlds }: ToolDeps): Promise<readonly Tool[]> {
  const isProduction = (await worlds.mode()) === "production";
  return isProduction ? tools.filter(({ isReadOnly }) => isReadOnly) : tools;
}

export async function callTool(name: string, input: unknown, deps: ToolDeps): Promise<ToolResult> {
  try {
    const found = await toolNamed(name, deps);
    return { content: [text(answerText(await found.call(input, deps), hideBy(deps)))] };
  } catch (error) {
    const meaning = await deps.worlds.meaningOf(error);
    return { isError: true, content: [text(await failureText(meaning, input, deps))] };
  }
}

async function toolNamed(name: string, deps: ToolDeps): Promise<Tool> {
  const found = tools.find((each) => each.name === name);
  if (found === undefined) {
    const meant = nearest(
      name,
      tools.map((each) => each.name),
    );
    throw new ToolFailure(`there is no tool ${name}`, `did you mean ${meant.join(", ")}?`);
  }
  if (!found.isReadOnly && (await deps.worlds.mode()) === "production") {
    throw new ToolFailure(
      `the service at ${deps.worlds.url} is in production mode: ${name} is not available`,
      "use a service in development mode; read-only tools are available here",
    );
  }
  return found;
}

function hideBy({ secrets }: ToolDeps) {
  return (shown: string) => secrets.hide(shown);
}

function text(shown: string) {
  return { type: "text" as const, text: shown };
}

/** The input fields that stand for flags of the command line, whose code the tools use. */
const fieldsOfFlags: Readonly<Record<string, string>> = {
  "--app": "application",
  "--if": "if",
  "--filter": "filter",
  "--limit": "limit",
  "--in": "in",
};

/** The next step, by the exit code that the command line would use. */
const nextSteps: Readonly<Record<number, string>> = {
  [exitCodes.usage]:
    "fix what is named and call again; status lists names of users, channels and commands",
  [exitCodes.failed]: "use see to list what the user sees, then name one of those",
  [exitCodes.unreachable]:
    'world_new {"from": "demo"} starts a service in memory; status shows which address is used',
  [exitCodes.refused]:
    "fix what is named; explain {error: <code>} has the cause and the fix of any code",
};

async function failureText(error: unknown, input: unknown, deps: ToolDeps): Promise<string> {
  const isBare = error instanceof RestError && error.code === 0;
  const { message, next } = isBare
    ? await bareRefusal(error, input)
    : failureOf(error, deps.worlds.url);
  const lines = message.split("\n");
  // The message quotes labels of controls, which applications wrote.
  const head = error instanceof CannotDo ? [QUOTED_BELOW, ...quoted(lines)] : lines;
  const [first = "", ...body] = head;
  return answerText({ head: [first], body, foot: [`next: ${next}`] }, hideBy(deps));
}

interface Failure {
  readonly message: string;
  readonly next: string;
}

/** A refusal without an error code, so `explain` can only find it by name. */
async function bareRefusal(error: RestError, input: unknown): Promise<Failure> {
  // Loaded on demand: the contract is large, and most calls do not need it.
  const { errors } = await import("@antechamber/contract");
  const { status, message } = error;
  const found = errors.find(
    (each) => each.status === status && each.code === 0 && each.message === message,
  );
  const about = found && fieldAbout(found.name, input);
  return {
    message: `${about === undefined ? "" : `${about}: `}refused (${status}): ${message}`,
    next: adviceOn(found ?? { name: "", status }),
  };
}

function failureOf(error: unknown, url: string): Failure {
  if (error instanceof ToolFailure) return error;
  const report = reportOf(error, url);
  if (report === undefined) {
    // A bug of this server: its stack goes to the log, never to an agent.
    return {
      message: `this tool failed: ${(error as Error).message.split("\n")[0] ?? ""}`,
      next: "this is a bug: try another way, and report it with your call",
    };
  }
  const [first = "", ...rest] = report.lines.map(inFields);
  const next = rest.length > 0 && report.code === exitCodes.unreachable ? [] : rest;
  return { message: [first, ...next].join("\n"), next: nextSteps[report.code] ?? "call again" };
}

function inFields(line: string): string {
  return line.replaceAll(/--(app|if|filter|limit|in)\b/g, (flag) => fieldsOfFlags[flag] ?? flag);
}

// Writes tests from the journal into files.
import type { ControlInput } from "@antechamber/sdk/control";
import type { Command } from "commander";
import { wrongUsage } from "./failures.ts";
import type { Session } from "./session.ts";

export const testRunners = ["vitest", "jest", "node", "pytest"] as const;

export type TestRunner = (typeof testRunners)[number];

/** The options of every command that writes a test. */
export interface TestOptions {
  readonly as?: string;
  readonly app?: readonly string[];
  readonly looseNumbers?: boolean;
}

/** The query of the export. */
export type ExportQuery = ControlInput<"control.journal.export">["query"];

/** Adds the options of commands that write tests. */
export function withTestOptions(command: Command): Command {
  return command
    .option(
      "--app <module>",
      "module with the code of an application, once for each: ./bot.ts, ./bot.ts#createBot or Concierge=./bot.ts#createBot",
      (module: string, before: readonly string[] | undefined) => [...(before ?? []), module],
    )
    .option("--loose-numbers", "accept any number where a text has one");
}

/** The options as part of the export's query. */
export function testQuery({ app, looseNumbers }: TestOptions): Partial<ExportQuery> {
  return {
    ...(app === undefined ? {} : { app }),
    ...(looseNumbers === true ? { loose: ["numbers"] } : {}),
  };
}

/** @throws CommandFailure */
export function runnerOf(text = "vitest"): TestRunner {
  const runner = testRunners.find((each) => each === text);
  return runner ?? wrongUsage(`--as: "${text}" is not one of ${testRunners.join(", ")}`);
}

/** The file names of a test: `ticket.test.ts`, `test_ticket.py`. */
export function filesOf(name: string, runner: TestRunner) {
  const python = name.replaceAll("-", "_");
  const [test, base] =
    runner === "pytest" ? [`test_${python}.py`, python] : [`${name}.test.ts`, name];
  return { test, world: `${base}.world.json` };
}

/** Exports a part of the journal as text, JSON included. */
export async function exportText(session: Session, query: ExportQuery): Promise<string> {
  const found: unknown = await session.call("control.journal.export", { query });
  return typeof found === "string" ? found : JSON.stringify(found, undefined, 2);
}

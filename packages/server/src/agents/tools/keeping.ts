// `keep_as_test`: writes a trace of what was done by hand as a test.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve } from "node:path";
import {
  described,
  integer,
  list,
  object,
  optional,
  text,
  word,
} from "@antechamber/contract/schema";
import { exportText, testRunners } from "../../cli/test-files.ts";
import { rootOf } from "../../cli/commands/trace.ts";
import { ToolFailure } from "../answers.ts";
import { readWorld, reference, tool } from "../tool.ts";

const formats = [...testRunners, "curl"] as const;

export const keepAsTest = tool({
  name: "keep_as_test",
  title: "Save a trace as a test",
  description:
    "Turn what a user did, and the result, into a test file for a runner. Secrets become variables. With `to` it writes the file, which long ones need.",
  input: object({
    id: reference("Id of the trace, or of one of its entries: act returns it."),
    as: described("The runner.", word(formats)),
    app: optional(
      described(
        "Where the applications' code is for the test: ./bot.ts#createBot, Arena=./arena.ts.",
        list(text({ min: 1, max: 300 }), { min: 1, max: 25 }),
      ),
    ),
    to: optional(
      described("A path below the working directory to write it to.", text({ min: 1, max: 1000 })),
    ),
    from_line: optional(described("Continue from this line.", integer({ min: 1, max: 100_000 }))),
    world: readWorld,
  }),
  isReadOnly: false,
  async run({ id, as, app, to, from_line: from = 1, world }, { worlds, secrets }) {
    if (to !== undefined)
      worlds.requireFiles("to", "read the text from the answer, with from_line");
    const { name, session } = worlds.reading(world);
    const query = {
      trace: await rootOf(session, id),
      as,
      ...(app === undefined ? {} : { app }),
    };
    const whole = secrets.hide(await exportText(session, query));
    const lines = whole.trimEnd().split("\n");
    if (to !== undefined) {
      await write(to, whole);
      return {
        head: [
          `wrote ${lines.length} lines for ${as} to ${to}, from trace ${query.trace} of world ${name}`,
        ],
        foot: ["next: run it"],
      };
    }
    return {
      head: [`trace ${query.trace} of world ${name} for ${as}, ${lines.length} lines:`],
      body: lines.slice(from - 1),
      from,
      more: (next) => `ask with {"from_line": ${next}}, or pass to to write the file`,
    };
  },
});

/** Writes a file, which must be below the working directory. */
async function write(path: string, content: string): Promise<void> {
  const file = resolve(path);
  const inside = relative(process.cwd(), file);
  if (inside === "" || inside.startsWith("..") || isAbsolute(inside)) {
    throw new ToolFailure(`to: ${path} is not below ${process.cwd()}`, "pass a path below it");
  }
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content.endsWith("\n") ? content : `${content}\n`, { flag: "wx" });
  } catch (error) {
    throw new ToolFailure(`to: ${(error as Error).message}`, "pass a file that does not exist yet");
  }
}

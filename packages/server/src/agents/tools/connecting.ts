// `connect_snippet` and `commands_check`: connecting a library to a world, and deploying its
// commands.
import { clientSnippets } from "@antechamber/contract/client-snippets";
import { anything, described, list, object, optional, text } from "@antechamber/contract/schema";
import { readFile } from "node:fs/promises";
import type { ControlInput } from "@antechamber/sdk/control";
import { isFailing, reportLines } from "../../cli/commands/check/check.ts";
import { applicationFor } from "../../cli/commands-of-applications.ts";
import { snippetFor } from "../../cli/commands/connect.ts";
import type { AgentWorlds } from "../agent-worlds.ts";
import { QUOTED_BELOW, quoted, ToolFailure, type ToolAnswer } from "../answers.ts";
import { readWorld, reference, tool, type ToolDeps } from "../tool.ts";

export const connectSnippet = tool({
  name: "connect_snippet",
  title: "Connect a library",
  description:
    "The lines that point a client library at a world, as this project's tests use them. `antechamber run -- <command>` redirects any program here without a change.",
  input: object({
    library: described(
      `One of ${Object.keys(clientSnippets).join(", ")}.`,
      text({ min: 1, max: 100 }),
    ),
    world: readWorld,
  }),
  isReadOnly: true,
  async run({ library, world }, { worlds }) {
    const { name, session } = worlds.reading(world);
    const { snippet } = await snippetFor(session, library);
    return {
      head: [`${library} for world ${name}:`, ...snippet.split("\n")],
      foot: [
        "In a test: import { test, expect } from 'antechamber/testing/vitest'; it needs no address and no token.",
        `next: status shows when it is connected; act {"op": "run", …} uses a command`,
      ],
    };
  },
});

export const commandsCheck = tool({
  name: "commands_check",
  title: "Check commands before deploying them",
  description:
    "Check a list of application commands by the API's rules and compare it with what is registered: what deploying it would create, change, rename and delete, which permissions it would lose, and each error with its path. Changes nothing.",
  input: object({
    commands: optional(
      described(
        "The commands, as they are sent to the API.",
        list(anything<object>(), { max: 200 }),
      ),
    ),
    path: optional(described("Or a file with a JSON array of them.", text({ min: 1, max: 4096 }))),
    application: optional(reference("Their application. Absent: the only one.")),
    guild: optional(reference("Commands of this guild instead of the global ones.")),
    world: readWorld,
  }),
  isReadOnly: true,
  run: check,
});

type Manifest = NonNullable<ControlInput<"control.commands.check">["body"]>;

interface Checking {
  readonly commands?: Manifest;
  readonly path?: string;
  readonly application?: string;
  readonly guild?: string;
  readonly world?: string;
}

async function check(input: Checking, { worlds }: ToolDeps): Promise<ToolAnswer> {
  const { name, session } = worlds.reading(input.world);
  const body = input.commands ?? (await commandsIn(input.path, worlds));
  const { id: application = "", name: whose = "" } = await applicationFor(
    session,
    input.application,
  );
  const query = input.guild === undefined ? {} : { guild: input.guild };
  const path = { application };
  const report = await session.call("control.commands.check", { path, query, body });
  const isBad = isFailing(report, ["limit"]);
  return {
    head: [
      `${body.length} commands for ${whose} in world ${name}: ${isBad ? "deploying them would be refused" : "they can be deployed"}`,
      QUOTED_BELOW,
    ],
    body: quoted(reportLines(report, session.out)),
    more: () => "fix these, then check again",
    foot: [
      isBad
        ? "next: fix each path that is named and check again; reference {query: 'application commands'} has the rules"
        : 'next: deploy them with your library, then act {"op": "run"}',
    ],
  };
}

async function commandsIn(path: string | undefined, worlds: AgentWorlds): Promise<Manifest> {
  if (path === undefined) {
    throw new ToolFailure("commands or path: one of them is required", "give the list as commands");
  }
  worlds.requireFiles("path", "give the list as commands");
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    if (Array.isArray(value)) return value as Manifest;
    throw new Error("it is not an array of commands");
  } catch (error) {
    throw new ToolFailure(
      `path: ${path}: ${(error as Error).message}`,
      "name a JSON file that holds an array, or give the list as commands",
    );
  }
}

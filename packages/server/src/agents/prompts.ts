// Prompts for common requests, which name the tools to use.
import { ToolFailure } from "./answers.ts";

interface Prompt {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: true;
  }[];
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

const command = { name: "command", description: "Such as /report", required: true } as const;

const prompts: readonly Prompt[] = [
  {
    name: "test-this-command",
    description: "Try a command as its users would, and save it as a test",
    arguments: [command],
    text: ({ command: named = "" }) =>
      `Test the command ${named} of this project's bot. Open a world with world_new, connect the bot there (connect_snippet), run the command as a user with act, also with wrong and missing options and as a user who may not use it. Check with see what other users see. Where something is wrong, explain the trace, fix the code and try again. When it works, save the traces with keep_as_test and run the test.`,
  },
  {
    name: "why-was-it-denied",
    description: "Find out why a user may not use a command, and what would let them",
    arguments: [
      { name: "user", description: "Such as bob", required: true },
      command,
      { name: "channel", description: "Such as #general", required: true },
    ],
    text: ({ user = "", command: named = "", channel = "" }) =>
      `Ask why for ${user}, ${named} in ${channel}. Say which step decided and from which role, overwrite or setting it came. Try with \`if\` the smallest change that would allow it, and say who else it would allow. Change nothing.`,
  },
  {
    name: "port-my-bot",
    description: "Point this project's bot at the service for development and tests",
    arguments: [{ name: "library", description: "Such as discord.js", required: true }],
    text: ({ library = "" }) =>
      `Point this project's bot, which uses ${library}, at a world of this service: world_new, then connect_snippet, with the address from the environment so that production stays as it is. Start the bot, see with status that it is connected, check its commands with commands_check, and run each once with act.`,
  },
];

export function listedPrompts() {
  return prompts.map(({ name, description, arguments: taken }) => ({
    name,
    description,
    arguments: [...taken],
  }));
}

/** @throws ToolFailure for an unknown prompt, or a missing argument */
export function promptText(name: string, given: Readonly<Record<string, string>> = {}): string {
  const prompt = prompts.find((each) => each.name === name);
  if (prompt === undefined) {
    throw new ToolFailure(
      `there is no prompt ${name}`,
      `there are ${prompts.map((each) => each.name).join(", ")}`,
    );
  }
  const missing = prompt.arguments.filter((each) => (given[each.name] ?? "") === "");
  if (missing.length > 0) {
    const names = missing.map((each) => each.name).join(", ");
    throw new ToolFailure(`${name} is missing ${names}`, "pass all its arguments");
  }
  return prompt.text(given);
}

// Finds the application and the command that a user means.
import type { types } from "@antechamber/sdk/control";
import { commandName, isTyped, writtenName } from "../kit/actors/command-text.ts";
import { nearest } from "../kit/client/nearest.ts";
import type { Command } from "../kit/client/wire-types.ts";
import { wrongUsage } from "./failures.ts";
import { LIST_MAX, type Session } from "./session.ts";

export interface FoundCommand {
  /** The application's id. */
  readonly application: string;
  readonly command: Command;
}

export interface NamedCommand extends FoundCommand {
  /**
   * This command and others with the same name: an application may have a global one and one in
   * each guild.
   */
  readonly namesakes: readonly Command[];
}

/** An application by its name or id; absent: the only one. @throws CommandFailure */
export async function applicationFor(
  session: Session,
  app: string | undefined,
): Promise<types.WorldApplication> {
  const applications = await applicationsOf(session);
  const matching = applications.filter(
    ({ id, name }) => app === undefined || app === id || app === name,
  );
  const names = applications.map(({ name = "" }) => name);
  const [first, second] = matching;
  if (first === undefined && app === undefined) wrongUsage("the world has no applications");
  if (first === undefined) return noApplication(app ?? "", names);
  if (second !== undefined)
    wrongUsage(`name one of the applications with --app: ${names.join(", ")}`);
  return first;
}

function noApplication(app: string, names: readonly string[]): never {
  const suggestions = nearest(app, names);
  return wrongUsage(
    `there is no application "${app}"${suggestions.length === 0 ? "" : `; did you mean ${suggestions.join(", ")}?`}`,
  );
}

async function applicationsOf(session: Session): Promise<readonly types.WorldApplication[]> {
  const { items } = await session.call("control.applications.list", {
    query: { limit: LIST_MAX },
  });
  return items;
}

/**
 * The command that a text such as `/ban user:@bob` starts with, or the menu command with that name.
 *
 * @throws CommandFailure where no application has it, or several have
 */
export async function commandFor(
  session: Session,
  text: string,
  app: string | undefined,
): Promise<NamedCommand> {
  const name = commandName(text);
  const matches = (command: Command) =>
    isTyped(command) ? command.name === name : command.name === text;
  return onlyMatch(await commandsOf(session, app), { written: `/${name}`, matches });
}

/**
 * The user or message command with a name.
 *
 * @throws CommandFailure where no application has it, or several have
 */
export async function menuCommandFor(
  session: Session,
  name: string,
  app: string | undefined,
): Promise<NamedCommand> {
  const ofMenus = (await commandsOf(session, app)).filter(({ command }) => !isTyped(command));
  return onlyMatch(ofMenus, { written: name, matches: (command) => command.name === name });
}

interface CommandQuery {
  readonly written: string;
  readonly matches: (command: Command) => boolean;
}

function onlyMatch(all: readonly FoundCommand[], { written, matches }: CommandQuery): NamedCommand {
  const found = all.filter(({ command }) => matches(command));
  const owners = new Set(found.map(({ application }) => application));
  const [first] = found;
  if (first === undefined) {
    const suggestions = nearest(written, [
      ...new Set(all.map(({ command }) => writtenName(command))),
    ]);
    const hint =
      suggestions.length === 0
        ? "no commands are registered"
        : `did you mean ${suggestions.join(", ")}?`;
    return wrongUsage(`no application has the command ${written}; ${hint}`);
  }
  if (owners.size > 1) wrongUsage(`several applications have ${written}: name one with --app`);
  return { ...first, namesakes: found.map(({ command }) => command) };
}

async function commandsOf(
  session: Session,
  app: string | undefined,
): Promise<readonly FoundCommand[]> {
  const applications =
    app === undefined ? await applicationsOf(session) : [await applicationFor(session, app)];
  const lists = await Promise.all(
    applications.map(async ({ id = "" }) => {
      const { commands = [] } = await session.call("control.applications.get", {
        path: { application: id },
      });
      return commands.map((command) => ({ application: id, command: command as Command }));
    }),
  );
  return lists.flat();
}

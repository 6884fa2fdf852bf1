// Commands that act as a user: invoke, autocomplete, click, select, submit, message, see.
import type { Command } from "commander";
import { buttonIn, chosenIn, menuIn } from "../kit/actors/controls.ts";
import { readCommandText } from "../kit/actors/command-text.ts";
import type { Component } from "../kit/wire-types.ts";
import type { Act } from "./acting.ts";
import { applicationFor, commandFor } from "./commands-of-applications.ts";
import { durationOf } from "./durations.ts";
import { CommandFailure, wrongUsage } from "./failures.ts";
import { exitOf, messageLines, outcomeLines, type Outcome } from "./outcome-lines.ts";
import type { Session } from "./session.ts";

interface Waiting {
  readonly until?: "acknowledged";
  readonly wait?: string;
}

interface InPlace {
  readonly in: string;
  readonly guild?: string;
}

interface Invoking extends InPlace, Waiting {
  readonly app?: string;
  readonly on?: string;
}

interface OnMessage extends InPlace, Waiting {
  readonly message?: string;
}

export function addUserActs(program: Command, act: Act): void {
  act(
    waiting(
      placed(
        program
          .command("invoke")
          .description("Invoke a command as a user, and wait for the answer"),
      ),
    )
      .argument("<user>", "who acts: a name or an id")
      .argument("<command>", 'as it is typed: "/ban user:@bob reason:spam"')
      .option("--app <application>", "whose command it is, where several have one of the name")
      .option("--on <target>", "the user or message that a command of the menu is used on"),
    invoke,
  );
  act(
    waiting(
      placed(
        program
          .command("autocomplete")
          .description("Type the last option of a command as a user, and see its suggestions"),
      ),
    )
      .argument("<user>", "who acts")
      .argument("<command>", 'as far as it is typed: "/play song:ab"')
      .option("--app <application>", "whose command it is"),
    autocomplete,
  );
  addComponentActs(program, act);
  act(
    placed(program.command("message").description("Write a message as a user"))
      .argument("<user>", "who writes")
      .argument("<text>", "what is said")
      .option("--until <what>", "answered: wait for what applications say to it")
      .option("--wait <duration>", "how long to wait at most, in real time"),
    message,
  );
  act(
    placed(
      program
        .command("see")
        .description("Show what a user sees in a channel, ephemeral messages included"),
    )
      .argument("<user>", "whose view it is")
      .option("--limit <number>", "how many messages at most"),
    see,
  );
}

function addComponentActs(program: Command, act: Act): void {
  act(
    waiting(placed(program.command("click").description("Click a button as a user")))
      .argument("<user>", "who clicks")
      .argument("<button>", "its label or custom id")
      .option("--message <id>", "on which message (default: the newest with components)"),
    click,
  );
  act(
    waiting(placed(program.command("select").description("Choose in a menu as a user")))
      .argument("<user>", "who chooses")
      .argument("<menu>", "its placeholder or custom id")
      .argument("<choices...>", "labels or values; in menus of users and the like, ids")
      .option("--message <id>", "on which message (default: the newest with components)"),
    select,
  );
  act(
    waiting(
      program
        .command("submit")
        .description("Fill in the form that an interaction was answered with"),
    )
      .argument("<user>", "who fills it in")
      .argument("<interaction>", "the id of that interaction")
      .argument("[fields...]", "custom-id=value, a field each"),
    submit,
  );
}

function placed(command: Command): Command {
  return command
    .requiredOption("--in <channel>", "where: #general, an id, or @name for a direct message")
    .option("--guild <guild>", "where several guilds have a channel of the name");
}

function waiting(command: Command): Command {
  return command
    .option("--until <what>", "acknowledged: do not wait for a deferred answer")
    .option("--wait <duration>", "how long to wait at most, in real time (default: 5s)");
}

const invoke = async (session: Session, options: Invoking, user = "", text = "") => {
  if (options.on !== undefined) {
    const application = await applicationId(session, options.app);
    const body = {
      ...where(options),
      ...patience(options),
      application,
      command: text,
      target: options.on,
    };
    return ended(session, await session.call("control.invoke", { path: { user }, body }));
  }
  const { application, command } = await commandFor(session, text, options.app);
  const typed = readCommandText(text, command);
  const body = {
    ...where(options),
    ...patience(options),
    application,
    command: typed.path,
    options: typed.options,
  };
  return ended(session, await session.call("control.invoke", { path: { user }, body }));
};

const autocomplete = async (session: Session, options: Invoking, user = "", text = "") => {
  const { application, command } = await commandFor(session, text, options.app);
  const typed = readCommandText(text, command, true);
  if (typed.last === undefined)
    wrongUsage(`"${text}" ends in no option; write /command option:text`);
  const body = {
    ...where(options),
    ...patience(options),
    application,
    command: typed.path,
    options: typed.options,
    focused: typed.last,
  };
  return ended(session, await session.call("control.autocomplete", { path: { user }, body }));
};

const click = async (session: Session, options: OnMessage, user = "", button = "") => {
  const { id, components } = await messageFor(session, options, user);
  const body = { ...patience(options), message: id, custom_id: buttonIn(components, button) };
  return ended(session, await session.call("control.click", { path: { user }, body }));
};

const select = async (
  session: Session,
  options: OnMessage,
  user = "",
  ...[named = "", ...choices]: readonly string[]
) => {
  const { id, components } = await messageFor(session, options, user);
  const menu = menuIn(components, named);
  const values = chosenIn(menu, choices);
  const body = { ...patience(options), message: id, custom_id: menu.custom_id ?? "", values };
  return ended(session, await session.call("control.select", { path: { user }, body }));
};

const submit = async (
  session: Session,
  options: Waiting,
  user = "",
  ...[interaction = "", ...given]: readonly string[]
) => {
  const fields = filledIn(given);
  const body = { ...patience(options), interaction, fields };
  return ended(session, await session.call("control.submit", { path: { user }, body }));
};

/** `name=value` for each field. @throws CommandFailure */
function filledIn(given: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((each) => {
      const at = each.indexOf("=");
      if (at < 1) wrongUsage(`"${each}" is no field; write custom-id=value`);
      return [each.slice(0, at), each.slice(at + 1)];
    }),
  );
}

interface Writing extends InPlace {
  readonly until?: "answered";
  readonly wait?: string;
}

const message = async (session: Session, options: Writing, user = "", content = "") => {
  const body = { ...where(options), ...patience(options), content };
  const sent = await session.call("control.message", { path: { user }, body });
  session.out.show(sent, () =>
    [sent, ...(sent.answers ?? [])]
      .flatMap((each) => messageLines(each, session.out))
      .map((line) => `  ${line}`),
  );
};

const see = async (session: Session, options: InPlace & { limit?: string }, user = "") => {
  const limit = options.limit === undefined ? {} : { limit: Number(options.limit) };
  const query = { ...where(options), ...limit };
  const view = await session.call("control.view", { path: { user }, query });
  session.out.show(view, () => (view.text === "" ? [] : view.text.trimEnd().split("\n")));
};

async function applicationId(session: Session, app: string | undefined): Promise<string> {
  return (await applicationFor(session, app)).id ?? "";
}

function ended(session: Session, outcome: Outcome): number {
  session.out.show(outcome, () => outcomeLines(outcome, session.out));
  return exitOf(outcome);
}

/** People write `#general`, and the service calls it `general`. */
function where({ in: channel, guild }: InPlace) {
  return { channel: channel.replace(/^#/, ""), ...(guild === undefined ? {} : { guild }) };
}

function patience<W extends { readonly until?: string; readonly wait?: string }>({
  until,
  wait,
}: W) {
  return {
    ...(until === undefined ? {} : { until: until as NonNullable<W["until"]> }),
    ...(wait === undefined ? {} : { wait: durationOf(wait) }),
  };
}

/** The message with components that is meant, as its reader sees it. */
async function messageFor(session: Session, options: OnMessage, user: string) {
  const query = where(options);
  const { messages } = await session.call("control.view", { path: { user }, query });
  const found = messages.findLast(({ id, components = [] }) =>
    options.message === undefined ? components.length > 0 : id === options.message,
  );
  if (found !== undefined)
    return { id: found.id, components: (found.components ?? []) as readonly Component[] };
  throw new CommandFailure(
    options.message === undefined
      ? `no message that ${user} sees in ${options.in} has components`
      : `${user} sees no message ${options.message} in ${options.in}`,
  );
}

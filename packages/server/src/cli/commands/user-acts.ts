// Commands that act as a user: invoke, autocomplete, click, select, submit, message, see.
import type { Command } from "commander";
import { withChoice, type Act } from "../acting.ts";
import { wrongUsage } from "../failures.ts";
import { numberOf } from "../numbers.ts";
import { exitOf, messageLines, outcomeLines, type Outcome } from "../outcome-lines.ts";
import type { Session } from "../session.ts";
import {
  autocompleteAs,
  clickAs,
  invokeAs,
  selectAs,
  submitAs,
  where,
  writeMessageAs,
  type ModalSubmission,
  type PlaceOptions,
  type InvokeOptions,
  type MessageActOptions,
  type WaitOptions,
  type MessageOptions,
} from "../user-calls.ts";

export function addUserActs(program: Command, act: Act): void {
  act(
    withWait(
      withPlace(
        program
          .command("invoke")
          .description("Invoke a command as a user, and wait for the answer"),
      ),
    )
      .argument("<user>", "who acts: a name or an id")
      .argument("<command>", 'as it is typed: "/ban user:@bob reason:spam"')
      .option("--app <application>", "application of the command, if several have one of this name")
      .option("--on <target>", "the user or message that a context menu command is used on"),
    invoke,
  );
  act(
    withWait(
      withPlace(
        program
          .command("autocomplete")
          .description("Type the last option of a command as a user, and see its suggestions"),
      ),
    )
      .argument("<user>", "who acts")
      .argument("<command>", 'as far as it is typed: "/play song:ab"')
      .option("--app <application>", "application of the command"),
    autocomplete,
  );
  addComponentActs(program, act);
  act(
    withChoice(
      withPlace(program.command("message").description("Write a message as a user")),
      "--until <what>",
      "answered: wait for the answers of applications",
      ["answered"],
    )
      .argument("<user>", "who writes")
      .argument("<text>", "content of the message")
      .option("--wait <duration>", "how long to wait at most, in real time"),
    message,
  );
  act(
    withPlace(
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
    withWait(withPlace(program.command("click").description("Click a button as a user")))
      .argument("<user>", "who clicks")
      .argument("<button>", "its label or custom id; without a label also its emoji")
      .option("--message <id>", "on which message (default: the newest with components)"),
    click,
  );
  act(
    withWait(withPlace(program.command("select").description("Choose in a select menu as a user")))
      .argument("<user>", "who chooses")
      .argument("<menu>", "its placeholder or custom id")
      .argument("<choices...>", "labels or values; ids in menus of users, roles or channels")
      .option("--message <id>", "on which message (default: the newest with components)"),
    select,
  );
  act(
    withWait(
      program
        .command("submit")
        .description("Fill in and submit the modal that an interaction was answered with"),
    )
      .argument("<user>", "who fills it in")
      .argument("<interaction>", "the id of that interaction")
      .argument("[fields...]", "custom-id=value for each field; repeated for several choices"),
    submit,
  );
}

function withPlace(command: Command): Command {
  return command
    .requiredOption("--in <channel>", "where: #general, an id, or @name for a direct message")
    .option("--guild <guild>", "guild of the channel, if several have one of this name");
}

function withWait(command: Command): Command {
  const says = "acknowledged: do not wait for a deferred answer";
  return withChoice(command, "--until <what>", says, ["acknowledged"]).option(
    "--wait <duration>",
    "how long to wait at most, in real time (default: 5s)",
  );
}

const invoke = async (session: Session, options: InvokeOptions, user = "", text = "") =>
  showOutcome(session, await invokeAs(session, options, { user, text }));

const autocomplete = async (session: Session, options: InvokeOptions, user = "", text = "") =>
  showOutcome(session, await autocompleteAs(session, options, { user, text }));

const click = async (session: Session, options: MessageActOptions, user = "", button = "") =>
  showOutcome(session, await clickAs(session, options, { user, button }));

const select = async (
  session: Session,
  options: MessageActOptions,
  user = "",
  ...[menu = "", ...choices]: readonly string[]
) => showOutcome(session, await selectAs(session, options, { user, menu, choices }));

const submit = async (
  session: Session,
  options: WaitOptions,
  user = "",
  ...[interaction = "", ...fieldTexts]: readonly string[]
) =>
  showOutcome(
    session,
    await submitAs(session, options, { user, interaction, fields: parseFields(fieldTexts) }),
  );

/** Parses `name=value` for each field; a repeated name gives a list. @throws CommandFailure */
function parseFields(texts: readonly string[]): ModalSubmission["fields"] {
  const fields = new Map<string, string | readonly string[]>();
  for (const each of texts) {
    const at = each.indexOf("=");
    if (at < 1) wrongUsage(`"${each}" is not a field; write custom-id=value`);
    const [name, value] = [each.slice(0, at), each.slice(at + 1)];
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(fields);
}

const message = async (session: Session, options: MessageOptions, user = "", content = "") => {
  const sent = await writeMessageAs(session, options, { user, content });
  session.out.show(sent, () =>
    [sent, ...(sent.answers ?? [])]
      .flatMap((each) => messageLines(each, session.out))
      .map((line) => `  ${line}`),
  );
};

const see = async (session: Session, options: PlaceOptions & { limit?: string }, user = "") => {
  const limit = numberOf("--limit", options.limit);
  const query = { ...where(options), ...(limit === undefined ? {} : { limit }) };
  const view = await session.call("control.view", { path: { user }, query });
  session.out.show(view, () => {
    if (view.text !== "") return view.text.trimEnd().split("\n");
    session.out.note(`antechamber: ${user} sees no messages there`);
    return [];
  });
};

function showOutcome(session: Session, outcome: Outcome): number {
  session.out.show(outcome, () => outcomeLines(outcome, session.out));
  return exitOf(outcome);
}

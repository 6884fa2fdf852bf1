// `act`, `see` and `why`: act as a user, show what a user sees, and explain a decision.
import {
  anything,
  described,
  dictionary,
  integer,
  list,
  object,
  optional,
  Snowflake,
  text,
  word,
} from "@antechamber/contract/schema";
import { answerLines, messageLines, type Outcome } from "../../cli/outcome-lines.ts";
import type { Session } from "../../cli/session.ts";
import {
  autocompleteAs,
  clickAs,
  invokeAs,
  selectAs,
  submitAs,
  where,
  writeMessageAs,
  type ModalSubmission,
} from "../../cli/user-calls.ts";
import { why as askWhy } from "../../cli/commands/why.ts";
import { neededBy, QUOTED_BELOW, quoted, type ToolAnswer } from "../answers.ts";
import { readWorld, reference, tool, writtenWorld } from "../tool.ts";

const ops = ["run", "autocomplete", "click", "select", "submit", "message"] as const;

/** The longest time to wait for a response, in real milliseconds. */
const WAIT_MAX_MS = 30_000;

const user = reference("A user's name or id.");
const place = reference("A channel: #general, an id, or @name for a direct message.");

export const act = tool({
  name: "act",
  title: "Act as a user",
  description:
    "Do what a user can do, and get what they saw, with the trace of it. run invokes a command as it is typed; click and select use the components of a message; submit submits a modal; message sends a message, and waits for the applications' replies.",
  input: object({
    op: described("What the user does.", word(ops)),
    user,
    in: optional(place),
    guild: optional(reference("The guild, where several have a channel of that name.")),
    text: optional(
      described(
        'run and autocomplete: the command as it is typed, "/ban user:@bob reason:spam". message: its content.',
        text({ min: 1, max: 6000 }),
      ),
    ),
    control: optional(reference("click and select: the label, placeholder or custom id.")),
    choices: optional(
      described("select: labels or values.", list(text({ min: 1, max: 201 }), { max: 25 })),
    ),
    message: optional(
      described(
        "click and select: on which message. Absent: the newest with components.",
        Snowflake,
      ),
    ),
    interaction: optional(
      described("submit: the one that was answered with the modal.", Snowflake),
    ),
    fields: optional(
      described(
        "submit: values by the fields' custom ids; a list where several are selected.",
        dictionary(anything(), { maxKeys: 40 }),
      ),
    ),
    application: optional(reference("The application, if several have a command of this name.")),
    target: optional(reference("run: the user or message that a context menu command is used on.")),
    wait_ms: optional(
      described(
        "Real milliseconds to wait for a response. Absent: 5000.",
        integer({ min: 0, max: WAIT_MAX_MS }),
      ),
    ),
    world: writtenWorld,
  }),
  isReadOnly: false,
  async run(input, { worlds }) {
    const { name, session } = worlds.writing(input.world);
    return handlers[input.op](input, session, name);
  },
});

interface ActRequest {
  readonly user: string;
  readonly in?: string;
  readonly guild?: string;
  readonly text?: string;
  readonly control?: string;
  readonly choices?: readonly string[];
  readonly message?: string;
  readonly interaction?: string;
  readonly fields?: ModalSubmission["fields"];
  readonly application?: string;
  readonly target?: string;
  readonly wait_ms?: number;
}

type Do = (request: ActRequest, session: Session, world: string) => Promise<ToolAnswer>;

const handlers: Readonly<Record<(typeof ops)[number], Do>> = {
  async run(request, session, world) {
    const typed = needed("run", "text", request.text);
    const options = { ...placeOf("run", request), ...patience(request), ...owner(request) };
    const on = request.target === undefined ? {} : { on: request.target };
    const outcome = await invokeAs(
      session,
      { ...options, ...on },
      { user: request.user, text: typed },
    );
    return outcomeAnswer(outcome, { session, said: `${request.user} ran ${typed}`, world });
  },
  async autocomplete(request, session, world) {
    const typed = needed("autocomplete", "text", request.text);
    const options = {
      ...placeOf("autocomplete", request),
      ...patience(request),
      ...owner(request),
    };
    const outcome = await autocompleteAs(session, options, { user: request.user, text: typed });
    return outcomeAnswer(outcome, { session, said: `${request.user} typed ${typed}`, world });
  },
  async click(request, session, world) {
    const button = needed("click", "control", request.control);
    const options = { ...placeOf("click", request), ...patience(request), ...onMessage(request) };
    const outcome = await clickAs(session, options, { user: request.user, button });
    return outcomeAnswer(outcome, { session, said: `${request.user} clicked ${button}`, world });
  },
  async select(request, session, world) {
    const menu = needed("select", "control", request.control);
    const choices = needed("select", "choices", request.choices);
    const options = { ...placeOf("select", request), ...patience(request), ...onMessage(request) };
    const outcome = await selectAs(session, options, { user: request.user, menu, choices });
    return outcomeAnswer(outcome, { session, said: `${request.user} selected in ${menu}`, world });
  },
  async submit(request, session, world) {
    const interaction = needed("submit", "interaction", request.interaction);
    const fields = needed("submit", "fields", request.fields);
    const form = { user: request.user, interaction, fields };
    const outcome = await submitAs(session, patience(request), form);
    return outcomeAnswer(outcome, { session, said: `${request.user} submitted the modal`, world });
  },
  async message(request, session, world) {
    const content = needed("message", "text", request.text);
    const options = {
      ...placeOf("message", request),
      ...patience(request),
      until: "answered",
    } as const;
    const sent = await writeMessageAs(session, options, { user: request.user, content });
    const { answers = [] } = sent;
    return {
      head: [
        `${request.user} sent message ${sent.id} in world ${world}; ${answers.length} replies`,
        QUOTED_BELOW,
      ],
      body: quoted([sent, ...answers].flatMap((each) => messageLines(each, session.out))),
      ...(answers.length === 0
        ? {
            foot: [
              "next: is the bot connected (status), with the intent MESSAGE_CONTENT? journal {filter: 'name:MESSAGE_CREATE'}",
            ],
          }
        : {}),
    };
  },
};

const needed = neededBy("act");

function placeOf(op: string, { in: channel, guild }: ActRequest) {
  return { in: needed(op, "in", channel), ...(guild === undefined ? {} : { guild }) };
}

function patience({ wait_ms: wait }: ActRequest) {
  return wait === undefined ? {} : { wait: `${wait}ms` };
}

function owner({ application }: ActRequest) {
  return application === undefined ? {} : { app: application };
}

function onMessage({ message }: ActRequest) {
  return message === undefined ? {} : { message };
}

interface Telling {
  readonly session: Session;
  readonly said: string;
  readonly world: string;
}

/** The next step after an outcome other than a response. */
const nextSteps: Readonly<Partial<Record<Outcome["outcome"], string>>> = {
  denied: "next: why shows every step, and what would allow it",
  timed_out:
    "next: explain the trace; is the bot connected (status), and does it respond within 3 s?",
  failed: "next: explain the trace: it has the response that was refused, with each fault",
  pending:
    "next: no response yet; advance a frozen clock with clock {op: 'advance'}, else wait longer with wait_ms",
  deferred: "next: the reply was deferred; see the channel later, or advance the clock",
  modal: "next: act {op: 'submit'} with this interaction and the fields above",
};

function outcomeAnswer(outcome: Outcome, { session, said, world }: Telling): ToolAnswer {
  const { interaction } = outcome;
  const next = nextSteps[outcome.outcome];
  return {
    head: [`in world ${world}, ${said}: ${outcome.outcome}`, QUOTED_BELOW],
    body: quoted(answerLines(outcome, session.out)),
    foot: [
      ...(interaction === null
        ? []
        : [`trace ${interaction}: explain {"id": "${interaction}"} shows how it came about`]),
      ...(next === undefined ? [] : [next]),
    ],
    more: () => "see the channel as the user, or explain the trace",
  };
}

/** How many of the newest messages are shown. */
const MESSAGES_USUAL = 15;
const MESSAGES_MAX = 100;

export const see = tool({
  name: "see",
  title: "View as a user",
  description:
    "What a user sees in a channel or direct message, the newest last, their ephemeral messages included.",
  input: object({
    user,
    in: place,
    guild: optional(reference("The guild, where several have a channel of that name.")),
    limit: optional(
      described(
        `How many messages, the newest. Absent: ${MESSAGES_USUAL}.`,
        integer({ min: 1, max: MESSAGES_MAX }),
      ),
    ),
    world: readWorld,
  }),
  isReadOnly: true,
  async run({ user: who, in: channel, guild, limit = MESSAGES_USUAL, world }, { worlds }) {
    const { name, session } = worlds.reading(world);
    const inChannel = { in: channel, ...(guild === undefined ? {} : { guild }) };
    const query = { ...where(inChannel), limit };
    const view = await session.call("control.view", { path: { user: who }, query });
    const lines = view.text === "" ? [] : view.text.trimEnd().split("\n");
    return {
      head: [
        `${who} in ${channel}, world ${name}: the newest ${view.messages.length} messages`,
        QUOTED_BELOW,
      ],
      body: quoted(lines),
      keep: "last",
      more: () =>
        `ask for fewer with limit; journal {"filter": "name:MESSAGE_CREATE"} has the others`,
    };
  },
});

export const why = tool({
  name: "why",
  title: "Explain a permission",
  description:
    "Whether a user may use a command in a channel, the step that decides, every step before it, and what would allow it. With `if` it shows what a change would do; nothing is changed.",
  input: object({
    user,
    command: reference("Its name: /ban."),
    in: place,
    application: optional(reference("The application, if several have a command of this name.")),
    if: optional(
      described(
        "Hypothetical changes: roles.mods.permissions=8192, commands.ban.default_member_permissions=0, channels.general.permission_overwrites=[…].",
        list(text({ min: 1, max: 2000 }), { min: 1, max: 20 }),
      ),
    ),
    world: readWorld,
  }),
  isReadOnly: true,
  async run({ user: who, command, in: channel, application, if: changes, world }, { worlds }) {
    const { name, session, printed } = worlds.reading(world);
    const options = {
      in: channel,
      ...(application === undefined ? {} : { app: application }),
      ...(changes === undefined ? {} : { if: changes }),
    };
    await askWhy(session, options, who, command);
    return {
      head: [`${who} ${command} in ${channel}, world ${name}:`, QUOTED_BELOW],
      body: quoted(printed()),
      foot: changes === undefined ? ["next: try another change with `if`"] : [],
      more: () => "the first lines decide; try a change with `if`",
    };
  },
});

// Transcripts of what happened around an act of a user.
import type { ControlClient } from "../client/control-client.ts";
import { dateOf } from "../client/clock.ts";
import { globalScope } from "../client/environment.ts";
import { faultLines } from "../client/errors.ts";
import { controlsIn, visibleText } from "./controls.ts";
import { isEphemeral } from "./patterns.ts";
import type {
  InvocationOutcome,
  JournalEntry,
  Message,
  Modal,
  Outcome,
} from "../client/wire-types.ts";

/** The most lines of a transcript. */
const LINES_MAX = 30;

/** The width of the time before each line. */
const INDENT = " ".repeat(11);

/** An act of a user, as transcripts show it. */
export interface TranscriptAct {
  readonly user: string;
  /** `#games`, `@Concierge`. */
  readonly place: string;
  /** `/daily`. */
  readonly text: string;
}

/** What happened around an act of a user. */
export interface Trace {
  /** The id of the trace; undefined if the act did not create an interaction. */
  readonly id: string | undefined;
  /**
   * The page of the console with the whole trace; it works while the world is open, until the test
   * ends.
   */
  readonly url: string | undefined;
  /** The lines that failures show. */
  readonly transcript: string;
}

/** Reads the trace of an act. */
export async function traceOf(control: ControlClient, telling: TranscriptSource): Promise<Trace> {
  const { action, outcome } = telling;
  const { interaction } = outcome;
  if (interaction === null) {
    const lines = [actionLine(action), ...decisionLines(telling)];
    return { id: undefined, url: undefined, transcript: lines.join("\n") };
  }
  const { items } = await control.call<{ items: JournalEntry[] }>(`GET /traces/${interaction}`);
  const [actionText = "", ...rest] = linesOf(items, telling);
  const decided = decisionLines(telling).map((line) => `${INDENT}${line.trim()}`);
  const happened = [actionText, ...decided, ...rest];
  const end = outcomeLines(outcome);
  // The outcome is shown however long the transcript is.
  const room = Math.max(1, LINES_MAX - end.length);
  const cut = happened.length <= room ? happened : [...happened.slice(0, room), "  …"];
  const shown = [...cut, ...end];
  return {
    id: interaction,
    url: control.consoleUrlOf(`/trace/${interaction}`),
    transcript: shown.join("\n"),
  };
}

/** What a transcript is made from. */
export interface TranscriptSource {
  readonly action: TranscriptAct;
  readonly outcome: InvocationOutcome;
  /** The permissions that the command requires by default. */
  readonly needs: readonly string[];
  readonly nameOf: (id: string) => string;
}

function linesOf(items: readonly JournalEntry[], telling: TranscriptSource): readonly string[] {
  const began = dateOf(items[0]?.real_at ?? "").getTime();
  let shownAt = "";
  return items.flatMap((entry) => {
    const text = lines[entry.kind]?.(entry, telling);
    if (text === undefined) return [];
    const at = entry.at.slice(11, 19);
    const time = at === shownAt ? " ".repeat(8) : at;
    shownAt = at;
    const since = `+${Math.max(0, dateOf(entry.real_at).getTime() - began)} ms`;
    return [`  ${time} ${since.padEnd(8)} ${text}`];
  });
}

type Line = (entry: JournalEntry, telling: TranscriptSource) => string | undefined;

/** How each kind of entry is shown; undefined for entries that are left out. */
const lines: Readonly<Record<string, Line>> = {
  request(entry, { action, nameOf }) {
    if (entry.cause === null) return `${action.user}  ${action.place}  ${action.text}`;
    return isOfControl(entry)
      ? undefined
      : `← ${nameOf(entry.application ?? "")}  ${callOf(entry)}`;
  },
  dispatch({ name, sessions = 0, application }, { nameOf }) {
    if (name === "INTERACTION_FAILURE") return "✕ the user sees that it failed";
    if (name !== "INTERACTION_CREATE" || sessions === 0) return undefined;
    return `→ ${nameOf(application ?? "")}  INTERACTION_CREATE`;
  },
  delivery: ({ application, summary }, { nameOf }) =>
    `→ ${nameOf(application ?? "")}  ${withNames(summary, nameOf)}`,
  fault: ({ summary }) => `✕ ${summary}`,
  refusal: ({ refusal, summary }) => refusal && `  ${refusal.error.code}  ${summary}`,
};

/** A text with names in the place of the ids of users and applications. */
function withNames(text: string, nameOf: TranscriptSource["nameOf"]): string {
  return text.replaceAll(/\b\d{15,20}\b/g, nameOf);
}

function isOfControl({ name }: JournalEntry): boolean {
  return name.startsWith("control.");
}

/** `POST callback 400`. */
function callOf({ name, status, summary }: JournalEntry): string {
  const method = summary.split(" ")[0] ?? "";
  return `${method} ${name}  ${status ?? "no response"}`;
}

function actionLine({ user, place, text }: TranscriptAct): string {
  return `  ${user}  ${place}  ${text}`;
}

/** The step that asks for the default permissions. Source: protocol: commands-and-interactions 4.4. */
const DEFAULT_PERMISSIONS = 11;

function decisionLines({ outcome, needs, nameOf }: TranscriptSource): readonly string[] {
  const { decision } = outcome;
  const last = decision.at(-1);
  if (last === undefined) return [];
  const steps = `${decision.length} steps, \`decision\` for all`;
  if (last.decided === "denies") {
    const isForPermissions = last.step === DEFAULT_PERMISSIONS && needs.length > 0;
    const about = [
      withNames(last.subject, nameOf),
      ...(isForPermissions ? [`the command needs ${needs.join(", ")}`] : []),
      steps,
    ];
    return [`  ✕ denied at step ${last.step}, ${last.outcome}: ${last.rule} (${about.join("; ")})`];
  }
  return [`  ✓ allowed at step ${last.step}: ${last.rule} (${steps})`];
}

/** Whether a runner has replaced the timers: vitest's and jest's mark theirs with a clock. */
function areTimersFake(): boolean {
  return "clock" in globalScope().setTimeout;
}

const ends: Readonly<Record<Outcome, (outcome: InvocationOutcome) => readonly string[]>> = {
  timed_out: () => [
    '✕ nobody answered in 3 s: "The application did not respond"',
    ...(areTimersFake()
      ? ["  the runner's fake timers are on, so that libraries wait forever"]
      : []),
  ],
  failed: ({ reason }) => [
    `✕ it failed: ${reason?.message ?? "the response was not valid"}`,
    ...faultLines(reason?.error?.errors).map((each) => `  ${each}`),
  ],
  pending: () => ["… nobody has answered yet"],
  deferred: () => ["… the reply was deferred, and never came"],
  modal: ({ modal }) => [`= modal: ${[modal?.title, ...formFields(modal)].join(" ")}`],
  autocomplete: ({ choices = [] }) => [`= choices: ${choices.map(({ name }) => name).join(", ")}`],
  launched: () => ["= activity launched"],
  denied: () => [],
  replied: ({ messages }) =>
    messages.map((each) => `= ${each.author.username}: ${shortTextOf(each)}`),
};

function formFields(modal: Modal | undefined): readonly string[] {
  const controls = controlsIn(modal?.components ?? []);
  return controls.map(({ component, label }) => `[${label ?? component.custom_id}]`);
}

/** The outcome for the user. */
function outcomeLines(outcome: InvocationOutcome): readonly string[] {
  return ends[outcome.outcome](outcome).map((line) => `${INDENT}${line}`);
}

const SHOWN_TEXT = 200;

function shortTextOf(message: Message): string {
  const { content, embeds = [], components = [], attachments = [], poll } = message;
  const titles = embeds.map(({ title, description }) => `[embed ${title ?? description ?? ""}]`);
  const parts = [
    ...(isEphemeral(message) ? ["(ephemeral)"] : []),
    content,
    ...titles,
    ...visibleText(components),
    ...(poll === undefined ? [] : [`[poll ${poll.question.text ?? ""}]`]),
    ...attachments.map(({ filename }) => `[file ${filename}]`),
  ];
  const text = parts
    .filter((each) => each !== "")
    .join(" ")
    .replaceAll("\n", " ⏎ ");
  return text.length <= SHOWN_TEXT ? text : `${text.slice(0, SHOWN_TEXT)}…`;
}

/** Whether an entry is complete: the entry of a call starts before its response. */
export function isOver({ kind, ms, name }: JournalEntry): boolean {
  const isCall = kind === "request" || kind === "delivery";
  return !isCall || ms !== undefined || name.startsWith("control.");
}

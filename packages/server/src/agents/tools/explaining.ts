// `explain` and `journal`: what happened, which step refused, and what would have passed.
import { described, integer, object, optional, text } from "@antechamber/contract/schema";
import { RestError, type types } from "@antechamber/sdk/control";
import { instantBefore } from "../../cli/durations.ts";
import { filtersOf } from "../../cli/commands/journal/journal.ts";
import { tracePage } from "../../cli/commands/trace.ts";
import { entryLine, traceLines } from "../../cli/journal-lines.ts";
import { decidingLine } from "../../cli/outcome-lines.ts";
import type { Session } from "../../cli/session.ts";
import { nearest } from "../../kit/client/nearest.ts";
import { QUOTED_BELOW, quoted, ToolFailure, type ToolAnswer } from "../answers.ts";
import { adviceOn, needText } from "../error-advice.ts";
import { readField, readWorld, reference, tool, type ToolDeps } from "../tool.ts";

export const explain = tool({
  name: "explain",
  title: "Explain a trace or a refusal",
  description:
    "In words: the entries of a trace, which step refused or failed, the cause, the source of the rule, and how to fix it. Takes the id of a trace, an interaction or a journal entry; or an error by its code or name.",
  input: object({
    id: optional(reference("Of a trace, an interaction, or an entry of the journal.")),
    error: optional(reference("A code such as 50013, or a name such as InvalidForm.")),
    world: readWorld,
  }),
  isReadOnly: true,
  async run({ id, error, world }, deps) {
    if (id !== undefined) return traceExplained(id, world, deps);
    if (error !== undefined) return errorExplained(error);
    throw new ToolFailure("id or error: one of them is required", "journal has ids of entries");
  },
});

/** The most entries that are explained one by one. */
const EXPLAINED_MAX = 4;

async function traceExplained(
  id: string,
  world: string | undefined,
  { worlds }: ToolDeps,
): Promise<ToolAnswer> {
  const { name, session } = worlds.reading(world);
  const { items } = await foundTrace(session, id);
  const looked = items.filter((entry) => isTelling(entry) && !isReportedTwice(entry, items));
  const parts = await Promise.all(
    looked.slice(0, EXPLAINED_MAX).map((entry) => entryExplained(entry, session)),
  );
  const isWrong = parts.some((each) => each.isWrong);
  const [root] = items;
  return {
    head: [
      `trace ${root?.trace ?? id} in world ${name}: ${items.length} entries`,
      ...(isWrong ? [] : ["nothing in it was refused or failed"]),
      ...(isUnanswered(items) ? ["the application has not responded to the interaction"] : []),
      QUOTED_BELOW,
    ],
    body: [...parts.flatMap(({ lines }) => lines), ...quoted(traceLines(items, session.out))],
    foot: [
      isWrong
        ? "next: fix the first cause, then do it again"
        : `next: journal {"id": "<entry>"} has the full entry; keep_as_test makes a test of the trace`,
    ],
    more: () => `journal {"filter": "trace:${root?.trace ?? id}"} pages through them`,
  };
}

async function foundTrace(session: Session, id: string): Promise<types.JournalPage> {
  try {
    return await tracePage(session, id);
  } catch (error) {
    if (!(error instanceof RestError) || error.status !== 404) throw error;
    throw new ToolFailure(
      `id: there is no trace or entry ${id}`,
      "journal lists the entries of a world; pass `world` if it is in another world",
    );
  }
}

/** Whether an entry is a failure or a decision, which are worth explaining. */
function isTelling({ kind, status = 0, refusal, name }: types.JournalEntry): boolean {
  if (refusal !== undefined || kind === "fault" || kind === "refusal") return true;
  return status >= 400 || name === "INTERACTION_FAILURE" || kind === "decision";
}

/** Whether this is the entry of a refusal that the entry of its call also reports. */
function isReportedTwice(
  { kind, cause }: types.JournalEntry,
  items: readonly types.JournalEntry[],
): boolean {
  if (kind !== "refusal") return false;
  return items.some((entry) => entry.id === cause && entry.refusal !== undefined);
}

/**
 * Whether an interaction sent over the gateway has no callback; an endpoint responds in its
 * delivery instead.
 */
function isUnanswered(items: readonly types.JournalEntry[]): boolean {
  const isSent = items.some(({ kind, name, sessions = 0 }) => {
    return kind === "dispatch" && name === "INTERACTION_CREATE" && sessions > 0;
  });
  return isSent && items.every(({ name }) => name !== "interactions.callback");
}

interface Explained {
  readonly lines: readonly string[];
  readonly isWrong: boolean;
}

/** The step, cause, source and fix of one entry. */
async function entryExplained(entry: types.JournalEntry, session: Session): Promise<Explained> {
  const { id, kind } = entry;
  const whole = await session.call("control.journal.get", { path: { entry_id: id } });
  if (kind === "decision") return decisionExplained(whole, session);
  if (kind !== "fault") return { isWrong: true, lines: await failureExplained(entry, whole) };
  const lines = [
    `#${id}: an injected fault, not an error of the application`,
    ...quoted([entry.summary]),
    "fix: fault {op: 'clear'} stops it",
  ];
  return { isWrong: true, lines };
}

async function failureExplained(
  { id, kind, name, summary, refusal, status: answered }: types.JournalEntry,
  whole: types.WholeEntry,
): Promise<readonly string[]> {
  if (refusal === undefined) {
    return [
      `#${id}: ${kind} ${name} failed`,
      ...quoted([summary]),
      "fix: the refusal beside it says why; if there is none, the program did not respond in time",
    ];
  }
  const declared = (await declaredErrors()).find((each) => each.name === refusal.error.name);
  const status = answered ?? declared?.status ?? 0;
  const faults = (whole.faults ?? []).map(({ at, message }) => `${at || "body"}: ${message}`);
  const needs = needText(refusal.needs);
  return [
    `#${id}: refused at step ${refusal.step}`,
    `cause: ${declared?.message ?? refusal.error.name} (${refusal.error.name}, code ${refusal.error.code}${refusal.at === undefined ? "" : `, at ${refusal.at}`})`,
    ...quoted(faults),
    `source: ${refusal.error.source}`,
    ...quoted(ruleText(refusal.rule)),
    ...(needs === undefined ? [] : [`would have passed with: ${needs}`]),
    `fix: ${adviceOn({ name: refusal.error.name, status })}`,
  ];
}

/** The guild's auto-moderation rule that refused, in its authors' words. */
function ruleText(rule: NonNullable<types.WholeEntry["refusal"]>["rule"]): readonly string[] {
  if (rule === undefined) return [];
  const by = rule.keyword === undefined ? "" : `, by ${rule.keyword}`;
  return [`auto moderation: the rule ${rule.name} (${rule.id})${by}`];
}

function decisionExplained(whole: types.WholeEntry, session: Session): Explained {
  const steps = Array.isArray(whole.decision)
    ? (whole.decision as Parameters<typeof decidingLine>[0])
    : [];
  const line = steps.length === 0 ? whole.summary : decidingLine(steps, session.out);
  const isDenied = steps.some(({ decided }) => decided === "denies");
  return {
    isWrong: isDenied,
    lines: [
      ...quoted([`#${whole.id} ${line}`]),
      ...(isDenied ? ["fix: why shows every step and what would allow it"] : []),
    ],
  };
}

/** Loaded on demand, since the contract is large. */
async function declaredErrors() {
  const { errors } = await import("@antechamber/contract");
  return errors;
}

async function errorExplained(given: string): Promise<ToolAnswer> {
  const { endpoints, errors, errorsOf } = await import("@antechamber/contract");
  const wanted = given.trim().toLowerCase();
  const found = errors.filter(
    ({ name, code }) => name.toLowerCase() === wanted || (code !== 0 && String(code) === wanted),
  );
  if (found.length === 0) {
    const meant = nearest(
      given,
      errors.map(({ name }) => name),
    );
    throw new ToolFailure(
      `error: no declared error is "${given}"`,
      `did you mean ${meant.join(", ")}? reference searches messages`,
    );
  }
  return {
    head: [],
    body: found.flatMap((error) => {
      const by = endpoints.filter((each) => errorsOf(each).includes(error)).map(({ id }) => id);
      return [
        `${error.status}, code ${error.code}, ${error.name}`,
        `cause: ${error.message}`,
        `source: ${error.source}`,
        `fix: ${adviceOn(error)}`,
        `answered by ${by.length} endpoints${by.length === 0 ? "" : `: ${by.slice(0, 8).join(", ")}${by.length > 8 ? ", …" : ""}`}`,
      ];
    }),
  };
}

const ENTRIES_USUAL = 20;
const ENTRIES_MAX = 100;

export const journal = tool({
  name: "journal",
  title: "Search the journal",
  description:
    "Requests, events, deliveries, jobs and decisions, one line each, the newest last. Filters: kind:refusal status:4xx application:Concierge user:alice name:channels.* trace:ID; other words are searched for in headers and bodies. With `id` one full entry.",
  input: object({
    filter: optional(
      described("Filters and words, separated by spaces.", text({ min: 1, max: 500 })),
    ),
    since: optional(
      described(
        "A duration such as 5m, or an instant, on the world's clock.",
        text({ min: 1, max: 40 }),
      ),
    ),
    before: optional(
      described("Only entries before the one of this id.", text({ min: 1, max: 20 })),
    ),
    limit: optional(
      described(
        `How many, the newest. Absent: ${ENTRIES_USUAL}.`,
        integer({ min: 1, max: ENTRIES_MAX }),
      ),
    ),
    id: optional(reference("One full entry: what was sent and answered.")),
    world: readWorld,
  }),
  isReadOnly: true,
  async run({ id, ...input }, { worlds }) {
    const { name, session } = worlds.reading(input.world);
    return id === undefined
      ? searched(input, session, name)
      : entryWhole(id.replace(/^#/, ""), session, name);
  },
});

interface Search {
  readonly filter?: string;
  readonly since?: string;
  readonly before?: string;
  readonly limit?: number;
}

async function searched(
  { filter = "", since, before, limit = ENTRIES_USUAL }: Search,
  session: Session,
  world: string,
): Promise<ToolAnswer> {
  const query = {
    ...filtersOf(filter === "" ? [] : [filter]),
    ...(since === undefined
      ? {}
      : { since: await readField("since", () => instantBefore(session, since)) }),
    ...(before === undefined ? {} : { before: before.replace(/^#/, "") }),
    limit,
  };
  const { items, previous } = await session.call("control.journal.list", { query });
  const older = (id: string | undefined) =>
    `ask with {"before": "${id ?? ""}"} for older ones, or narrow the filter`;
  return {
    head: [`journal of world ${world}: ${items.length} entries`, QUOTED_BELOW],
    body: quoted(items.map((entry) => entryLine(entry, session.out))),
    keep: "last",
    more: () => `ask for fewer with limit, or narrow the filter`,
    foot: [
      ...(previous === null ? [] : [`there are older ones: ${older(items[0]?.id)}`]),
      items.length === 0
        ? "next: use fewer filters, or another world with `world`; status lists them"
        : 'next: explain {"id": "<entry>"} explains its trace; journal {"id": "<entry>"} shows the full entry',
    ],
  };
}

async function entryWhole(id: string, session: Session, world: string): Promise<ToolAnswer> {
  const whole = await session.call("control.journal.get", { path: { entry_id: id } });
  const { request, response, payload, faults = [] } = whole;
  const lines = [
    entryLine(whole, session.out),
    ...faults.map(({ at, code, message }) => `fault at ${at || "body"}: ${message} (${code})`),
    ...(request === undefined
      ? []
      : [`${request.method} ${request.url}`, ...bodyLines(request.body)]),
    ...(response === undefined
      ? []
      : [`answered ${response.status ?? "nothing"}`, ...bodyLines(response.body)]),
    ...bodyLines(payload),
  ];
  return {
    head: [`entry ${id} of world ${world}, in trace ${whole.trace}`, QUOTED_BELOW],
    body: quoted(lines),
    more: () => `the API has the full entry: GET /control/v1/journal/${id}`,
  };
}

/** A body with one line per field. */
function bodyLines(body: unknown): readonly string[] {
  if (body === undefined || body === null || body === "") return [];
  if (typeof body === "string") return [`  ${body}`];
  if (typeof body !== "object") return [`  ${JSON.stringify(body)}`];
  return Object.entries(body).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`);
}

// Formats the outcome of a user's act as lines.
import type { ControlReply, types } from "@antechamber/sdk/control";
import { controlsIn } from "../kit/actors/controls.ts";
import { faultLines } from "../kit/client/errors.ts";
import type { Component } from "../kit/client/wire-types.ts";
import { exitCodes } from "./failures.ts";
import type { Output } from "./output.ts";

export type Outcome = types.InvocationOutcome;
type Step = ControlReply<"control.decision">["decision"][number];
type Message = Outcome["messages"][number];

const EPHEMERAL = 64;

/**
 * The exit code of an outcome: any response is a success; denials, timeouts and failures are not,
 * and pending means that the wait was over.
 */
export function exitOf({ outcome }: Outcome): number {
  if (outcome === "pending") return exitCodes.waitedTooLong;
  const isFailure = outcome === "denied" || outcome === "timed_out" || outcome === "failed";
  return isFailure ? exitCodes.failed : exitCodes.done;
}

const ends: Readonly<
  Record<Outcome["outcome"], (outcome: Outcome, out: Output) => readonly string[]>
> = {
  replied: () => [],
  deferred: (_, out) => [out.paint("yellow", "… an answer was promised, and has not come")],
  pending: (_, out) => [out.paint("yellow", "… nobody has answered yet")],
  launched: () => ["an activity was launched"],
  modal: ({ modal }) => (modal === undefined ? [] : modalLines(modal)),
  autocomplete: ({ choices = [] }) =>
    choices.map(({ name, value }) => `${name}  (${String(value)})`),
  denied: ({ decision }, out) => [decidingLine(decision, out)],
  timed_out: (_, out) => [
    out.paint("red", "✕ the application did not respond within three seconds"),
  ],
  failed: ({ reason }, out) => [
    out.paint("red", `✕ it failed: ${reason?.message ?? "the answer was not valid"}`),
    ...faultLines(reason?.error?.errors).map((each) => `  ${each}`),
    ...(reason === undefined ? [] : [`  ${reason.rule}`]),
  ],
};

/** The messages, then the outcome, then where to find more. */
export function outcomeLines(outcome: Outcome, out: Output): readonly string[] {
  const { interaction } = outcome;
  const more =
    interaction === null ? [] : [`${outcome.outcome} · antechamber trace ${interaction}`];
  return [...answerLines(outcome, out), ...more.map((line) => out.paint("dim", line))].map(
    (line) => `  ${line}`,
  );
}

/** The messages, then the outcome. */
export function answerLines(outcome: Outcome, out: Output): readonly string[] {
  return [
    ...outcome.messages.flatMap((each) => messageLines(each, out)),
    ...ends[outcome.outcome](outcome, out),
  ];
}

/** A message with its embeds and its components. */
export function messageLines(message: Message, out: Output): readonly string[] {
  const { author, content, embeds, components, flags } = message;
  const only = (flags & EPHEMERAL) === 0 ? "" : out.paint("dim", " (only you see it)");
  const [first = "", ...rest] = content.split("\n");
  return [
    `${out.paint("bold", author.username)}: ${first}${only}`,
    ...rest,
    ...(embeds as readonly Embed[]).map(
      ({ title, description }) => `[${title ?? description ?? "embed"}]`,
    ),
    ...controlsIn(components as readonly Component[]).map(({ component, label }) => {
      const id = component.custom_id ?? component.url ?? "";
      return `[${label ?? id}]${label === undefined ? "" : out.paint("dim", ` ${id}`)}`;
    }),
  ];
}

interface Embed {
  readonly title?: string;
  readonly description?: string;
}

function modalLines({ title, components }: NonNullable<Outcome["modal"]>): readonly string[] {
  const fields = controlsIn(components as readonly Component[]);
  return [
    `form "${title}"`,
    ...fields.map(({ component, label }) => `  ${component.custom_id ?? ""}: ${label ?? ""}`),
  ];
}

/** How to show the subject of a step. */
export type Naming = (subject: string) => string;

const unchanged: Naming = (subject) => subject;

/** The step that decided, and its rule. */
export function decidingLine(
  steps: readonly Step[],
  out: Output,
  nameOf: Naming = unchanged,
): string {
  const last = steps.find(({ decided }) => decided !== null) ?? steps.at(-1);
  if (last === undefined) return "it was decided without a step";
  const verdict =
    last.decided === "denies" ? out.paint("red", "denied") : out.paint("green", "allowed");
  const denied = last.decided === "denies" ? `${last.outcome}: ` : "";
  return `${verdict} at step ${last.step}, ${denied}${last.rule} (${nameOf(last.subject)})`;
}

/** Every step with its outcome. */
export function stepLines(
  steps: readonly Step[],
  out: Output,
  nameOf: Naming = unchanged,
): readonly string[] {
  return steps.map(({ step, rule, subject, outcome, decided }) => {
    const line = `  ${String(step).padStart(2)} ${outcome.padEnd(7)}  ${rule} (${nameOf(subject)})`;
    return decided === null ? out.paint("dim", line) : line;
  });
}

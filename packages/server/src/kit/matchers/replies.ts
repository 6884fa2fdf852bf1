// Matchers for replies and views.
import { controlsIn } from "../actors/controls.ts";
import { endOfView, Place, type View } from "../actors/place.ts";
import type { DecisionStep } from "../client/wire-types.ts";
import { nearestMessage } from "./differences.ts";
import {
  expectedFields,
  fitsText,
  isText,
  matchesMessage,
  shown,
  type MessageExpectation,
  type TextPattern,
} from "../actors/patterns.ts";
import { hasField, misused, requireReply, verdictOn, type Verdict } from "./verdict.ts";

/** Fields of the message that is the response. */
export type ReplyExpectation = MessageExpectation;

/**
 * The reply has a message with this text, one that matches, or one with the given fields:
 * `toHaveReplied(/pong/, { ephemeral: true })`, `toHaveReplied({ embeds: [{ title: "Lost key" }]
 * })`.
 */
export function toHaveReplied(
  received: unknown,
  textOrFields?: TextPattern | ReplyExpectation,
  moreFields: ReplyExpectation = {},
): Verdict {
  const reply = requireReply(received, "toHaveReplied");
  const text = isText(textOrFields) ? textOrFields : undefined;
  const given = textOrFields === undefined ? {} : expectedFields(textOrFields);
  const expectation = { ...given, ...moreFields };
  const message = reply.messages.findLast((each) => matchesMessage(each, expectation));
  const { ephemeral, ...fields } = text === undefined ? expectation : moreFields;
  const matching = text instanceof RegExp ? ` matching ${text}` : text && ` ${shown(text)}`;
  const kind = ephemeral === undefined ? "" : ephemeral ? "n ephemeral" : " public";
  const expected = `a${kind} reply${matching ?? ""}${fieldsText(fields)}`;
  const pass = reply.outcome === "replied" && message !== undefined;
  const isOnlyText = text !== undefined && Object.keys(moreFields).length === 0;
  return verdictOn(reply, expected, pass, () =>
    isOnlyText ? [] : nearestMessage(reply.messages, expectation),
  );
}

/** The expected step of a denial, and the missing permission. */
export interface DenialExpectation {
  /** The name or number of the step that denied, or the name of the denial. */
  readonly by?: DenialName | number;
  /** A permission that the command requires by default. */
  readonly needs?: string;
}

/** Steps of a decision by what they check. Source: protocol: commands-and-interactions 4.4. */
const stepNames = {
  type: 0,
  nsfw: 1,
  install: 2,
  contexts: 3,
  base_permissions: 7,
  channel: 8,
  command_permissions: 9,
  application_permissions: 10,
  default_member_permissions: 11,
} as const;

/** The name of a step, or of the denial in the API. */
export type DenialName = keyof typeof stepNames | (string & {});

/** The user was denied the command, and nothing was sent. */
export function toBeDenied(received: unknown, expected: DenialExpectation = {}): Verdict {
  const reply = requireReply(received, "toBeDenied");
  const { by, needs } = expected;
  const last = reply.decision.at(-1);
  const isBy = by === undefined || (last !== undefined && isStep(last, by));
  const isFor = needs === undefined || reply.needs.includes(needs);
  const expectedText = Object.keys(expected).length === 0 ? "" : ` ${shown(expected)}`;
  return verdictOn(reply, `a denial${expectedText}`, reply.outcome === "denied" && isBy && isFor);
}

function isStep({ step, denial }: DecisionStep, by: DenialName | number): boolean {
  if (typeof by === "number") return step === by;
  return denial === by || (Object.hasOwn(stepNames, by) && stepNames[by as "type"] === step);
}

/** The expected title and fields of a modal. */
export interface ModalExpectation {
  readonly title?: TextPattern;
  /** Labels of the fields, in order. */
  readonly fields?: readonly string[];
}

/** The response was a modal. */
export function toHaveModal(received: unknown, { title, fields }: ModalExpectation = {}): Verdict {
  const reply = requireReply(received, "toHaveModal");
  const { modal } = reply;
  const labels = controlsIn(modal?.components ?? []).map(({ label }) => label);
  const isTitled = title === undefined || (modal !== undefined && fitsText(modal.title, title));
  const isFielded = fields === undefined || fields.join("\n") === labels.join("\n");
  const isAny = title === undefined && fields === undefined;
  const expected = isAny ? "a modal" : `a modal ${shown({ title, fields })}`;
  return verdictOn(reply, expected, reply.outcome === "modal" && isTitled && isFielded);
}

/** The user was offered these choices by name, in this order, or choices that all match. */
export function toHaveChoices(received: unknown, choices: readonly string[] | RegExp): Verdict {
  const reply = requireReply(received, "toHaveChoices");
  const names = (reply.choices ?? []).map(({ name }) => name);
  const isFitting =
    choices instanceof RegExp
      ? names.length > 0 && names.every((name) => fitsText(name, choices))
      : names.join("\n") === choices.join("\n");
  return verdictOn(
    reply,
    `choices ${shown(choices)}`,
    reply.outcome === "autocomplete" && isFitting,
  );
}

/** There was no response in time. */
export function toHaveTimedOut(received: unknown): Verdict {
  const reply = requireReply(received, "toHaveTimedOut");
  reply.expect();
  return verdictOn(reply, "no response in time", reply.outcome === "timed_out");
}

/** The application's response was refused, or its endpoint failed. */
export function toHaveFailed(received: unknown): Verdict {
  const reply = requireReply(received, "toHaveFailed");
  reply.expect();
  return verdictOn(reply, "a failure", reply.outcome === "failed");
}

/** An activity was launched. */
export function toHaveLaunched(received: unknown): Verdict {
  const reply = requireReply(received, "toHaveLaunched");
  return verdictOn(reply, "an activity", reply.outcome === "launched");
}

/** A view has a message that matches: `{ content: /lost/, embeds: [{ title: "Lost key" }] }`. */
export function toContainMessage(
  received: unknown,
  expected: TextPattern | MessageExpectation,
): Verdict {
  if (!hasField(received, "messages") || !hasField(received, "text")) {
    const instead = "toContainMessage is for what a user sees: expect(await user.in(…).sees())";
    throw misused(received, instead);
  }
  const view = received as unknown as View;
  const pass = view.messages.some((each) => matchesMessage(each, expected));
  return { pass, message: () => seenText(pass, expected, view) };
}

/** A user sees such a message, now or within two seconds: `expect(user.in("#general"))`. */
export async function toSee(
  received: unknown,
  expected: TextPattern | MessageExpectation,
): Promise<Verdict> {
  if (!(received instanceof Place)) {
    const instead = 'toSee is for a user in a place: await expect(user.in("#general")).toSee(…)';
    throw misused(received, instead);
  }
  const { message, view, notes } = await received.look(expected);
  const pass = message !== undefined;
  return { pass, message: () => [seenText(pass, expected, view), ...notes].join("\n") };
}

function seenText(isSeen: boolean, expected: TextPattern | MessageExpectation, view: View): string {
  const nearest = isSeen || isText(expected) ? [] : nearestMessage(view.messages, expected);
  const saw = view.text === "" ? "saw nothing" : `saw:\n${endOfView(view)}`;
  const not = isSeen ? "not " : "";
  return [`expected ${not}to see a message ${shown(expected)}, and ${saw}`, ...nearest].join("\n");
}

function fieldsText(fields: object): string {
  return Object.keys(fields).length === 0 ? "" : ` with ${shown(fields)}`;
}

// Acts of users as calls of the control plane, with controls by their labels and commands as typed.
import type { ControlReply } from "@antechamber/sdk/control";
import { buttonIn, optionValuesOf, menuIn } from "../kit/actors/controls.ts";
import { readFitting } from "../kit/actors/command-text.ts";
import type { Component } from "../kit/client/wire-types.ts";
import { commandFor, menuCommandFor } from "./commands-of-applications.ts";
import { durationOf } from "./durations.ts";
import { CommandFailure, wrongUsage } from "./failures.ts";
import type { Outcome } from "./outcome-lines.ts";
import type { Session } from "./session.ts";

export interface WaitOptions {
  readonly until?: "acknowledged";
  readonly wait?: string;
}

export interface PlaceOptions {
  readonly in: string;
  readonly guild?: string;
}

export interface InvokeOptions extends PlaceOptions, WaitOptions {
  readonly app?: string;
  readonly on?: string;
}

export interface MessageActOptions extends PlaceOptions, WaitOptions {
  readonly message?: string;
}

export interface MessageOptions extends PlaceOptions {
  readonly until?: "answered";
  readonly wait?: string;
}

/** A user, and the text that they type. */
export interface TypedText {
  readonly user: string;
  readonly text: string;
}

/** Invokes a command. @throws CommandFailure, CannotDo */
export async function invokeAs(
  session: Session,
  options: InvokeOptions,
  { user, text }: TypedText,
): Promise<Outcome> {
  if (options.on !== undefined) {
    const { application } = await menuCommandFor(session, text, options.app);
    const place = { ...where(options), ...waitFields(options) };
    const body = { ...place, application, command: text, target: options.on };
    return session.call("control.invoke", { path: { user }, body });
  }
  const { application, namesakes } = await commandFor(session, text, options.app);
  const typed = readFitting(text, namesakes);
  const body = {
    ...where(options),
    ...waitFields(options),
    application,
    command: typed.path,
    options: typed.options,
  };
  return session.call("control.invoke", { path: { user }, body });
}

/** Autocompletes the last option of a command. @throws CommandFailure, CannotDo */
export async function autocompleteAs(
  session: Session,
  options: InvokeOptions,
  { user, text }: TypedText,
): Promise<Outcome> {
  const { application, namesakes } = await commandFor(session, text, options.app);
  const typed = readFitting(text, namesakes, { isTyping: true });
  if (typed.last === undefined)
    wrongUsage(`"${text}" does not end in an option; write /command option:text`);
  const body = {
    ...where(options),
    ...waitFields(options),
    application,
    command: typed.path,
    options: typed.options,
    focused: typed.last,
  };
  return session.call("control.autocomplete", { path: { user }, body });
}

/** Clicks a button. @throws CommandFailure, CannotDo */
export async function clickAs(
  session: Session,
  options: MessageActOptions,
  { user, button }: { readonly user: string; readonly button: string },
): Promise<Outcome> {
  const { id, components } = await messageFor(session, options, user);
  const body = { ...waitFields(options), message: id, custom_id: buttonIn(components, button) };
  return session.call("control.click", { path: { user }, body });
}

export interface MenuSelection {
  readonly user: string;
  /** The placeholder or custom id. */
  readonly menu: string;
  readonly choices: readonly string[];
}

/** Chooses in a select menu. @throws CommandFailure, CannotDo */
export async function selectAs(
  session: Session,
  options: MessageActOptions,
  { user, menu: named, choices }: MenuSelection,
): Promise<Outcome> {
  const { id, components } = await messageFor(session, options, user);
  const menu = menuIn(components, named);
  const values = optionValuesOf(menu, choices);
  const body = { ...waitFields(options), message: id, custom_id: menu.custom_id ?? "", values };
  return session.call("control.select", { path: { user }, body });
}

export interface ModalSubmission {
  readonly user: string;
  /** The interaction whose response was the modal. */
  readonly interaction: string;
  /** Values by custom id; a list for a field that takes several. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Submits a modal. */
export async function submitAs(
  session: Session,
  options: WaitOptions,
  { user, interaction, fields }: ModalSubmission,
): Promise<Outcome> {
  const body = { ...waitFields(options), interaction, fields };
  return session.call("control.submit", { path: { user }, body });
}

/** Writes a message. */
export async function writeMessageAs(
  session: Session,
  options: MessageOptions,
  { user, content }: { readonly user: string; readonly content: string },
): Promise<ControlReply<"control.message">> {
  const body = { ...where(options), ...waitFields(options), content };
  return session.call("control.message", { path: { user }, body });
}

/** Users write `#general`, where the service expects `general`. */
export function where({ in: channel, guild }: PlaceOptions) {
  return { channel: channel.replace(/^#/, ""), ...(guild === undefined ? {} : { guild }) };
}

function waitFields<W extends { readonly until?: string; readonly wait?: string }>({
  until,
  wait,
}: W) {
  return {
    ...(until === undefined ? {} : { until: until as NonNullable<W["until"]> }),
    ...(wait === undefined ? {} : { wait: durationOf(wait) }),
  };
}

/** How many messages are searched: as many as a view holds. */
const VIEWED_MAX = 1000;

/** The message with the components to use, as the user sees it. */
async function messageFor(session: Session, options: MessageActOptions, user: string) {
  const query = { ...where(options), limit: VIEWED_MAX };
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

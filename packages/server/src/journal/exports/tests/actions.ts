// Turns acts of the journal into the actions of a test.
import { parseTimestamp } from "@antechamber/contract/schema";
import type { Entry } from "../../entry.ts";
import { typedCommand } from "./commands.ts";
import { SECOND_MS } from "./durations.ts";
import {
  repeatableObject,
  repeatableText,
  repeatableValue,
  repeatableWords,
  NotRepeatable,
  plain,
} from "./repeatable-values.ts";
import type { Lobbies } from "./lobby-actions.ts";
import type { TestAction, InputFile, ActedMessage, MenuCommand, UserInChannel } from "./model.ts";
import { CHAT_INPUT, type Names } from "./names.ts";
import { controlCallOf, type ActContext } from "./control-calls.ts";
import { controlName, textIn, type Control, type Wire } from "./visible-messages.ts";
import { jsonOf } from "./segments.ts";
import type { Reading } from "./texts.ts";

/** A message whose controls a user uses. */
export interface ControlledMessage {
  readonly message: ActedMessage;
  readonly controls: readonly Control[];
}

/** A modal that a user was shown. */
export interface ShownForm {
  readonly reply: string;
  readonly controls: readonly Control[];
}

/** What is known about the part of the journal before an act. */
export interface PrecedingJournal extends Omit<ActContext, "names"> {
  readonly reading: Reading;
  readonly lobbies: Lobbies;
  /** @throws NotRepeatable where a test could not find the message again */
  message(id: string, user: string): ControlledMessage;
  /** @throws NotRepeatable */
  form(interaction: string): ShownForm;
}

interface Act {
  readonly entry: Entry;
  readonly body: Wire;
  readonly before: PrecedingJournal;
  readonly names: Names;
  readonly user: string;
}

/** Kinds of entity that the kit adds by name. Source: product.md, Test kit. */
const addable = new Set(
  "users applications guilds channels roles members installs tokens skus entitlements subscriptions".split(
    " ",
  ),
);

/**
 * The action of a test that repeats an act; undefined where the test needs none.
 *
 * @throws NotRepeatable
 */
export function actionOf(entry: Entry, before: PrecedingJournal): TestAction | undefined {
  const { names } = before.reading;
  if (entry.kind === "clock") return clockAction(entry);
  const { status = "no answer" } = entry;
  const isDenied = before.interactions.outcome(entry)?.outcome === "denied";
  if (!isDenied && (status === "no answer" || status >= 400)) {
    throw new NotRepeatable(`it was refused with ${status}`);
  }
  const user = userOf(entry, names);
  const { name, body } = controlCallOf(entry, { ...before, names });
  if (user !== undefined) {
    const lobbyAction = before.lobbies.action({ entry, body, names, user });
    if (lobbyAction !== undefined) return lobbyAction;
  }
  const actions = user === undefined ? operatorActions : userActions;
  const toAction = actions[name] ?? controlAction;
  return toAction({ entry, body, before, names, user: user ?? "" });
}

/** The user who acts; for calls of the control plane, the one in the path. */
export function userOf({ name, url, actor }: Entry, names: Names): string | undefined {
  const inPath = /^\/control\/v1\/users\/([^/?]+)\/[a-z]+/.exec(url)?.[1];
  if (inPath !== undefined && name.startsWith("control.")) {
    return names.user(decodeURIComponent(inPath));
  }
  return name.startsWith("control.") || actor === undefined ? undefined : names.user(actor);
}

type ReadAction = (act: Act) => TestAction | undefined;

const userActions: Readonly<Record<string, ReadAction>> = {
  "control.invoke": runAction,
  "control.autocomplete": autocompleteAction,
  "control.click": clickAction,
  "control.select": selectAction,
  "control.submit": submitAction,
  "control.message": messageAction,
  "control.react": reactAction,
  "control.deauthorize": ({ body, names, user }) => ({
    do: "deauthorize",
    user,
    application: applicationIn(body, names),
  }),
};

const operatorActions: Readonly<Record<string, ReadAction>> = {
  "control.faults.create": ({ body, names }) => ({
    do: "fault",
    fault: repeatableValue(body, names),
  }),
  "control.faults.clear": () => ({ do: "clearFaults" }),
  "control.limits.reset": () => ({ do: "resetLimits" }),
  "control.world.put": refuseReplacement,
  "control.world.reset": refuseReplacement,
  "control.snapshots.restore": refuseReplacement,
  "control.journal.replay": refuseRepetition,
  "control.traces.replay": refuseRepetition,
};

function refuseReplacement(): never {
  throw new NotRepeatable("the whole world was replaced; record from there on");
}

function refuseRepetition(): never {
  throw new NotRepeatable("it did again what happened before");
}

function runAction(act: Act): TestAction {
  const { body, names, user } = act;
  const spot = spotOf(body, names, user);
  const application = applicationIn(body, names);
  const { path, type } = commandIn(body, names);
  if (body["target"] !== undefined) return runOnAction(act, { spot, application, command: path });
  const command = names.command(application, path, type ?? CHAT_INPUT);
  const options = (body["options"] ?? {}) as Wire;
  const name = path.split(" ")[0] ?? "";
  return {
    do: "run",
    spot,
    ...typedCommand({ path, command, options, names }),
    application: names.ownersOf(name) > 1 ? application : undefined,
    files: filesIn(body),
  };
}

function runOnAction({ body, before, names, user }: Act, menu: MenuCommand): TestAction {
  const target = String(body["target"]);
  const targetUser = names.user(target);
  if (targetUser !== undefined) return { do: "runOn", ...menu, target: `@${targetUser}` };
  return { do: "runOnMessage", ...menu, on: before.message(target, user).message };
}

function autocompleteAction({ body, names, user }: Act): TestAction {
  const application = applicationIn(body, names);
  const { path, type } = commandIn(body, names);
  const command = names.command(application, path, type ?? CHAT_INPUT);
  const options = (body["options"] ?? {}) as Wire;
  const focused = String(body["focused"]);
  const { text } = typedCommand({ path, command, options, names, focused });
  const isOnly = names.ownersOf(path.split(" ")[0] ?? "") <= 1;
  return {
    do: "autocomplete",
    spot: spotOf(body, names, user),
    text,
    application: isOnly ? undefined : application,
  };
}

function clickAction({ body, before, user }: Act): TestAction {
  const { message, controls } = before.message(String(body["message"]), user);
  return { do: "click", user, on: message, control: controlIn(body, controls, before) };
}

function selectAction({ body, before, names, user }: Act): TestAction {
  const { message, controls } = before.message(String(body["message"]), user);
  const control = controlIn(body, controls, before);
  const wire = controls.find(({ customId }) => customId === body["custom_id"])?.wire;
  const values = (Array.isArray(body["values"]) ? body["values"] : []).map((each) =>
    chosenLabel(String(each), wire, names),
  );
  return { do: "select", user, on: message, control, values };
}

/**
 * The label of a chosen option where it is unique in the menu, else its value; for a reference, its
 * name.
 */
function chosenLabel(choice: string, menu: Wire | undefined, names: Names): string {
  const options = Array.isArray(menu?.["options"]) ? (menu["options"] as readonly Wire[]) : [];
  const option = options.find((each) => each["value"] === choice || each["label"] === choice);
  const isAlone = options.filter((each) => each["label"] === option?.["label"]).length === 1;
  if (option !== undefined) return plain(String(isAlone ? option["label"] : option["value"]));
  return repeatableText(choice, names);
}

function submitAction({ body, before, names, user }: Act): TestAction {
  const { reply, controls } = before.form(String(body["interaction"]));
  const fields = Object.entries((body["fields"] ?? {}) as Wire).map(
    ([customId, value]): [string, ReturnType<typeof repeatableValue>] => {
      const name = controlName(customId, controls, before.reading);
      if (name === undefined) throw new NotRepeatable("a field has another name in each run");
      return [name, repeatableValue(value, names)];
    },
  );
  return { do: "submit", user, form: reply, fields, files: filesIn(body) };
}

function reactAction({ body, before, user }: Act): TestAction {
  const { message } = before.message(textIn(body, "message"), user);
  // A custom emoji is named by its name in the guild.
  const emoji = plain(textIn(body, "emoji").replace(/:\d+$/, ""));
  return { do: "react", user, on: message, emoji, isTakenBack: body["remove"] === true };
}

function messageAction({ body, names, user }: Act): TestAction {
  const content = repeatableWords(textIn(body, "content"), names);
  return { do: "message", spot: spotOf(body, names, user), content, files: filesIn(body) };
}

/** A call of the control plane as it was made, with names instead of ids in its path and body. */
function controlAction({ entry, body, names }: Act): TestAction {
  if (!entry.name.startsWith("control.")) throw new NotRepeatable("the kit has no words for it");
  const [path = ""] = entry.url.replace(/^\/control\/v1/, "").split("?");
  const segments = path.split("/").map((each) => {
    return encodeURIComponent(repeatableText(decodeURIComponent(each), names));
  });
  const method = entry.method ?? "POST";
  const [, kind = "", ...rest] = segments;
  if (method === "POST" && rest.length === 0 && addable.has(kind)) {
    return { do: "add", kind, entity: repeatableObject(body, names) };
  }
  const hasBody = Object.keys(body).length > 0;
  return {
    do: "control",
    route: `${method} ${segments.join("/")}`,
    body: hasBody ? repeatableObject(body, names) : undefined,
  };
}

/**
 * Real milliseconds by which a running clock may advance around a move, on top of the duration of
 * the move: as many as a busy machine takes between two steps.
 */
const TICK_MS = 50;

function clockAction({ name, payload, ms: tookMs = 0 }: Entry): TestAction | undefined {
  const { from, to, frozen } = jsonOf(payload) ?? {};
  const movedMs = (parseTimestamp(String(to)) ?? 0) - (parseTimestamp(String(from)) ?? 0);
  // A running clock also advances by itself during a move, and until it is frozen.
  const ownMs = Math.max(movedMs, 0) % SECOND_MS;
  const hasRun = (frozen === false || name === "clock.freeze") && ownMs <= tookMs + TICK_MS;
  const ms = hasRun ? movedMs - ownMs : movedMs;
  if (name === "clock.release")
    throw new NotRepeatable("the clock of a test stands still between acts");
  if (ms > 0) return { do: "advance", ms };
  return ms < 0 ? { do: "set", now: String(to) } : undefined;
}

function spotOf(body: Wire, names: Names, user: string): UserInChannel {
  const { guild, channel } = body as { readonly guild?: string; readonly channel?: string };
  const spot = names.spot(user, channel ?? "", guild);
  if (spot === undefined) throw new NotRepeatable("its channel has no name of its own");
  return spot;
}

function applicationIn(body: Wire, names: Names): string {
  const name = names.application(String(body["application"]));
  if (name === undefined) throw new NotRepeatable("its application is not known any more");
  return name;
}

/** The path of a command, whether the call named it or gave its id. */
function commandIn(body: Wire, names: Names) {
  const command = body["command"] as string | { readonly name: string; readonly type?: number };
  const { name, type } = typeof command === "string" ? { name: command, type: undefined } : command;
  const isId = /^\d{15,20}$/.test(name);
  const path = isId ? names.command("", name)?.name : name.replace(/^\//, "");
  if (path === undefined) throw new NotRepeatable("its command is not known any more");
  return { path, type };
}

function controlIn(
  body: Wire,
  controls: readonly Control[],
  { reading }: PrecedingJournal,
): string {
  const name = controlName(String(body["custom_id"]), controls, reading);
  if (name === undefined) throw new NotRepeatable("what was used has another name in each run");
  return name;
}

function filesIn(body: Wire): readonly InputFile[] {
  const files = Array.isArray(body["attachments"]) ? (body["attachments"] as readonly Wire[]) : [];
  return files.map(({ filename, data }) => ({ name: String(filename), data: String(data) }));
}

// What users and the operator do, as calls of the test kit.
import { durationText } from "./durations.ts";
import { playerPiece } from "./javascript-players.ts";
import { filesPiece, literals, quoted, textPiece } from "./javascript-texts.ts";
import { brackets, spacedBraces, type Piece } from "./layout.ts";
import type {
  ActedMessage,
  InputFile,
  MenuAction,
  OperatorAction,
  Run,
  TestAction,
  UserAction,
  UserInChannel,
} from "./model.ts";
import { isOperatorAction, isPlayerAction, type Places } from "./places.ts";
import { fieldsPiece, inputPiece } from "./values.ts";

/** The call of an action; `found` is the variable of the message that was looked up for it. */
export function actionPiece(action: TestAction, places: Places, found = ""): Piece {
  if (isOperatorAction(action)) return operatorPiece(action);
  if (isPlayerAction(action)) return playerPiece(action);
  return userPiece(action, places, found);
}

/** A user in a channel: the variable, where there is one. */
export function placePiece(spot: UserInChannel, places: Places): string {
  return places.variable(spot) ?? placeOf(spot);
}

export function placeOf({ user, channel, guild }: UserInChannel): string {
  const who = `world.user(${quoted(user)})`;
  if (channel.startsWith("@")) return `${who}.dm(${quoted(channel.slice(1))})`;
  const within = guild === undefined ? "" : `, { guild: ${quoted(guild)} }`;
  return `${who}.in(${quoted(channel)}${within})`;
}

/** The variable of the message that a user acts on. */
function messageOf(on: ActedMessage, found: string): string {
  return "reply" in on ? on.reply : found;
}

function menuPiece(action: MenuAction, places: Places, found: string): Piece {
  const on = action.do === "runOn" ? quoted(action.target) : messageOf(action.on, found);
  const parts = [on, quoted(action.command), appOption(action.application)];
  return [placePiece(action.spot, places), ".runOn", brackets("(", parts, ")")];
}

function userPiece(action: UserAction, places: Places, found: string): Piece {
  switch (action.do) {
    case "run":
      return [placePiece(action.spot, places), ".run", brackets("(", runArguments(action), ")")];
    case "runOn":
    case "runOnMessage":
      return menuPiece(action, places, found);
    case "autocomplete": {
      const { text, application } = action;
      const app = application === undefined ? [] : [appOption(application)];
      return [
        placePiece(action.spot, places),
        ".autocomplete",
        brackets("(", [quoted(text), ...app], ")"),
      ];
    }
    case "click":
    case "select":
      return controlPiece(action, found);
    case "submit": {
      const fields = fieldsPiece(action.fields, (each) => inputPiece(each, literals), literals);
      return [`${action.form}.submit`, brackets("(", [fields, ...filesOption(action)], ")")];
    }
    case "react":
      return reactPiece(action, found);
    case "message":
      return [
        placePiece(action.spot, places),
        ".message",
        brackets("(", [textPiece(action.content), ...filesOption(action)], ")"),
      ];
  }
}

/** The use of a control: through the reply where it is the user's own, else on the message. */
function controlPiece(
  action: UserAction & { readonly do: "click" | "select" },
  found: string,
): Piece {
  const { on, user } = action;
  const message = messageOf(on, found);
  const values = action.do === "select" ? action.values.map(quoted) : [];
  const control = [quoted(action.control), ...values];
  return "reply" in on && on.user === user
    ? [`${message}.${action.do}`, brackets("(", control, ")")]
    : [`world.user(${quoted(user)}).${action.do}`, brackets("(", [message, ...control], ")")];
}

function reactPiece(
  { user, on, emoji, isTakenBack }: UserAction & { readonly do: "react" },
  found: string,
): Piece {
  const parts = [messageOf(on, found), quoted(emoji), ...(isTakenBack ? ["{ remove: true }"] : [])];
  return [`world.user(${quoted(user)}).react`, brackets("(", parts, ")")];
}

function appOption(application: string): Piece {
  return spacedBraces([`app: ${quoted(application)}`]);
}

/** The option with the files; empty if there are none. */
function filesOption({ files }: { readonly files: readonly InputFile[] }): readonly Piece[] {
  return files.length === 0 ? [] : [spacedBraces([["files: ", filesPiece(files)]])];
}

function runArguments({ text, application, options, files }: Run): readonly Piece[] {
  const fields: Piece[] = [];
  if (application !== undefined) fields.push(`app: ${quoted(application)}`);
  if (options !== undefined) fields.push(["options: ", inputPiece(options, literals)]);
  if (files.length > 0) fields.push(["files: ", filesPiece(files)]);
  return [quoted(text), ...(fields.length === 0 ? [] : [spacedBraces(fields)])];
}

function operatorPiece(action: OperatorAction): Piece {
  switch (action.do) {
    case "deauthorize":
      return `world.user(${quoted(action.user)}).deauthorize(${quoted(action.application)})`;
    case "advance":
      return `world.clock.advance(${quoted(durationText(action.ms))})`;
    case "set":
      return `world.clock.set(${quoted(action.now)})`;
    case "add":
      return [
        "world.add",
        brackets("(", [quoted(action.kind), inputPiece(action.entity, literals)], ")"),
      ];
    case "fault":
      return ["world.faults.add", brackets("(", [inputPiece(action.fault, literals)], ")")];
    case "clearFaults":
      return "world.faults.clear()";
    case "resetLimits":
      return "world.limits.reset()";
    case "control": {
      const { route, body } = action;
      const options =
        body === undefined ? [] : [spacedBraces([["body: ", inputPiece(body, literals)]])];
      return ["world.control.call", brackets("(", [quoted(route), ...options], ")")];
    }
  }
}

// What users and the operator do, as calls of the pytest plugin.
import { brackets, type Piece } from "./layout.ts";
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
import { playerPiece } from "./python-players.ts";
import { filesPiece, literals, quoted, snake, textPiece } from "./python-texts.ts";
import { fieldsPiece, inputPiece } from "./values.ts";

/** The call of an action; `found` is the variable of the message that was looked up for it. */
export function actionPiece(action: TestAction, places: Places, found = ""): Piece {
  if (isOperatorAction(action)) return operatorPiece(action);
  if (isPlayerAction(action)) return playerPiece(action);
  return userPiece(action, places, found);
}

/** A user in a channel: the variable, where there is one. */
export function placePiece(spot: UserInChannel, places: Places): string {
  const variable = places.variable(spot);
  return variable === undefined ? placeOf(spot) : snake(variable);
}

export function placeOf({ user, channel, guild }: UserInChannel): string {
  if (channel.startsWith("@")) return `${userOf(user)}.dm(${quoted(channel.slice(1))})`;
  const within = guild === undefined ? "" : `, guild=${quoted(guild)}`;
  return `${userOf(user)}.in_(${quoted(channel)}${within})`;
}

function userOf(name: string): string {
  return `world.user(${quoted(name)})`;
}

/** The message that a user acts on. */
function messageOf(on: ActedMessage, found: string): string {
  return "reply" in on ? `${snake(on.reply)}.message` : found;
}

function menuPiece(action: MenuAction, places: Places, found: string): Piece {
  const parts = [
    menuTarget(action, found),
    quoted(action.command),
    `app=${quoted(action.application)}`,
  ];
  return [placePiece(action.spot, places), ".run_on", brackets("(", parts, ")")];
}

/** `run_on` takes a reply for its message. */
function menuTarget(action: MenuAction, found: string): string {
  if (action.do === "runOn") return quoted(action.target);
  return "reply" in action.on ? snake(action.on.reply) : found;
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
      const app = application === undefined ? [] : [`app=${quoted(application)}`];
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
      const files = action.files.length === 0 ? [] : [filesPiece(action.files)];
      return [`${snake(action.form)}.submit`, brackets("(", [...files, ["**", fields]], ")")];
    }
    case "react":
      return reactPiece(action, found);
    case "message":
      return [
        placePiece(action.spot, places),
        ".message",
        brackets("(", [textPiece(action.content), ...filesArgument(action)], ")"),
      ];
  }
}

/** The use of a control: through the reply where it is the user's own, else on the message. */
function controlPiece(
  action: UserAction & { readonly do: "click" | "select" },
  found: string,
): Piece {
  const { on, user } = action;
  const values = action.do === "select" ? action.values.map(quoted) : [];
  const control = [quoted(action.control), ...values];
  return "reply" in on && on.user === user
    ? [`${snake(on.reply)}.${action.do}`, brackets("(", control, ")")]
    : [`${userOf(user)}.${action.do}`, brackets("(", [messageOf(on, found), ...control], ")")];
}

function reactPiece(
  { user, on, emoji, isTakenBack }: UserAction & { readonly do: "react" },
  found: string,
): Piece {
  const parts = [messageOf(on, found), quoted(emoji), ...(isTakenBack ? ["remove=True"] : [])];
  return [`${userOf(user)}.react`, brackets("(", parts, ")")];
}

/** The argument with the files; empty if there are none. */
function filesArgument({ files }: { readonly files: readonly InputFile[] }): readonly Piece[] {
  return files.length === 0 ? [] : [["files=", filesPiece(files)]];
}

function runArguments({ text, application, options, files }: Run): readonly Piece[] {
  const parts: Piece[] = [quoted(text)];
  if (application !== undefined) parts.push(`app=${quoted(application)}`);
  if (options !== undefined) parts.push(["options=", inputPiece(options, literals)]);
  return [...parts, ...filesArgument({ files })];
}

function operatorPiece(action: OperatorAction): Piece {
  const controlCall = (route: string, body?: Piece) => [
    "world.control.call",
    brackets("(", [quoted(route), ...(body === undefined ? [] : [body])], ")"),
  ];
  switch (action.do) {
    case "deauthorize":
      return [
        `${userOf(action.user)}.deauthorize`,
        brackets("(", [quoted(action.application)], ")"),
      ];
    case "advance":
      return `world.clock.advance(${action.ms / 1000})`;
    case "set":
      return controlCall("PATCH /clock", inputPiece({ now: action.now }, literals));
    case "add": {
      const fields = inputPiece(action.entity, literals);
      return ["world.add", brackets("(", [quoted(action.kind), ["**", fields]], ")")];
    }
    case "fault":
      return controlCall("POST /faults", inputPiece(action.fault, literals));
    case "clearFaults":
      return controlCall("DELETE /faults");
    case "resetLimits":
      return controlCall("POST /limits/reset");
    case "control":
      return controlCall(
        action.route,
        action.body === undefined ? undefined : inputPiece(action.body, literals),
      );
  }
}

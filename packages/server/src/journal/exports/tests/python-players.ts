// What players do in lobbies, as calls of the pytest plugin.
import { brackets, type Piece } from "./layout.ts";
import type { FoundLobby, InputValue, PlayerAction } from "./model.ts";
import { literals, quoted, snake, textPiece } from "./python-texts.ts";
import { inputPiece, expectedPiece } from "./values.ts";

export function playerPiece(action: PlayerAction): Piece {
  const player = `world.player(${quoted(action.user)})`;
  if (action.do === "joinLobby") {
    const secret = `secret=${quoted(action.lobby)}`;
    const parts = [quoted(action.application), secret, ...argumentsOf(action.fields)];
    return [`${player}.join`, brackets("(", parts, ")")];
  }
  const lobby = `${player}.lobby(${snake(action.lobby)})`;
  switch (action.do) {
    case "sendToLobby": {
      const parts = [textPiece(action.content), ...argumentsOf(action.fields)];
      return [`${lobby}.send`, brackets("(", parts, ")")];
    }
    case "leaveLobby":
      return `${lobby}.leave()`;
    case "linkLobby":
      return action.channel === undefined
        ? `${lobby}.unlink()`
        : `${lobby}.link(${quoted(action.channel)})`;
  }
}

/** A call that finds a lobby which an application created or changed. */
export function foundLobbyPiece(found: FoundLobby, isUsedLater: boolean): Piece {
  const { lobby, isFirst, fields } = found;
  const variable = snake(lobby);
  const expected = Object.entries(fields).map(([key, value]) => [
    `${key}=`,
    expectedPiece(value, literals),
  ]);
  const parts = isFirst ? expected : [`id=${variable}.id`, ...expected];
  const assignment = isFirst && isUsedLater ? `${variable} = ` : "";
  return [`${assignment}world.find_lobby`, brackets("(", parts, ")")];
}

function argumentsOf(fields: Readonly<Record<string, InputValue>>): readonly Piece[] {
  return Object.entries(fields).map(([key, value]) => [`${key}=`, inputPiece(value, literals)]);
}

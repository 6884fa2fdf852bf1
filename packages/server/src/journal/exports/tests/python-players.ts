// What players do in lobbies, as calls of the pytest plugin.
import { brackets, type Piece } from "./layout.ts";
import type { FoundLobby, GivenValue, PlayerAction } from "./model.ts";
import { literals, quoted, snake, textPiece } from "./python-texts.ts";
import { givenPiece, shownPiece } from "./values.ts";

export function playerPiece(action: PlayerAction): Piece {
  const player = `world.player(${quoted(action.user)})`;
  if (action.do === "joinLobby") {
    const secret = `secret=${quoted(action.lobby)}`;
    const parts = [quoted(action.application), secret, ...argumentsOf(action.wish)];
    return [`${player}.join`, brackets("(", parts, ")")];
  }
  const lobby = `${player}.lobby(${snake(action.lobby)})`;
  switch (action.do) {
    case "sendToLobby": {
      const parts = [textPiece(action.content), ...argumentsOf(action.wish)];
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
export function foundLobbyPiece(found: FoundLobby, isKept: boolean): Piece {
  const { lobby, isFirst, fields } = found;
  const variable = snake(lobby);
  const shown = Object.entries(fields).map(([key, value]) => [
    `${key}=`,
    shownPiece(value, literals),
  ]);
  const parts = isFirst ? shown : [`id=${variable}.id`, ...shown];
  const bound = isFirst && isKept ? `${variable} = ` : "";
  return [`${bound}world.find_lobby`, brackets("(", parts, ")")];
}

function argumentsOf(given: Readonly<Record<string, GivenValue>>): readonly Piece[] {
  return Object.entries(given).map(([key, value]) => [`${key}=`, givenPiece(value, literals)]);
}

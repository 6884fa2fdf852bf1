// What players do in lobbies, as calls of the pytest plugin.
import { brackets, type Piece } from "./layout.ts";
import type { FoundLobby, Given, PlayerDeed } from "./model.ts";
import { literals, quoted, snake, textPiece } from "./python-texts.ts";
import { givenPiece, shownPiece } from "./values.ts";

export function playerPiece(deed: PlayerDeed): Piece {
  const player = `world.player(${quoted(deed.user)})`;
  if (deed.do === "joinLobby") {
    const secret = `secret=${quoted(deed.lobby)}`;
    const parts = [quoted(deed.application), secret, ...argumentsOf(deed.wish)];
    return [`${player}.join`, brackets("(", parts, ")")];
  }
  const lobby = `${player}.lobby(${snake(deed.lobby)})`;
  switch (deed.do) {
    case "sendToLobby": {
      const parts = [textPiece(deed.content), ...argumentsOf(deed.wish)];
      return [`${lobby}.send`, brackets("(", parts, ")")];
    }
    case "leaveLobby":
      return `${lobby}.leave()`;
    case "linkLobby":
      return deed.channel === undefined
        ? `${lobby}.unlink()`
        : `${lobby}.link(${quoted(deed.channel)})`;
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

function argumentsOf(wish: Readonly<Record<string, Given>>): readonly Piece[] {
  return Object.entries(wish).map(([key, value]) => [`${key}=`, givenPiece(value, literals)]);
}

// What players do in lobbies, as calls of the test kit.
import { literals, quoted, textPiece } from "./javascript-texts.ts";
import { brackets, spacedBraces, type Piece } from "./layout.ts";
import type { FoundLobby, InputValue, PlayerAction } from "./model.ts";
import { inputPiece, expectedPiece } from "./values.ts";

export function playerPiece(action: PlayerAction): Piece {
  const player = `world.player(${quoted(action.user)})`;
  if (action.do === "joinLobby") {
    const secret: Piece = `secret: ${quoted(action.lobby)}`;
    const fieldsText = spacedBraces([secret, ...fieldPieces(action.fields)]);
    return [`${player}.join`, brackets("(", [quoted(action.application), fieldsText], ")")];
  }
  const lobby = `${player}.lobby(${action.lobby})`;
  switch (action.do) {
    case "sendToLobby": {
      const fields = fieldPieces(action.fields);
      const fieldsText = fields.length === 0 ? [] : [spacedBraces(fields)];
      return [`${lobby}.send`, brackets("(", [textPiece(action.content), ...fieldsText], ")")];
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
  const expected = Object.entries(fields).map(([key, value]) => [
    `${literals.key(key)}: `,
    expectedPiece(value, literals),
  ]);
  const parts = isFirst ? expected : [`id: ${lobby}.id`, ...expected];
  const assignment = isFirst && isUsedLater ? `const ${lobby} = ` : "";
  return [`${assignment}await world.findLobby`, brackets("(", [spacedBraces(parts)], ")"), ";"];
}

function fieldPieces(fields: Readonly<Record<string, InputValue>>): readonly Piece[] {
  return Object.entries(fields).map(([key, value]) => [
    `${literals.key(key)}: `,
    inputPiece(value, literals),
  ]);
}

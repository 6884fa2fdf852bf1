// What players do in lobbies, and the lobbies that applications create.
import type { Entry } from "../../entry.ts";
import { repeatableObject, repeatableWords, NotRepeatable } from "./repeatable-values.ts";
import { Text, type FoundLobby, type PlayerAction, type ExpectedValue } from "./model.ts";
import type { Names } from "./names.ts";
import { textIn, type Wire } from "./visible-messages.ts";
import { jsonOf } from "./segments.ts";
import { textOf, type Reading } from "./texts.ts";
import type { Variables } from "./variables.ts";

/** Calls of an application whose response contains the whole lobby. */
const wholeLobbyCalls = new Set(["lobbies.create", "lobbies.edit", "lobbies.join"]);

export function isAboutLobby({ name }: Entry): boolean {
  return wholeLobbyCalls.has(name);
}

/** The id of the lobby that a call is about. */
export function lobbyIdIn({ url }: Entry): string | undefined {
  return /\/lobbies\/(\d+)/.exec(url)?.[1];
}

/** The id of the lobby that a call joined. */
export function joinedLobbyId({ name, responseBody }: Entry): unknown {
  return name === "lobbies.join" ? jsonOf(responseBody)?.["id"] : undefined;
}

interface KnownLobby {
  readonly variable: string;
  /** Whether players created it with a secret, which a test can choose freely. */
  readonly isOfPlayers: boolean;
}

export interface LobbyAct {
  readonly entry: Entry;
  readonly body: Wire;
  readonly names: Names;
  readonly user: string;
}

/** The lobbies that a test has variables for. */
export class Lobbies {
  readonly #lobbies = new Map<string, KnownLobby>();
  readonly #variables: Variables;

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  /** The action of a player; undefined for any other call. @throws NotRepeatable */
  action(act: LobbyAct): PlayerAction | undefined {
    const { entry, body, names, user } = act;
    switch (entry.name) {
      case "lobbies.join":
        return this.#joinAction(act);
      case "lobbies.createMessage": {
        const content = repeatableWords(textIn(body, "content"), names);
        const form = repeatableObject(presentFields(body, ["metadata", "flags"]), names);
        return { do: "sendToLobby", user, lobby: this.#variable(entry), content, fields: form };
      }
      case "lobbies.leave":
        return { do: "leaveLobby", user, lobby: this.#variable(entry) };
      case "lobbies.linkChannel": {
        const { channel_id: id } = body;
        const spot = typeof id === "string" ? names.spot(user, id) : undefined;
        if (typeof id === "string" && (spot === undefined || spot.guild !== undefined)) {
          throw new NotRepeatable("its channel has no name of its own");
        }
        return { do: "linkLobby", user, lobby: this.#variable(entry), channel: spot?.channel };
      }
      default:
        return undefined;
    }
  }

  /** A lobby as it was after an application's call. */
  expectationOf({ responseBody }: Entry, reading: Reading): FoundLobby | undefined {
    const lobby = jsonOf(responseBody);
    const application = reading.names.application(textIn(lobby ?? {}, "application_id"));
    if (lobby === undefined || application === undefined) return undefined;
    const { id, metadata, members } = lobby;
    const isFirst = !this.#lobbies.has(String(id));
    const fields: Record<string, ExpectedValue> = {
      application: new Text([{ of: "application", name: application }]),
    };
    const texts = Object.entries((metadata ?? {}) as Readonly<Record<string, string>>);
    if (texts.length > 0) {
      fields["metadata"] = Object.fromEntries(
        texts.map(([key, text]) => [key, textOf(text, reading)]),
      );
    }
    if (Array.isArray(members)) fields["members"] = members.length;
    const { variable } = isFirst
      ? this.#add(String(id), { isOfPlayers: false })
      : this.#get(String(id));
    return { is: "lobby", lobby: variable, isFirst, fields };
  }

  #joinAction({ entry, body, names, user }: LobbyAct): PlayerAction {
    const id = jsonOf(entry.responseBody)?.["id"];
    const application = names.application(entry.application ?? "");
    if (typeof id !== "string" || application === undefined) {
      throw new NotRepeatable("its lobby is not known any more");
    }
    const isFirst = !this.#lobbies.has(id);
    const lobby = isFirst ? this.#add(id, { isOfPlayers: true }) : this.#get(id);
    if (!lobby.isOfPlayers) throw new NotRepeatable("its application alone knows the secret");
    const keys = ["lobby_metadata", "member_metadata", "idle_timeout_seconds", "flags"];
    const form = repeatableObject(presentFields(body, keys), names);
    return { do: "joinLobby", user, application, lobby: lobby.variable, isFirst, fields: form };
  }

  /** @throws NotRepeatable for a lobby that is older than the recorded part */
  #variable(entry: Entry): string {
    return this.#get(lobbyIdIn(entry) ?? "").variable;
  }

  #get(id: string): KnownLobby {
    const lobby = this.#lobbies.get(id);
    if (lobby === undefined) throw new NotRepeatable("its lobby is older than this part");
    return lobby;
  }

  #add(id: string, facts: Pick<KnownLobby, "isOfPlayers">): KnownLobby {
    const lobby = { variable: this.#variables.add("lobby", "lobby"), ...facts };
    this.#lobbies.set(id, lobby);
    return lobby;
  }
}

/** The given fields of a body; null means the same as an absent field. */
function presentFields(body: Wire, keys: readonly string[]): Wire {
  const fields = Object.entries(body).filter(
    ([key, value]) => keys.includes(key) && value !== null,
  );
  return Object.fromEntries(fields);
}

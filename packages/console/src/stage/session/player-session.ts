// A session of a player with the gateway, as a game opens it: for one application, in its lobbies.
import { call } from "../../api/queries.ts";
import { randomHex } from "../../parts/random.ts";
import { Connection } from "./connection.ts";
import { lobbyAfter, noLobbySeen, type LobbySeen } from "./lobby-seen.ts";

/** What the token of a player needs. */
const SCOPES = ["sdk.social_layer", "openid"];

export interface LobbyPlace {
  readonly lobby: string;
  readonly application: string;
}

export class PlayerSession {
  readonly user: string;
  readonly place: LobbyPlace;
  readonly connection: Connection;
  #seen: LobbySeen = noLobbySeen;

  constructor(world: string, user: string, place: LobbyPlace) {
    this.user = user;
    this.place = place;
    const given = { user, application: place.application, scopes: SCOPES };
    this.connection = new Connection({
      newToken: async () => {
        // A world names the tokens that nobody names by their user: each session has its own.
        const body = { ...given, token: randomHex() };
        await call(world, "control.tokens.create", { body });
        return `Bearer ${body.token}`;
      },
      dispatched: (name, d) => this.#take(name, d),
    });
  }

  readonly seen = (): LobbySeen => this.#seen;

  #take(name: string, d: unknown): void {
    const before = this.#seen;
    this.#seen = lobbyAfter(before, this.place.lobby, name, d);
    if (before.lobby === undefined && this.#seen.lobby !== undefined) void this.#read();
    this.connection.changed();
  }

  /** Reads what was written before; what comes meanwhile stands after it. */
  async #read(): Promise<void> {
    const path = { lobby_id: this.place.lobby };
    const read = await this.connection.call("lobbies.messages", { path }).catch(() => []);
    const known = new Set(this.#seen.messages.map(({ id }) => id));
    const older = read.filter(({ id }) => !known.has(id)).toReversed();
    this.#seen = { ...this.#seen, messages: [...older, ...this.#seen.messages] };
    this.connection.changed();
  }
}

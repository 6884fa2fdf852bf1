// A session of a player with the gateway, as a game opens it: for one application, in its lobbies.
import { call } from "../../api/queries.ts";
import { randomHex } from "../../parts/random.ts";
import { Connection } from "./connection.ts";
import { lobbyAfter, noLobbySeen, READ_MAX, withRead, type LobbySeen } from "./lobby-seen.ts";

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
  /** What happens to messages while they are read; undefined while they are not. */
  #pending: (readonly [name: string, d: unknown])[] | undefined;

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
    if (name.startsWith("LOBBY_MESSAGE_")) this.#pending?.push([name, d]);
    // While the player was out of it, or had no session, no event came of what was written.
    const mayLack = name === "READY" || before.lobby === undefined;
    if (mayLack && this.#seen.lobby !== undefined) void this.#read();
    this.connection.changed();
  }

  /** Reads what was written so far; what happens to it meanwhile holds after that. */
  async #read(): Promise<void> {
    const pending: (readonly [name: string, d: unknown])[] = [];
    this.#pending = pending;
    const { lobby } = this.place;
    const input = { path: { lobby_id: lobby }, query: { limit: READ_MAX } };
    const read = await this.connection.call("lobbies.messages", input).catch(() => undefined);
    // Another reading has begun since, and takes the place of this one.
    if (this.#pending !== pending) return;
    this.#pending = undefined;
    if (read === undefined) return;
    this.#seen = pending.reduce(
      (seen, [name, d]) => lobbyAfter(seen, lobby, name, d),
      withRead(this.#seen, read),
    );
    this.connection.changed();
  }
}

// A player's gateway session, as a game opens it: for one application, in its lobbies.
import { call } from "../../api/queries.ts";
import { randomHex } from "../../parts/random.ts";
import { Connection } from "./connection.ts";
import { lobbyAfter, noLobbySeen, READ_MAX, withRead, type LobbySeen } from "./lobby-seen.ts";

/** The scopes of a player's token. */
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
  /** Events about messages that arrive while messages are being read; undefined otherwise. */
  #pending: (readonly [name: string, d: unknown])[] | undefined;

  constructor(world: string, user: string, place: LobbyPlace) {
    this.user = user;
    this.place = place;
    const given = { user, application: place.application, scopes: SCOPES };
    this.connection = new Connection({
      newToken: async () => {
        // The default name of a token is derived from its user, but each session needs a token of
        // its own.
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
    this.#seen = lobbyAfter(before, this.place.lobby, [name, d]);
    if (name.startsWith("LOBBY_MESSAGE_")) this.#pending?.push([name, d]);
    // While the player was not in the lobby, or had no session, events of messages were missed.
    const mayLack = name === "READY" || before.lobby === undefined;
    if (mayLack && this.#seen.lobby !== undefined) void this.#read();
    this.connection.changed();
  }

  /** Reads the stored messages, and then applies the events that arrived in the meantime. */
  async #read(): Promise<void> {
    const pending: (readonly [name: string, d: unknown])[] = [];
    this.#pending = pending;
    const { lobby } = this.place;
    const input = { path: { lobby_id: lobby }, query: { limit: READ_MAX } };
    const read = await this.connection.call("lobbies.messages", input).catch(() => undefined);
    // A newer read has started, which replaces this one.
    if (this.#pending !== pending) return;
    this.#pending = undefined;
    if (read === undefined) return;
    this.#seen = pending.reduce(
      (seen, event) => lobbyAfter(seen, lobby, event),
      withRead(this.#seen, read),
    );
    this.connection.changed();
  }
}

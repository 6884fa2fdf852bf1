// Players of a game: their gateway sessions, and their acts in lobbies, through the API that games
// use.
import type { Acts } from "./actors/acts.ts";
import { channelIdFor } from "./channels.ts";
import type { ControlClient } from "./client/control-client.ts";
import { ApiRefusal, CannotDo, ControlRefusal } from "./client/errors.ts";
import { after, pause, realNow, request } from "./client/environment.ts";
import { lobbyState } from "./lobbies.ts";
import { untilDisconnected, untilSettled } from "./waits.ts";

/** Gateway opcodes. Source: protocol: gateway-oauth-limits 4.2. */
const Op = { DISPATCH: 0, HEARTBEAT: 1, IDENTIFY: 2, HELLO: 10 } as const;

/** A capability that connects the session to all lobbies of its player. */
const AUTO_LOBBY_CONNECT = 1 << 16;

const CLOSE_NORMAL = 1000;
const READY_LIMIT_MS = 5000;

/** The most events that a session keeps; older ones are dropped. */
const EVENTS_MAX = 10_000;

/** An event that a session received. */
export interface ReceivedEvent {
  /** `LOBBY_UPDATE`. */
  readonly name: string;
  /** The payload of the event. */
  readonly data: Readonly<Record<string, unknown>>;
}

interface Frame {
  readonly op: number;
  readonly d: unknown;
  readonly s: number | null;
  readonly t: string | null;
}

/** The dependencies of a session. */
type SessionDeps = Pick<PlayerDeps, "gateway" | "control" | "acts">;

/** A player's gateway session, which records the events it receives. */
export class PlayerSession {
  /** The events received, the oldest first; at most the newest 10,000. */
  readonly events: ReceivedEvent[] = [];
  /** The player's username. */
  readonly name: string;
  readonly #socket: WebSocket;
  #sequence: number | null = null;
  #stopBeating: () => void = () => undefined;

  #id = "";
  #closed: string | undefined;
  readonly #deps: SessionDeps;

  private constructor(name: string, socket: WebSocket, deps: SessionDeps) {
    this.name = name;
    this.#socket = socket;
    this.#deps = deps;
  }

  /** Connects, and resolves once the session is ready. */
  static connect(
    { name, token }: { name: string; token: string },
    deps: SessionDeps,
  ): Promise<PlayerSession> {
    const socket = new WebSocket(`${deps.gateway}/?v=10&encoding=json`);
    const session = new PlayerSession(name, socket, deps);
    return new Promise((resolve, reject) => {
      const cancel = after(READY_LIMIT_MS, () => socket.close());
      socket.addEventListener("close", ({ code, reason }) => {
        cancel();
        session.#stopBeating();
        session.#closed = `${code} ${reason}`.trim();
        reject(new Error(`the gateway closed the session of ${name}: ${session.#closed}`));
      });
      socket.addEventListener("message", ({ data }) => {
        const frame = JSON.parse(String(data)) as Frame;
        if (frame.op === Op.HELLO) session.#begin(frame.d as { heartbeat_interval: number }, token);
        if (frame.op === Op.HEARTBEAT) session.#beat();
        if (frame.op !== Op.DISPATCH) return;
        session.#sequence = frame.s;
        session.#receive({ name: frame.t ?? "", data: frame.d as ReceivedEvent["data"] });
        if (frame.t !== "READY") return;
        cancel();
        session.#id = (frame.d as { session_id: string }).session_id;
        resolve(session);
      });
    });
  }

  /** The code, and the reason if any, with which the connection was closed; undefined: it is open. */
  get closed(): string | undefined {
    return this.#closed;
  }

  /** Ends the session, and resolves once the service has registered that. */
  async disconnect(): Promise<void> {
    this.#stopBeating();
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    await new Promise<void>((resolve) => {
      this.#socket.addEventListener("close", () => resolve());
      this.#socket.close(CLOSE_NORMAL);
    });
    const { control, acts } = this.#deps;
    await untilDisconnected(control, this.#id);
    await untilSettled(control, acts);
  }

  /** The first event that matches; waits for it for a number of real milliseconds. */
  find(
    fits: (event: ReceivedEvent) => boolean,
    waitMs: number,
  ): Promise<ReceivedEvent | undefined> {
    return this.#deps.acts.follow(async () => {
      const end = realNow() + waitMs;
      for (;;) {
        const found = this.events.find(fits);
        if (found !== undefined || this.#closed !== undefined || realNow() >= end) return found;
        await pause(2);
      }
    });
  }

  #begin({ heartbeat_interval: interval }: { heartbeat_interval: number }, token: string): void {
    const properties = { os: "test", browser: "antechamber", device: "antechamber" };
    this.#send(Op.IDENTIFY, { token, capabilities: AUTO_LOBBY_CONNECT, properties });
    const beat = () => {
      this.#beat();
      this.#stopBeating = after(interval, beat);
    };
    this.#stopBeating = after(interval, beat);
  }

  #beat(): void {
    this.#send(Op.HEARTBEAT, this.#sequence);
  }

  #receive(event: ReceivedEvent): void {
    this.events.push(event);
    if (this.events.length > EVENTS_MAX) this.events.shift();
  }

  #send(op: number, d: unknown): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ op, d }));
  }
}

/** A request to join a lobby, in the form of the API. */
export interface JoinOptions {
  /** Players who use the same secret join the same lobby. */
  readonly secret: string;
  /** Metadata of the lobby. */
  readonly lobby_metadata?: Readonly<Record<string, string>>;
  /** Metadata of the player in the lobby. */
  readonly member_metadata?: Readonly<Record<string, string>>;
  readonly idle_timeout_seconds?: number;
  readonly flags?: number;
}

/** Further fields of a lobby message. */
export interface LobbyMessageOptions {
  readonly metadata?: Readonly<Record<string, string>>;
  readonly flags?: number;
}

/** Issues the access tokens of a world's players. */
export class PlayerTokens {
  readonly #world: string;
  readonly #control: ControlClient;
  readonly #acts: Pick<Acts, "applicationFor">;
  #issued = 0;

  constructor(world: string, control: ControlClient, acts: Pick<Acts, "applicationFor">) {
    this.#world = world;
    this.#control = control;
    this.#acts = acts;
  }

  /**
   * A new token of a player for a game.
   *
   * @throws CannotDo when there is no such application
   */
  async issue(user: string, application: string): Promise<string> {
    this.#issued += 1;
    // Also unique among copies of the world.
    const token = `player.${this.#world}.${this.#issued}`;
    const scopes = ["sdk.social_layer", "openid"];
    const body = { token, user, application, scopes };
    try {
      return (await this.#control.call<{ token: string }>("POST /tokens", { body })).token;
    } catch (error) {
      // The application may be one that the test added without the kit.
      if (error instanceof ControlRefusal && error.status === 400)
        this.#acts.applicationFor(application);
      throw error;
    }
  }
}

/** The dependencies of a player. */
export interface PlayerDeps {
  readonly api: string;
  readonly gateway: string;
  readonly control: ControlClient;
  readonly acts: Pick<Acts, "follow" | "open">;
  readonly tokens: PlayerTokens;
}

interface PlayerUser {
  readonly id: string;
  readonly name: string;
}

/**
 * A player of games, `world.player("alice")`, who signs in with an access token for a game,
 * connects to the gateway, and joins lobbies.
 */
export class Player {
  /** The username. */
  readonly name: string;
  readonly #id: string;
  readonly #deps: PlayerDeps;

  constructor({ id, name }: PlayerUser, deps: PlayerDeps) {
    this.name = name;
    this.#id = id;
    this.#deps = deps;
  }

  /** Signs in to a game, by its name or as an object with its id, and connects to the gateway. */
  connect(game: string | { readonly id: string }): Promise<PlayerSession> {
    const { acts, tokens } = this.#deps;
    return acts.follow(async () => {
      const token = await tokens.issue(this.#id, typeof game === "string" ? game : game.id);
      return PlayerSession.connect({ name: this.name, token: `Bearer ${token}` }, this.#deps);
    });
  }

  /** Joins the lobby with a secret; the first player who uses the secret creates the lobby. */
  join(application: string, options: JoinOptions): Promise<PlayerLobby> {
    const { api, acts, tokens } = this.#deps;
    return acts.follow(async () => {
      const call = { api, token: await tokens.issue(this.#id, application), body: options };
      const { id } = (await lobbyCall("PUT", "", call)) as { readonly id: string };
      return this.lobby(id);
    });
  }

  /** A lobby that the player is in, by its id or as the API's object. */
  lobby(lobby: string | { readonly id: string }): PlayerLobby {
    const id = typeof lobby === "string" ? lobby : lobby.id;
    return new PlayerLobby(id, { ...this.#deps, player: this.#id });
  }
}

interface LobbyDeps extends PlayerDeps {
  /** The id of the player. */
  readonly player: string;
}

/** A lobby that a player is in. */
export class PlayerLobby {
  /** The id of the lobby. */
  readonly id: string;
  readonly #deps: LobbyDeps;

  constructor(id: string, deps: LobbyDeps) {
    this.id = id;
    this.#deps = deps;
  }

  /** Sends a message. @throws ApiRefusal when the API refuses it */
  send(content: string, options: LobbyMessageOptions = {}): Promise<unknown> {
    return this.#call("POST", "/messages", { content, ...options });
  }

  /** Leaves the lobby. @throws ApiRefusal when the API refuses it */
  leave(): Promise<unknown> {
    return this.#call("DELETE", "/members/@me");
  }

  /** Links the lobby to a channel, `#general`. @throws ApiRefusal when the API refuses it */
  link(channel: string): Promise<unknown> {
    const { control, acts } = this.#deps;
    return acts.follow(async () => {
      const channel_id = await channelIdFor(control, channel.replace(/^#/, ""));
      return this.#call("PATCH", "/channel-linking", { channel_id });
    });
  }

  /** Removes the link to a channel. @throws ApiRefusal when the API refuses it */
  unlink(): Promise<unknown> {
    return this.#call("PATCH", "/channel-linking", {});
  }

  #call(method: string, path: string, body?: object): Promise<unknown> {
    const { api, acts, tokens, player } = this.#deps;
    return acts.follow(async () => {
      const token = await tokens.issue(player, await this.#game());
      const input = body === undefined ? {} : { body };
      return lobbyCall(method, `/${this.id}${path}`, { api, token, ...input });
    });
  }

  /** The id of the application that the lobby belongs to. @throws CannotDo when there is no lobby */
  async #game(): Promise<string> {
    const { lobby } = await lobbyState(this.#deps.control, this.id);
    if (lobby === undefined) throw new CannotDo(`there is no lobby "${this.id}"`);
    return String(lobby["application"]);
  }
}

interface LobbyCall {
  readonly api: string;
  readonly token: string;
  readonly body?: object;
}

/** @throws ApiRefusal when the call is refused */
async function lobbyCall(
  method: string,
  path: string,
  { api, token, body }: LobbyCall,
): Promise<unknown> {
  const response = await request(`${api}/v10/lobbies${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw ApiRefusal.of(`${method} /lobbies${path}`, response.status, text);
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}

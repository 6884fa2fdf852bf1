// A simulated player: a gateway session and calls over HTTP, through the SDK that games use.
import type { Rest, GatewayConnection } from "@antechamber/sdk";
import { RestError } from "@antechamber/sdk/control";
import { deadline, pause, ticks } from "../../environment.ts";
import type { PlayerAccount } from "./crowd.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Measures } from "./measures.ts";
import type { Action, PlayerCall } from "./script.ts";

/** Timeout of each call, and of opening a session, in real milliseconds. */
const TIMEOUT_MS = 30_000;
/** How long a step takes in which the player has nothing to do, in real milliseconds. */
const IDLE_STEP_MS = 1;

/** What the players of a run share. */
export interface Field {
  readonly rest: Rest;
  readonly measures: Measures;
  readonly deliveries: Deliveries;
  /** Invokes a command as a user. @returns the reason if it failed */
  readonly invoke: (user: string, call: Invoke) => Promise<string | undefined>;
  readonly openGateway: (deps: SessionDeps) => GatewayConnection;
  /** The token to create and delete lobbies with; absent where the plan does neither. */
  readonly botToken: string | undefined;
  /** Part of the lobbies' secrets, so that runs with different seeds use different lobbies. */
  readonly seed: string;
  /** Aborts when no further step of a round is to be taken. */
  readonly over: AbortSignal;
}

type Invoke = Extract<PlayerCall, { readonly call: "invoke" }>;

export interface SessionDeps {
  readonly accessToken: string;
  readonly dispatched: (name: string, payload: unknown) => void;
  readonly ready: () => void;
  readonly ended: (code: number) => void;
}

export class Player {
  readonly #account: PlayerAccount;
  readonly #field: Field;
  #gateway: GatewayConnection | undefined;
  #isReady = false;
  /** The ids of the lobbies that the player is in, by their names in the plan. */
  readonly #lobbies = new Map<string, string>();

  constructor(account: PlayerAccount, field: Field) {
    this.#account = account;
    this.#field = field;
  }

  /** Carries out a step. Failures are counted, and never thrown. */
  async take(action: Action): Promise<void> {
    switch (action.call) {
      case "pause":
        return pause(action.ms, this.#field.over);
      case "connect":
        return this.#connect();
      case "disconnect":
        return this.disconnect();
      case "invoke":
        return this.#invoke(action);
      case "join":
      case "create":
        return this.#lobbies.has(action.lobby) ? this.#skip(action.call) : this.#enter(action);
      case "leave":
      case "delete":
      case "message":
      case "messages":
        return this.#inLobby(action);
    }
  }

  /** Ends the session, if there is one. */
  async disconnect(): Promise<void> {
    if (this.#gateway === undefined) return pause(IDLE_STEP_MS);
    this.#field.deliveries.disconnect(this.#account.number);
    this.#gateway.disconnect();
    this.#gateway = undefined;
    this.#isReady = false;
    return pause(IDLE_STEP_MS);
  }

  async #connect(): Promise<void> {
    if (this.#gateway !== undefined) return this.#skip("connect");
    await this.#measure("connect", () => this.#open());
    if (!this.#isReady) return this.disconnect();
    for (const lobby of this.#lobbies.keys()) this.#enterDeliveries(lobby);
    return undefined;
  }

  /** Resolves once the session is ready. */
  #open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timeout = deadline(TIMEOUT_MS);
      timeout.addEventListener("abort", () =>
        reject(new Unanswered(`no READY in ${TIMEOUT_MS / 1000} s`)),
      );
      this.#gateway = this.#field.openGateway({
        accessToken: this.#account.accessToken,
        dispatched: (name, payload) => this.#receive(name, payload),
        ready: () => {
          this.#isReady = true;
          resolve();
        },
        ended: (code) => reject(new Unanswered(`closed ${code}`)),
      });
      this.#gateway.connect();
    });
  }

  #receive(name: string, payload: unknown): void {
    const { metadata } = payload as { readonly metadata?: Readonly<Record<string, string>> };
    const tag = name === "LOBBY_MESSAGE_CREATE" ? metadata?.["load"] : undefined;
    this.#field.deliveries.receive(this.#account.number, ticks(), tag);
  }

  async #enter(action: Extract<PlayerCall, { call: "join" | "create" }>): Promise<void> {
    const lobby = await this.#measure(action.call, () => this.#lobbyBy(action));
    if (lobby === undefined) return;
    this.#lobbies.set(action.lobby, lobby.id);
    if (this.#isReady) this.#enterDeliveries(action.lobby);
  }

  #lobbyBy(action: Extract<PlayerCall, { call: "join" | "create" }>) {
    const { rest, seed } = this.#field;
    if (action.call === "create") {
      const body = { metadata: action.metadata ?? null, members: [{ id: this.#account.id }] };
      return rest.call("lobbies.create", { ...this.#asBot(), body });
    }
    const { idle_timeout_seconds: idle } = action;
    const body = {
      secret: `${seed}:${action.lobby}`,
      ...(idle === undefined ? {} : { idle_timeout_seconds: idle }),
    };
    return rest.call("lobbies.join", { ...this.#asPlayer(), body });
  }

  async #inLobby(
    action: Extract<PlayerCall, { call: "leave" | "delete" | "message" | "messages" }>,
  ): Promise<void> {
    const { call, lobby } = action;
    const { rest, deliveries } = this.#field;
    const id = this.#lobbies.get(lobby);
    if (id === undefined) return this.#skip(call);
    const path = { lobby_id: id };
    if (call === "message") return this.#send(path, action);
    if (call === "messages") {
      const query = action.limit === undefined ? {} : { limit: action.limit };
      const list = () => rest.call("lobbies.messages", { ...this.#asPlayer(), path, query });
      await this.#measure(call, list);
      return undefined;
    }
    deliveries.leave(id, this.#account.number);
    this.#lobbies.delete(lobby);
    await this.#measure(call, () =>
      call === "leave"
        ? rest.call("lobbies.leave", { ...this.#asPlayer(), path })
        : rest.call("lobbies.delete", { ...this.#asBot(), path }),
    );
    return undefined;
  }

  async #send(
    path: { readonly lobby_id: string },
    { content }: Extract<PlayerCall, { call: "message" }>,
  ): Promise<void> {
    const { rest, deliveries } = this.#field;
    await this.#measure("message", async () => {
      const tag = deliveries.begin(path.lobby_id, ticks());
      let isSent = false;
      try {
        const body = { content, metadata: { load: tag } };
        await rest.call("lobbies.createMessage", { ...this.#asPlayer(), path, body });
        isSent = true;
      } finally {
        deliveries.noteAnswer(tag, isSent);
      }
    });
  }

  async #invoke(action: Invoke): Promise<void> {
    await this.#measure("invoke", async () => {
      const failure = await this.#field.invoke(this.#account.id, action);
      if (failure !== undefined) throw new Unanswered(failure);
    });
  }

  /** Makes a call, and retries it after rate limits. @returns undefined if it failed */
  async #measure<T>(call: string, work: () => Promise<T>): Promise<T | undefined> {
    const { measures, over } = this.#field;
    for (;;) {
      const startedAt = ticks();
      try {
        const value = await work();
        measures.addSuccess(call, ticks() - startedAt);
        return value;
      } catch (error) {
        if (!(error instanceof RestError) || error.status !== 429) {
          measures.addFailure(call, failureOf(error), ticks() - startedAt);
          return undefined;
        }
        measures.addLimited(call);
        if (over.aborted) return undefined;
        await pause(error.retryAfter * 1000, over);
      }
    }
  }

  #enterDeliveries(lobby: string): void {
    this.#field.deliveries.enter(this.#lobbies.get(lobby) ?? "", this.#account.number);
  }

  #skip(call: string): Promise<void> {
    this.#field.measures.addSkipped(call);
    return pause(IDLE_STEP_MS);
  }

  #asPlayer() {
    const authorization = `Bearer ${this.#account.accessToken}`;
    return { authorization, signal: deadline(TIMEOUT_MS) };
  }

  #asBot() {
    const authorization = `Bot ${this.#field.botToken ?? ""}`;
    return { authorization, signal: deadline(TIMEOUT_MS) };
  }
}

/** The service did not respond as expected. */
class Unanswered extends Error {
  override readonly name = "Unanswered";
}

/**
 * The kind by which a failure is counted: `403 50001`, `no answer: ECONNREFUSED`, `no answer in 30
 * s`.
 */
function failureOf(error: unknown): string {
  if (error instanceof RestError) return `${error.status} ${error.code}`;
  if (error instanceof Unanswered) return error.message;
  const causes = causesOf(error);
  if (causes.some(({ name }) => name === "TimeoutError"))
    return `no answer in ${TIMEOUT_MS / 1000} s`;
  const { code } = causes.find((each) => typeof each.code === "string") ?? {};
  return code === undefined ? "no answer" : `no answer: ${code}`;
}

/** The error, its cause, and so on. */
function causesOf(error: unknown): readonly NodeJS.ErrnoException[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

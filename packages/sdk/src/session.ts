// The token in use, and the connection that it opens. Source: protocol: lobbies-and-sdk 6, 8.5.
import type { ClientResult } from "./client-result.ts";
import { AuthorizationTokenType, ClientStatus, ErrorType, type ClientError } from "./enums.ts";
import type { Cancel, Environment } from "./environment.ts";
import { AUTHENTICATION_FAILED, GatewayConnection } from "./gateway.ts";
import type { LobbyCache } from "./lobby-cache.ts";
import { parseTimestamp } from "./moment.ts";
import { attempt, attemptOnly, ClientFailure, type Callback } from "./outcome.ts";
import type { Rest } from "./rest.ts";

/** Called when the status of a connection changes; the detail is the close code, or 0. */
export type StatusCallback = (status: ClientStatus, error: ClientError, detail: number) => void;

/** The person whom a token belongs to. */
export interface CurrentUser {
  readonly id: bigint;
  readonly name: string;
}

interface SessionDeps {
  readonly environment: Environment;
  readonly rest: Rest;
  readonly lobbies: LobbyCache;
}

/** The token in use, its expiry, and the connection that it opens. */
export class Session {
  readonly #environment: Environment;
  readonly #rest: Rest;
  readonly #lobbies: LobbyCache;
  readonly #gateway: GatewayConnection;
  #accessToken: string | undefined;
  #stopExpiry: Cancel | undefined;
  statusChanged: StatusCallback | undefined;
  tokenExpired: (() => void) | undefined;

  constructor({ environment, rest, lobbies }: SessionDeps) {
    this.#environment = environment;
    this.#rest = rest;
    this.#lobbies = lobbies;
    this.#gateway = new GatewayConnection({
      environment,
      address: async () => (await rest.call("gateway.get", {})).url,
      token: () => `Bearer ${this.#accessToken ?? ""}`,
      dispatched: (name, payload) => lobbies.dispatch(name, payload),
      changed: (status, error, detail) => {
        // The expiry of a token that the gateway has refused is not reported.
        if (detail === AUTHENTICATION_FAILED) this.#stopExpiry?.();
        this.statusChanged?.(status, error, detail);
      },
    });
  }

  get accessToken(): string | undefined {
    return this.#accessToken;
  }

  get status(): ClientStatus {
    return this.#gateway.status;
  }

  connect(): void {
    this.#gateway.connect();
  }

  disconnect(): void {
    this.#gateway.disconnect();
    this.#lobbies.clear();
    this.#stopExpiry?.();
  }

  updateToken(
    tokenType: AuthorizationTokenType,
    token: string,
    callback: Callback<[]> | undefined,
  ): Promise<ClientResult> {
    return attemptOnly(async () => {
      requireBearer(tokenType);
      this.#accessToken = token;
      await this.#armExpiry();
      if (this.status === ClientStatus.Disconnected) return;
      this.#gateway.disconnect();
      this.#gateway.connect();
    }, callback);
  }

  currentUser(
    tokenType: AuthorizationTokenType,
    token: string,
    callback: Callback<[id: bigint, name: string]> | undefined,
  ) {
    return attempt<CurrentUser, [bigint, string]>({
      work: async () => {
        requireBearer(tokenType);
        const { user } = await this.#rest.call("oauth2.me", { authorization: `Bearer ${token}` });
        return { id: BigInt(user?.id ?? 0), name: user?.global_name ?? user?.username ?? "" };
      },
      empty: { id: 0n, name: "" },
      values: ({ id, name }) => [id, name],
      callback,
    });
  }

  /** Where the service does not say when a token expires, it is used until it is refused. */
  async #armExpiry(): Promise<void> {
    this.#stopExpiry?.();
    const { expires } = await this.#rest.call("oauth2.me", {});
    const left = Math.max(0, parseTimestamp(expires) - this.#environment.now());
    this.#stopExpiry = this.#environment.after(left, () => this.tokenExpired?.());
  }
}

/** @throws ClientFailure for the other kind, which nobody else may use */
function requireBearer(tokenType: AuthorizationTokenType): void {
  if (tokenType === AuthorizationTokenType.Bearer) return;
  throw new ClientFailure(ErrorType.ValidationError, "only Bearer tokens can be used");
}

// The current token, and the connection that it opens. Source: protocol: lobbies-and-sdk 6, 8.5.
import type { ClientResult } from "./client-result.ts";
import { AuthorizationTokenType, ClientStatus, ErrorType, type ClientError } from "./enums.ts";
import type { Cancel, Environment } from "./environment.ts";
import { AUTHENTICATION_FAILED, GatewayConnection } from "./gateway.ts";
import type { LobbyCache } from "./lobby-cache.ts";
import { parseTimestamp } from "./moment.ts";
import { attempt, attemptOnly, ClientFailure, type Callback } from "./outcome.ts";
import type { ClientState } from "./player-rest.ts";
import type { Rest } from "./rest.ts";

/** Called when the status of a connection changes; the detail is the close code, or 0. */
export type StatusCallback = (status: ClientStatus, error: ClientError, detail: number) => void;

/** The person who owns a token. */
export interface CurrentUser {
  readonly id: bigint;
  readonly name: string;
}

interface SessionDeps {
  readonly environment: Environment;
  readonly rest: Rest;
  readonly lobbies: LobbyCache;
}

/** The current token, its expiry, and the connection that it opens. */
export class Session implements ClientState {
  readonly #environment: Environment;
  readonly #rest: Rest;
  readonly #lobbies: LobbyCache;
  readonly #gateway: GatewayConnection;
  #accessToken: string | undefined;
  /** Client functions that the service has disabled. */
  #disabled: readonly string[] = [];
  /** When the current token expires, until the expiry was reported. */
  #expiresAt: number | undefined;
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
      dispatched: (name, payload) => {
        if (name === "READY") this.#disabled = disabledFunctions(payload as Ready);
        lobbies.dispatch(name, payload);
      },
      changed: (status, error, detail) => {
        // The expiry of a token that the gateway has refused is not reported.
        if (detail === AUTHENTICATION_FAILED) this.#forgetExpiry();
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

  isDisabled(name: string): boolean {
    return this.#disabled.includes(name);
  }

  connect(): void {
    this.#awaitExpiry();
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
      this.#forgetExpiry();
      const { expires } = await this.#rest.call("oauth2.me", { authorization: `Bearer ${token}` });
      // Another token may have been set in the meantime.
      if (token !== this.#accessToken) return;
      this.#expiresAt = parseTimestamp(expires);
      this.#awaitExpiry();
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
        const authorization = `Bearer ${token}`;
        const { user } = await this.#rest.call("oauth2.me", { authorization });
        // A token that hides its owner gets no `user` here, and `users.me` refuses it.
        const { id, global_name, username } =
          user ?? (await this.#rest.call("users.me", { authorization }));
        return { id: BigInt(id), name: global_name ?? username };
      },
      empty: { id: 0n, name: "" },
      values: ({ id, name }) => [id, name],
      callback,
    });
  }

  #awaitExpiry(): void {
    this.#stopExpiry?.();
    if (this.#expiresAt === undefined) return;
    const left = Math.max(0, this.#expiresAt - this.#environment.now());
    this.#stopExpiry = this.#environment.after(left, () => {
      this.#forgetExpiry();
      this.tokenExpired?.();
    });
  }

  #forgetExpiry(): void {
    this.#stopExpiry?.();
    this.#expiresAt = undefined;
  }
}

interface Ready {
  readonly feature_flags?: { readonly disabled_functions?: readonly string[] };
}

function disabledFunctions({ feature_flags }: Ready): readonly string[] {
  return feature_flags?.disabled_functions ?? [];
}

/** @throws ClientFailure for the other kind of token, which applications cannot use */
function requireBearer(tokenType: AuthorizationTokenType): void {
  if (tokenType === AuthorizationTokenType.Bearer) return;
  throw new ClientFailure(ErrorType.ValidationError, "only Bearer tokens can be used");
}

// The half of the client that is connected. Source: protocol: lobbies-and-sdk 6, 8.5.
import { AuthorizationTokenType, ClientStatus, ErrorType, type ClientError } from "./enums.ts";
import type { Cancel } from "./environment.ts";
import { GatewayConnection } from "./gateway.ts";
import { LobbyCache } from "./lobby-cache.ts";
import { parseTimestamp } from "./moment.ts";
import { attempt, attemptOnly, ClientFailure, type Callback } from "./outcome.ts";
import type { ClientResult } from "./client-result.ts";
import { SignInClient, type ClientOptions } from "./sign-in-client.ts";

/** What a client hears of its connection: the close code, or 0, is the detail. */
export type StatusCallback = (status: ClientStatus, error: ClientError, detail: number) => void;

export interface CurrentUser {
  readonly id: bigint;
  readonly name: string;
}

export class SessionClient extends SignInClient {
  protected readonly lobbies = new LobbyCache();
  readonly #gateway: GatewayConnection;
  #statusChanged: StatusCallback | undefined;
  #tokenExpired: (() => void) | undefined;
  #stopExpiry: Cancel | undefined;

  constructor(options: ClientOptions = {}) {
    super(options);
    this.#gateway = new GatewayConnection({
      environment: this.environment,
      address: async () => (await this.rest.call("gateway.get", {})).url,
      accessToken: () => this.accessToken,
      dispatched: (name, payload) => this.lobbies.dispatch(name, payload),
      changed: (status, error, detail) => this.#statusChanged?.(status, error, detail),
    });
  }

  /** Takes a token into use; a living connection is built anew with it. */
  UpdateToken(
    tokenType: AuthorizationTokenType,
    token: string,
    callback?: Callback<[]>,
  ): Promise<ClientResult> {
    return attemptOnly(async () => {
      requireBearer(tokenType);
      this.accessToken = token;
      await this.#armExpiry();
      if (this.GetStatus() === ClientStatus.Disconnected) return;
      this.#gateway.disconnect();
      this.#gateway.connect();
    }, callback);
  }

  IsAuthenticated(): boolean {
    return this.accessToken !== undefined;
  }

  /** Called once for each token, when its time is over. */
  SetTokenExpirationCallback(callback: (() => void) | undefined): void {
    this.#tokenExpired = callback;
  }

  /** Begins to connect; the status callback tells how it goes. */
  Connect(): void {
    this.#gateway.connect();
  }

  Disconnect(): void {
    this.#gateway.disconnect();
    this.lobbies.clear();
    this.#stopExpiry?.();
  }

  GetStatus(): ClientStatus {
    return this.#gateway.status;
  }

  SetStatusChangedCallback(callback: StatusCallback | undefined): void {
    this.#statusChanged = callback;
  }

  /** Who stands behind a token. */
  FetchCurrentUser(
    tokenType: AuthorizationTokenType,
    token: string,
    callback?: Callback<[id: bigint, name: string]>,
  ) {
    return attempt<CurrentUser, [bigint, string]>({
      work: async () => {
        requireBearer(tokenType);
        const { user } = await this.rest.call("oauth2.me", { authorization: `Bearer ${token}` });
        return { id: BigInt(user?.id ?? 0), name: user?.global_name ?? user?.username ?? "" };
      },
      empty: { id: 0n, name: "" },
      values: ({ id, name }) => [id, name],
      callback,
    });
  }

  /** The name that others see of a player without an account here. */
  UpdateProvisionalAccountDisplayName(name: string, callback?: Callback<[]>) {
    const body = { global_name: name };
    return attemptOnly(() => this.rest.call("users.editAccount", { body }), callback);
  }

  /** A token that the service cannot tell of is simply used until it fails. */
  async #armExpiry(): Promise<void> {
    this.#stopExpiry?.();
    const { expires } = await this.rest.call("oauth2.me", {});
    const left = Math.max(0, parseTimestamp(expires) - this.environment.now());
    this.#stopExpiry = this.environment.after(left, () => this.#tokenExpired?.());
  }
}

/** @throws ClientFailure for the other kind, which nobody else may use */
function requireBearer(tokenType: AuthorizationTokenType): void {
  if (tokenType === AuthorizationTokenType.Bearer) return;
  throw new ClientFailure(ErrorType.ValidationError, "only Bearer tokens can be used");
}

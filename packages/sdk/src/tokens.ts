// The calls that issue, renew or revoke tokens. Source: protocol: lobbies-and-sdk 8.5, 8.6, 8.7.
import type { DeviceAuthorizationArgs } from "./authorization-args.ts";
import {
  AuthorizationTokenType,
  ErrorType,
  externalAuthTypes,
  type AuthenticationExternalAuthType,
} from "./enums.ts";
import { delay, type Environment } from "./environment.ts";
import type { Calls } from "./generated/calls.ts";
import {
  attempt,
  attemptOnly,
  ClientFailure,
  clientIdOf,
  firstOf,
  isTransient,
  type Callback,
  type Outcome,
} from "./outcome.ts";
import type { Rest } from "./rest.ts";
import { NetworkError, RestError } from "./rest-errors.ts";

/** The result of a token call; its texts are empty and its numbers 0 if it failed. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly tokenType: number;
  /** Seconds. */
  readonly expiresIn: number;
  /** OAuth2 scopes with spaces between them. */
  readonly scopes: string;
}

/** Called with the result and the tokens. */
export type TokenCallback = Callback<
  [accessToken: string, refreshToken: string, tokenType: number, expiresIn: number, scopes: string]
>;

/** A player's proof of identity from another provider. */
export interface ExternalAuth {
  readonly type: AuthenticationExternalAuthType;
  /** The token of that provider. */
  readonly token: string;
}

const noTokens: Tokens = {
  accessToken: "",
  refreshToken: "",
  tokenType: AuthorizationTokenType.Bearer,
  expiresIn: 0,
  scopes: "",
};

type TokenForm = Calls["oauth2.token"]["body"];

/** A code and what is needed to exchange it. */
export interface CodeExchange {
  readonly applicationId: bigint;
  readonly code: string;
  /** The verifier of the challenge that went with `Authorize`. */
  readonly codeVerifier: string;
  /** The redirect URI that `Authorize` returned. */
  readonly redirectUri: string;
  /** Set to merge a player's provisional account into the person's account. */
  readonly merge?: ExternalAuth | undefined;
}

interface TokenDeps {
  readonly rest: Rest;
  readonly environment: Environment;
}

/** Gets, renews and revokes tokens. */
export class TokenCalls {
  readonly #rest: Rest;
  readonly #environment: Environment;
  #polling: AbortController | undefined;

  constructor({ rest, environment }: TokenDeps) {
    this.#rest = rest;
    this.#environment = environment;
  }

  exchangeCode(exchange: CodeExchange, callback?: TokenCallback): Promise<Outcome<Tokens>> {
    const { applicationId, code, codeVerifier, redirectUri, merge } = exchange;
    return this.#token(callback, () => ({
      grant_type: "authorization_code",
      client_id: applicationId.toString(),
      code,
      redirect_uri: redirectUri,
      code_verifier: codeVerifier,
      ...externalFields(merge),
    }));
  }

  refresh(
    applicationId: bigint,
    refreshToken: string,
    callback?: TokenCallback,
  ): Promise<Outcome<Tokens>> {
    return this.#token(callback, () => ({
      grant_type: "refresh_token",
      client_id: applicationId.toString(),
      refresh_token: refreshToken,
    }));
  }

  revoke(applicationId: bigint, token: string, callback?: Callback<[]>) {
    return attemptOnly(() => {
      const body = { token, client_id: applicationId.toString() };
      return this.#rest.call("oauth2.revoke", { body });
    }, callback);
  }

  provisional(applicationId: bigint, external: ExternalAuth, callback?: TokenCallback) {
    return this.#tokens(callback, async () => {
      const body = playerForm(applicationId, external);
      return tokensOf(await this.#rest.call("partnerSdk.token", { body }));
    });
  }

  unmerge(applicationId: bigint, external: ExternalAuth, callback?: Callback<[]>) {
    return attemptOnly(() => {
      const body = playerForm(applicationId, external);
      return this.#rest.call("partnerSdk.unmerge", { body });
    }, callback);
  }

  /** A token with limited scope for a child application. */
  child(
    parentToken: string,
    childApplicationId: bigint,
    callback?: Callback<[string, number, number, string]>,
  ): Promise<Outcome<Tokens>> {
    return attempt<Tokens, [string, number, number, string]>({
      work: async () => {
        const child_application_id = childApplicationId.toString();
        const body = { parent_access_token: parentToken, child_application_id };
        return tokensOf(await this.#rest.call("partnerSdk.childToken", { body }));
      },
      empty: noTokens,
      callback,
      values: ({ accessToken, tokenType, expiresIn, scopes }) => [
        accessToken,
        tokenType,
        expiresIn,
        scopes,
      ],
    });
  }

  /**
   * Shows a code to the person, and waits until they have entered it.
   *
   * @param show is called with the address that already contains the code, and the code itself
   */
  fromDevice(
    device: {
      readonly args: DeviceAuthorizationArgs;
      readonly applicationId: bigint | undefined;
      readonly merge?: ExternalAuth | undefined;
      readonly show: (verificationUri: string, userCode: string) => Promise<void>;
    },
    callback?: TokenCallback,
  ): Promise<Outcome<Tokens>> {
    return this.#tokens(callback, async () => {
      const client_id = clientIdOf(device.args.ClientId() ?? device.applicationId).toString();
      const body = { client_id, scope: device.args.Scopes() };
      const proof = externalFields(device.merge);
      this.#polling?.abort();
      const polling = new AbortController();
      this.#polling = polling;
      const begun = await this.#rest.call("oauth2.deviceAuthorize", { body });
      requireNotAborted(polling.signal);
      const shown = device.show(begun.verification_uri_complete, begun.user_code);
      const answered = this.#poll(begun, polling.signal, {
        grant_type: "urn:ietf:params:oauth:grant-type:device_code",
        client_id,
        device_code: begun.device_code,
        ...proof,
      });
      return firstOf(answered, shown).finally(() => polling.abort());
    });
  }

  abortDevice(): void {
    this.#polling?.abort();
    this.#polling = undefined;
  }

  async #poll(
    begun: { readonly interval: number; readonly expires_in: number },
    signal: AbortSignal,
    body: TokenForm,
  ): Promise<Tokens> {
    const end = this.#environment.now() + begun.expires_in * 1000;
    let waitMs = begun.interval * 1000;
    for (;;) {
      await delay(this.#environment, waitMs, signal);
      requireNotAborted(signal);
      try {
        return tokensOf(await this.#rest.call("oauth2.token", { body }));
      } catch (error) {
        const nextMs = waitAfter(error, waitMs);
        if (nextMs === undefined || this.#environment.now() >= end) throw error;
        waitMs = nextMs;
      }
    }
  }

  #token(callback: TokenCallback | undefined, form: () => TokenForm): Promise<Outcome<Tokens>> {
    return this.#tokens(callback, async () =>
      tokensOf(await this.#rest.call("oauth2.token", { body: form() })),
    );
  }

  #tokens(callback: TokenCallback | undefined, work: () => Promise<Tokens>) {
    return attempt<Tokens, Parameters<TokenCallback> extends [unknown, ...infer A] ? A : never>({
      work,
      empty: noTokens,
      callback,
      values: (it) => [it.accessToken, it.refreshToken, it.tokenType, it.expiresIn, it.scopes],
    });
  }
}

/** @throws ClientFailure when the sign-in was aborted */
function requireNotAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new ClientFailure(ErrorType.Aborted, "the sign-in was given up");
}

/** Source: RFC 8628 3.5. */
const SLOW_DOWN_MS = 5000;

/**
 * Milliseconds until the next poll, given the previous wait; undefined if polling is pointless.
 * After a network error the wait doubles. Source: RFC 8628 3.5.
 */
function waitAfter(error: unknown, waitMs: number): number | undefined {
  if (error instanceof NetworkError) return waitMs * 2;
  if (!(error instanceof RestError)) return undefined;
  if (error.oauthError === "authorization_pending") return waitMs;
  if (error.oauthError === "slow_down") return waitMs + SLOW_DOWN_MS;
  if (!isTransient(error.status)) return undefined;
  return error.retryAfter > 0 ? Math.max(waitMs, error.retryAfter * 1000) : waitMs * 2;
}

function tokensOf(answer: {
  readonly access_token: string;
  readonly refresh_token?: string | null;
  readonly expires_in: number;
  readonly scope: string;
}): Tokens {
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? "",
    tokenType: AuthorizationTokenType.Bearer,
    expiresIn: answer.expires_in,
    scopes: answer.scope,
  };
}

function wireName({ type }: ExternalAuth): (typeof externalAuthTypes)[number] {
  const name = externalAuthTypes[type];
  if (name === undefined) throw new RangeError(`there is no external auth type ${String(type)}`);
  return name;
}

/** @throws RangeError for an unknown type */
function playerForm(applicationId: bigint, external: ExternalAuth) {
  return {
    client_id: applicationId.toString(),
    external_auth_type: wireName(external),
    external_auth_token: external.token,
  };
}

function externalFields(merge: ExternalAuth | undefined) {
  if (merge === undefined) return {};
  return { external_auth_type: wireName(merge), external_auth_token: merge.token };
}

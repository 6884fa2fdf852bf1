// The half of the client that signs people in. Source: protocol: lobbies-and-sdk 8.
import type { AuthorizationArgs, DeviceAuthorizationArgs } from "./authorization-args.ts";
import type { AuthorizationCodeVerifier } from "./code-challenge.ts";
import { systemEnvironment, type Environment } from "./environment.ts";
import type { Callback, Outcome } from "./outcome.ts";
import { newCodeVerifier } from "./pkce.ts";
import { Rest } from "./rest.ts";
import { runtime } from "#runtime";
import { SignIn, type Authorization, type AuthorizationCallback } from "./sign-in.ts";
import {
  TokenCalls,
  type CodeExchange,
  type ExternalAuth,
  type TokenCallback,
  type Tokens,
} from "./tokens.ts";

export interface ClientOptions {
  /** Where the service is, without a trailing slash; absent: `http://127.0.0.1:8010`. */
  readonly baseUrl?: string;
  /** Where people sign in; absent: the same. */
  readonly webBase?: string;
  /** Shows an address to the person; absent: in the system's browser. */
  readonly openUrl?: (url: string) => unknown;
  readonly environment?: Environment;
}

const DEFAULT_BASE = "http://127.0.0.1:8010";

export class SignInClient {
  protected readonly environment: Environment;
  protected readonly rest: Rest;
  protected accessToken: string | undefined;
  readonly #signIn: SignIn;
  readonly #tokens: TokenCalls;
  readonly #show: (url: string) => Promise<void>;
  #applicationId: bigint | undefined;

  constructor(options: ClientOptions = {}) {
    const { baseUrl = DEFAULT_BASE, webBase = baseUrl, openUrl } = options;
    this.environment = options.environment ?? systemEnvironment;
    this.rest = new Rest({
      baseUrl,
      environment: this.environment,
      authorization: () =>
        this.accessToken === undefined ? undefined : `Bearer ${this.accessToken}`,
    });
    this.#signIn = new SignIn({ environment: this.environment, webBase, runtime, openUrl });
    this.#tokens = new TokenCalls({ rest: this.rest, environment: this.environment });
    this.#show = async (url) => {
      await (openUrl === undefined ? runtime.openUrl(url) : openUrl(url));
    };
  }

  /** `openid sdk.social_layer_presence`: friends and presence. */
  static GetDefaultPresenceScopes(): string {
    return "openid sdk.social_layer_presence";
  }

  /** `openid sdk.social_layer`: these, lobbies and messages. */
  static GetDefaultCommunicationScopes(): string {
    return "openid sdk.social_layer";
  }

  /** Every endpoint as a typed call, with the client's token. */
  get api(): Rest["api"] {
    return this.rest.api;
  }

  SetApplicationId(applicationId: bigint): void {
    this.#applicationId = applicationId;
  }

  GetApplicationId(): bigint | undefined {
    return this.#applicationId;
  }

  /** A new secret whose challenge goes with `Authorize`, and which goes with `GetToken`. */
  CreateAuthorizationCodeVerifier(): AuthorizationCodeVerifier {
    return newCodeVerifier(this.environment);
  }

  /** Asks a person for what the arguments say, in their browser, and gives a code for tokens. */
  Authorize(
    args: AuthorizationArgs,
    callback?: AuthorizationCallback,
  ): Promise<Outcome<Authorization>> {
    return this.#signIn.authorize(args, this.#applicationId, callback);
  }

  /** Gives up waiting for the person: `Authorize` ends with Aborted. */
  AbortAuthorize(): void {
    this.#signIn.abort();
  }

  /** Hands in the address with which the system opened the application by its scheme. */
  ReceiveRedirect(url: string): void {
    this.#signIn.receive(url);
  }

  /** Exchanges a code; for public clients, which have no secret. */
  GetToken(exchange: CodeExchange, callback?: TokenCallback): Promise<Outcome<Tokens>> {
    return this.#tokens.exchangeCode(exchange, callback);
  }

  /** The same, and the player's provisional account becomes part of the person's own. */
  GetTokenFromProvisionalMerge(
    exchange: CodeExchange & { readonly merge: ExternalAuth },
    callback?: TokenCallback,
  ): Promise<Outcome<Tokens>> {
    return this.#tokens.exchangeCode(exchange, callback);
  }

  /** Signs in on a machine without a browser: the person enters a code on another one. */
  GetTokenFromDevice(
    args: DeviceAuthorizationArgs,
    callback?: TokenCallback,
  ): Promise<Outcome<Tokens>> {
    const device = { args, applicationId: this.#applicationId, show: this.#show };
    return this.#tokens.fromDevice(device, callback);
  }

  /** The same, and the player's provisional account becomes part of the person's own. */
  GetTokenFromDeviceProvisionalMerge(
    args: DeviceAuthorizationArgs,
    merge: ExternalAuth,
    callback?: TokenCallback,
  ): Promise<Outcome<Tokens>> {
    const device = { args, merge, applicationId: this.#applicationId, show: this.#show };
    return this.#tokens.fromDevice(device, callback);
  }

  AbortGetTokenFromDevice(): void {
    this.#tokens.abortDevice();
  }

  /** Gives a new pair of tokens; the old pair is dead at once. */
  RefreshToken(
    applicationId: bigint,
    refreshToken: string,
    callback?: TokenCallback,
  ): Promise<Outcome<Tokens>> {
    return this.#tokens.refresh(applicationId, refreshToken, callback);
  }

  /** Ends every token that the application has for this person. */
  RevokeToken(applicationId: bigint, token: string, callback?: Callback<[]>) {
    return this.#tokens.revoke(applicationId, token, callback);
  }

  /** A token for a player without an account here, for whom another service vouches. */
  GetProvisionalToken(
    applicationId: bigint,
    external: ExternalAuth,
    callback?: TokenCallback,
  ): Promise<Outcome<Tokens>> {
    return this.#tokens.provisional(applicationId, external, callback);
  }

  /** Takes the player's identity out of the account that it was merged into. */
  UnmergeIntoProvisionalAccount(
    applicationId: bigint,
    external: ExternalAuth,
    callback?: Callback<[]>,
  ) {
    return this.#tokens.unmerge(applicationId, external, callback);
  }

  /** A token of limited reach for a child of this application. */
  ExchangeChildToken(
    parentToken: string,
    childApplicationId: bigint,
    callback?: Callback<
      [accessToken: string, tokenType: number, expiresIn: number, scopes: string]
    >,
  ): Promise<Outcome<Tokens>> {
    return this.#tokens.child(parentToken, childApplicationId, callback);
  }
}

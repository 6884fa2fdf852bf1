// Sends a person to the consent page and handles the redirect. Source: protocol: lobbies-and-sdk
// 8.4.
import type { AuthorizationArgs } from "./authorization-args.ts";
import { authorizationReply, authorizationUrl, schemeRedirectUri } from "./authorization-url.ts";
import { base64url } from "./base64url.ts";
import { ErrorType } from "./enums.ts";
import type { Environment } from "./environment.ts";
import { attempt, ClientFailure, clientIdOf, firstOf } from "./outcome.ts";
import type { Callback, Outcome } from "./outcome.ts";
import type { RedirectListener, Runtime } from "./runtime.ts";

/** The result of an authorization; its texts are empty if it failed. */
export interface Authorization {
  /** The code for `GetToken`. */
  readonly code: string;
  /** Must be passed on unchanged when the code is exchanged. */
  readonly redirectUri: string;
}

/** Called with the result, the code and its redirect. */
export type AuthorizationCallback = Callback<[code: string, redirectUri: string]>;

/** What a sign-in depends on. */
export interface SignInDeps {
  readonly environment: Environment;
  readonly webBase: string;
  readonly runtime: Runtime;
  /** Replaces the runtime's own way to open an address. */
  readonly openUrl?: ((url: string) => unknown) | undefined;
}

/** The registered redirect path of programs that listen on loopback, whatever their port. */
const LOOPBACK_PATH = "/callback";
const STATE_BYTES = 32;

interface Pending {
  readonly aborted: PromiseWithResolvers<never>;
  readonly redirected: PromiseWithResolvers<URL>;
}

/** Gets authorization codes through a person's consent. */
export class SignIn {
  readonly #deps: SignInDeps;
  #pending: Pending | undefined;

  constructor(deps: SignInDeps) {
    this.#deps = deps;
  }

  /** Asks a person and waits for their answer; an earlier request that still waits is aborted. */
  authorize(
    args: AuthorizationArgs,
    applicationId: bigint | undefined,
    callback?: AuthorizationCallback,
  ): Promise<Outcome<Authorization>> {
    return attempt<Authorization, [string, string]>({
      work: () => this.#ask(args, applicationId),
      empty: { code: "", redirectUri: "" },
      values: ({ code, redirectUri }) => [code, redirectUri],
      callback,
    });
  }

  /** Stops waiting; an open browser window stays. */
  abort(): void {
    this.#pending?.aborted.reject(
      new ClientFailure(ErrorType.Aborted, "the authorization was given up"),
    );
  }

  /** Passes on the address with which the system opened the application; an invalid one is ignored. */
  receive(url: string): void {
    if (URL.canParse(url)) this.#pending?.redirected.resolve(new URL(url));
  }

  async #ask(given: AuthorizationArgs, setId: bigint | undefined): Promise<Authorization> {
    const args = given.clone();
    const applicationId = clientIdOf(args.ClientId() ?? setId);
    if (args.Scopes().trim() === "") {
      throw new ClientFailure(ErrorType.ValidationError, "no scopes are asked for");
    }
    this.abort();
    const pending: Pending = {
      aborted: Promise.withResolvers<never>(),
      redirected: Promise.withResolvers<URL>(),
    };
    pending.aborted.promise.catch(() => undefined);
    this.#pending = pending;
    const listener = await this.#listener(args);
    try {
      // If the request has been aborted by now, the page is not opened.
      await Promise.race([pending.aborted.promise, Promise.resolve()]);
      const redirectUri =
        listener?.redirectUri ?? schemeRedirectUri(applicationId, args.CustomSchemeParam());
      const state = args.State() ?? base64url(this.#deps.environment.randomBytes(STATE_BYTES));
      const { webBase } = this.#deps;
      const url = authorizationUrl(args, { webBase, applicationId, redirectUri, state });
      const ways = [pending.aborted.promise, pending.redirected.promise];
      const answered = Promise.race(listener ? [...ways, listener.redirected] : ways);
      const back = await firstOf(answered, this.#show(url));
      return { code: codeIn(back, state), redirectUri };
    } finally {
      listener?.close();
      if (this.#pending === pending) this.#pending = undefined;
    }
  }

  /** Listens for the redirect if the runtime can, unless the redirect uses a custom scheme. */
  async #listener(args: AuthorizationArgs): Promise<RedirectListener | undefined> {
    const { runtime } = this.#deps;
    if (args.CustomSchemeParam() !== undefined) return undefined;
    return runtime.listenForRedirect?.(LOOPBACK_PATH);
  }

  async #show(url: string): Promise<void> {
    const { openUrl, runtime } = this.#deps;
    await (openUrl === undefined ? runtime.openUrl(url) : openUrl(url));
  }
}

function codeIn(redirected: URL, state: string): string {
  const reply = authorizationReply(redirected, state);
  switch (reply.kind) {
    case "code":
      return reply.code;
    case "refused":
      throw new ClientFailure(ErrorType.AuthorizationFailed, reply.error);
    case "stranger":
      throw new ClientFailure(
        ErrorType.AuthorizationFailed,
        "the redirect does not answer this authorization: its state or code is missing or wrong",
      );
  }
}

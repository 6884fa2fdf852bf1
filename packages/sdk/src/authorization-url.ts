// The page that a person is sent to for signing in, and the redirect that they return with. Source:
// protocol: lobbies-and-sdk 8.4.
import type { AuthorizationArgs } from "./authorization-args.ts";

const SCHEME = /^[a-z][a-z0-9+.-]*$/i;

/**
 * The redirect URI, with one slash, of an application that is opened by a URL scheme of its own.
 *
 * @throws RangeError for a custom scheme that is not a scheme's plain name
 */
export function schemeRedirectUri(applicationId: bigint, customScheme?: string): string {
  const scheme = customScheme ?? `discord-${applicationId}`;
  if (!SCHEME.test(scheme)) throw new RangeError(`"${scheme}" is not the name of a scheme`);
  return `${scheme}:/authorize/callback`;
}

/** What a request for a code contains besides its arguments. */
export interface AuthorizationRequest {
  readonly webBase: string;
  readonly applicationId: bigint;
  readonly redirectUri: string;
  readonly state: string;
}

/** The address of the consent page for these arguments. */
export function authorizationUrl(args: AuthorizationArgs, request: AuthorizationRequest): string {
  const url = new URL(`${request.webBase}/oauth2/authorize`);
  const challenge = args.CodeChallenge();
  const parameters: Readonly<Record<string, string | undefined>> = {
    client_id: request.applicationId.toString(),
    response_type: "code",
    redirect_uri: request.redirectUri,
    scope: args.Scopes(),
    state: request.state,
    nonce: args.Nonce(),
    integration_type: args.IntegrationType()?.toString(),
    code_challenge: challenge?.Challenge(),
    code_challenge_method: challenge === undefined ? undefined : "S256",
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

/** What a redirect contains. */
export type AuthorizationReply =
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "refused"; readonly error: string; readonly description: string }
  /** The redirect does not answer this request. */
  | { readonly kind: "stranger" };

/** Reads a redirect, whose state must be the one that the request sent. */
export function authorizationReply(redirected: URL, state: string): AuthorizationReply {
  const parameters = redirected.searchParams;
  if (parameters.get("state") !== state) return { kind: "stranger" };
  const error = parameters.get("error");
  if (error !== null) {
    return { kind: "refused", error, description: parameters.get("error_description") ?? "" };
  }
  const code = parameters.get("code");
  return code === null || code === "" ? { kind: "stranger" } : { kind: "code", code };
}

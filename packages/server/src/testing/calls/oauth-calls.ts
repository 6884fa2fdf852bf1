// Calls of the OAuth2 provider by an application and a user, for tests.
import { createHash } from "node:crypto";
import { demo, type TestService } from "../start-service.ts";
import type { Answer } from "../answer.ts";

/** The redirect URI of the demo world's application, which may use any port. */
export const REDIRECT = "http://127.0.0.1:5555/callback";

/** A PKCE code verifier of 64 characters, in which every kind of allowed character occurs. */
export const VERIFIER = "aZ09-._~".repeat(8);

/** The S256 code challenge of a verifier. */
export function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

/** The demo application's credentials for HTTP Basic. */
export const demoClient = `Basic ${btoa(`${demo.applicationId}:${demo.clientSecret}`)}`;

export type Fields = Readonly<Record<string, string>>;

const formHeaders = { "content-type": "application/x-www-form-urlencoded" };

/** Sends forms to OAuth2 endpoints with an Authorization header, or with null without one. */
export function formSender(service: TestService, auth: string | null) {
  return (path: string, fields: Fields): Promise<Answer> => {
    const body = new URLSearchParams(fields).toString();
    const options = { body, headers: formHeaders, ...(auth === null ? {} : { auth }) };
    return service.call(`POST /oauth2/${path}`, options);
  };
}

/** Sends a form to an OAuth2 endpoint as the demo application. */
export function sendForm(service: TestService, path: string, fields: Fields): Promise<Answer> {
  return formSender(service, demoClient)(path, fields);
}

/**
 * Answers an authorization request as a signed-in user.
 *
 * @returns where the browser is redirected
 */
export async function consent(
  service: TestService,
  parameters: Fields,
  answer: { readonly as?: string; readonly body?: object } = {},
): Promise<URL> {
  const query = new URLSearchParams({
    client_id: demo.applicationId,
    response_type: "code",
    redirect_uri: REDIRECT,
    ...parameters,
  }).toString();
  const route = `POST /oauth2/authorize?${query}`;
  const body = { authorize: true, ...answer.body };
  const response = await service.asUser(answer.as ?? demo.bobToken, route, body);
  if (response.status !== 200)
    throw new Error(`consent answered ${response.status}: ${response.text}`);
  return new URL(String(response.at("location")));
}

/** An authorization code for the scopes, by default of bob. */
export async function codeFor(
  service: TestService,
  scope: string,
  more: Fields = {},
): Promise<string> {
  const location = await consent(service, { scope, ...more });
  const code = location.searchParams.get("code");
  if (code === null) throw new Error(`no code in ${location.href}`);
  return code;
}

/** Exchanges an authorization code for tokens. */
export function exchangeCode(service: TestService, code: string, more: Fields = {}) {
  const fields = { grant_type: "authorization_code", code, redirect_uri: REDIRECT, ...more };
  return sendForm(service, "token", fields);
}

/** Bob's tokens for the scopes. */
export async function tokensFor(service: TestService, scope: string) {
  const answer = await exchangeCode(service, await codeFor(service, scope));
  if (answer.status !== 200) throw new Error(`exchange answered ${answer.status}: ${answer.text}`);
  return answer.body as { readonly access_token: string; readonly refresh_token: string };
}

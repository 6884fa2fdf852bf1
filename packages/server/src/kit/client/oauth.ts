// A user's decision on a sign-in URL, as their browser sends it.
import { request } from "./environment.ts";

export interface ConsentOptions {
  /** The URL of the world. */
  readonly url: string;
  /** The user's own token. */
  readonly token: string;
  /** Where the site redirects the browser: `…/oauth2/authorize?client_id=…`. */
  readonly address: string;
  readonly accept: boolean;
  /** The scopes that the test expects the site to request. */
  readonly scopes?: readonly string[];
}

/**
 * Accepts or denies.
 *
 * @returns the URL that the browser is redirected to
 * @throws Error when the site requests other scopes, or its URL is refused
 */
export async function consent({
  url,
  token,
  address,
  accept,
  scopes,
}: ConsentOptions): Promise<string> {
  const { searchParams } = new URL(address);
  const requestedScopes = (searchParams.get("scope") ?? "")
    .split(/[\s+]+/)
    .filter((each) => each !== "");
  if (
    scopes !== undefined &&
    requestedScopes.toSorted().join(" ") !== scopes.toSorted().join(" ")
  ) {
    throw new Error(
      `the site asks for "${requestedScopes.join(" ")}", and not for "${scopes.join(" ")}"`,
    );
  }
  const response = await request(`${url}/api/v10/oauth2/authorize?${searchParams.toString()}`, {
    method: "POST",
    headers: { authorization: token, "content-type": "application/json" },
    body: JSON.stringify({ authorize: accept }),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`the sign-in address is refused with ${response.status}: ${text}`);
  return (JSON.parse(text) as { location: string }).location;
}

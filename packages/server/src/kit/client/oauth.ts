// A person's answer to a sign-in address, as their browser gives it.
import { request } from "./environment.ts";

export interface ConsentWish {
  /** The world's address. */
  readonly url: string;
  /** The person's own token. */
  readonly token: string;
  /** Where the site sends the browser: `…/oauth2/authorize?client_id=…`. */
  readonly address: string;
  readonly accept: boolean;
  /** The scopes that the test takes the site to ask for. */
  readonly scopes?: readonly string[];
}

/**
 * Accepts or refuses, and gives where the browser goes next.
 *
 * @throws Error when the site asks for something else, or its address is refused
 */
export async function consent({
  url,
  token,
  address,
  accept,
  scopes,
}: ConsentWish): Promise<string> {
  const { searchParams } = new URL(address);
  const asked = (searchParams.get("scope") ?? "").split(/[\s+]+/).filter((each) => each !== "");
  if (scopes !== undefined && asked.toSorted().join(" ") !== scopes.toSorted().join(" ")) {
    throw new Error(`the site asks for "${asked.join(" ")}", and not for "${scopes.join(" ")}"`);
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

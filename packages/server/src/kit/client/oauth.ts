// A user's decision on a sign-in URL or on the URL of a device, as their browser sends it.
import { request } from "./environment.ts";
import { ApiRefusal, CannotDo } from "./errors.ts";

/** The page for the code of a device. Source: product.md, One origin. */
const DEVICE_PAGE = "/activate";

export interface ConsentOptions {
  /** The URL of the world. */
  readonly url: string;
  /** The user's own token. */
  readonly token: string;
  /**
   * Where the site redirects the browser, `…/oauth2/authorize?client_id=…`, or what a device shows,
   * `…/activate?user_code=…`.
   */
  readonly address: string;
  readonly accept: boolean;
  /** The scopes that the test expects the site to request. */
  readonly scopes?: readonly string[];
}

/**
 * Accepts or denies.
 *
 * @returns the URL that the browser is redirected to; for a device, its own URL
 * @throws CannotDo for what is no such URL, ApiRefusal when it is refused, Error when other scopes
 *   are requested
 */
export async function consent(options: ConsentOptions): Promise<string> {
  const { address, accept, scopes } = options;
  if (!URL.canParse(address)) throw new CannotDo(`"${address}" is not a URL`);
  const { pathname, searchParams } = new URL(address);
  if (pathname === DEVICE_PAGE) return answerDevice(options, searchParams.get("user_code"));
  requireScopes((searchParams.get("scope") ?? "").split(/[\s+]+/), scopes);
  const path = `/oauth2/authorize?${searchParams.toString()}`;
  const body = await send(options, path, { authorize: accept });
  return (JSON.parse(body) as { location: string }).location;
}

/** Source: protocol: gateway-oauth-limits 5.6. */
async function answerDevice(options: ConsentOptions, user_code: string | null): Promise<string> {
  const { address, accept, scopes } = options;
  if (user_code === null) {
    throw new CannotDo(`${address} has no code: take verification_uri_complete of the device`);
  }
  if (scopes !== undefined) {
    const asking = await send(options, "/oauth2/device/verify", { user_code });
    requireScopes((JSON.parse(asking) as { scopes: readonly string[] }).scopes, scopes);
  }
  await send(options, "/oauth2/device/finish", {
    user_code,
    result: accept ? "granted" : "denied",
  });
  return address;
}

function requireScopes(
  requested: readonly string[],
  expected: readonly string[] | undefined,
): void {
  const scopes = requested.filter((each) => each !== "");
  if (expected === undefined || scopes.toSorted().join(" ") === expected.toSorted().join(" "))
    return;
  throw new Error(`the site asks for "${scopes.join(" ")}", and not for "${expected.join(" ")}"`);
}

/** Calls the API as the user's own client does. @throws ApiRefusal */
async function send({ url, token }: ConsentOptions, path: string, body: object): Promise<string> {
  const response = await request(`${url}/api/v10${path}`, {
    method: "POST",
    headers: { authorization: token, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw ApiRefusal.of("the sign-in address", response.status, text);
  return text;
}

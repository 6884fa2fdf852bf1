// Cookies of browsers, and the check that a form comes from one of our own pages.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Settings } from "../../platform/context.ts";
import { mediaType, URLENCODED_TYPE } from "../../platform/formats/media-type.ts";
import { urlencodedFields } from "../../platform/formats/urlencoded.ts";
import { digestHex, sameSecret } from "../../platform/crypto.ts";

/** The world whose page a browser shows. */
interface CookieWorld {
  readonly name: string;
  readonly settings: Pick<Settings, "production" | "publicUrl">;
}

/**
 * A cookie name for each port and world: browsers share cookies among all ports of a machine, and a
 * person who signs in to one world stays signed in to the others. In production mode there is one
 * world; with the `__Host-` prefix, browsers accept the cookie only from this exact host, over
 * HTTPS.
 */
function cookieName({ headers: { host } }: FastifyRequest, world: CookieWorld): string {
  if (world.settings.production) return "__Host-antechamber";
  const port = /:(\d+)$/.exec(host ?? "")?.[1] ?? "default";
  return `antechamber-${port}-${world.name}`;
}

/** The browser's secret, or undefined. */
export function browserSecret(request: FastifyRequest, world: CookieWorld): string | undefined {
  const start = `${cookieName(request, world)}=`;
  const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
  return value !== undefined && /^[A-Za-z0-9]{43}$/.test(value) ? value : undefined;
}

/** Sets the browser's secret in a session cookie. */
export function giveSecret(reply: FastifyReply, world: CookieWorld, secret: string): void {
  reply.header("set-cookie", cookie(reply.request, world, `${secret}; Path=/`));
}

/** Deletes the browser's secret. */
export function takeSecret(reply: FastifyReply, world: CookieWorld): void {
  reply.header("set-cookie", cookie(reply.request, world, "; Path=/; Max-Age=0"));
}

function cookie(request: FastifyRequest, world: CookieWorld, value: string): string {
  const secure = world.settings.production ? "; Secure" : "";
  return `${cookieName(request, world)}=${value}; HttpOnly; SameSite=Lax${secure}`;
}

/** The CSRF token of our forms, which other sites cannot know. */
export function formProof(secret: string): string {
  return digestHex(`form ${secret}`);
}

/** The fields of a urlencoded form; a form of another kind has none. */
export function formFields(request: FastifyRequest): URLSearchParams {
  const isForm = mediaType(request.headers["content-type"]) === URLENCODED_TYPE;
  const bytes = request.body as Buffer | undefined;
  const fields = isForm && bytes !== undefined ? urlencodedFields(bytes) : {};
  const pairs = Object.entries(fields).flatMap(([name, values = ""]) =>
    [values].flat().map((value) => [name, value] as [string, string]),
  );
  return new URLSearchParams(pairs);
}

/** True when a form was sent from one of our own pages, by the browser that was shown it. */
export function isOurForm(request: FastifyRequest, world: CookieWorld): boolean {
  const secret = browserSecret(request, world);
  const proof = formFields(request).get("proof");
  if (secret === undefined || proof === null) return false;
  return isOwnOrigin(request, world.settings) && sameSecret(proof, formProof(secret));
}

/** Pages on other ports of this machine share its cookies, so the browser's headers are checked. */
function isOwnOrigin({ headers }: FastifyRequest, { publicUrl }: CookieWorld["settings"]): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  if (origin === new URL(publicUrl).origin) return true;
  return origin === `http://${headers.host}` || origin === `https://${headers.host}`;
}

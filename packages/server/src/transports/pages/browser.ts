// The browser on the other side: its cookie, and whether a form comes from one of our own pages.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Settings } from "../../platform/context.ts";
import { urlencodedFields } from "../../platform/formats/urlencoded.ts";
import { digestHex, sameSecret } from "../../platform/crypto.ts";

/** What forms of pages are sent as. */
export const FORM_TYPE = "application/x-www-form-urlencoded";

type CookieSettings = Pick<Settings, "production">;

/** With this prefix browsers take the cookie from this very host alone, and only encrypted. */
function cookieName({ production }: CookieSettings): string {
  return production ? "__Host-antechamber" : "antechamber";
}

/** The browser's secret, or undefined. */
export function browserSecret(
  request: FastifyRequest,
  settings: CookieSettings,
): string | undefined {
  const start = `${cookieName(settings)}=`;
  const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
  return value !== undefined && /^[A-Za-z0-9]{43}$/.test(value) ? value : undefined;
}

/** Gives the browser a secret; it ends with the browser. */
export function giveSecret(reply: FastifyReply, settings: CookieSettings, secret: string): void {
  const secure = settings.production ? "; Secure" : "";
  const cookie = `${cookieName(settings)}=${secret}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  reply.header("set-cookie", cookie);
}

/** Takes the browser's secret away. */
export function takeSecret(reply: FastifyReply, settings: CookieSettings): void {
  const secure = settings.production ? "; Secure" : "";
  const gone = `${cookieName(settings)}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`;
  reply.header("set-cookie", gone);
}

/** What a form of ours holds, and a form of somebody else cannot know. */
export function formProof(secret: string): string {
  return digestHex(`form ${secret}`);
}

/** The fields of a urlencoded form; a form of another kind has none. */
export function formFields(request: FastifyRequest): URLSearchParams {
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  const bytes = request.body as Buffer | undefined;
  const fields = type === FORM_TYPE && bytes !== undefined ? urlencodedFields(bytes) : {};
  const pairs = Object.entries(fields).flatMap(([name, values = ""]) =>
    [values].flat().map((value) => [name, value] as [string, string]),
  );
  return new URLSearchParams(pairs);
}

/** True when a form was sent from one of our own pages, by the browser that was shown it. */
export function isOurForm(request: FastifyRequest, settings: Settings): boolean {
  const secret = browserSecret(request, settings);
  const proof = formFields(request).get("proof");
  if (secret === undefined || proof === null) return false;
  return isOwnOrigin(request, settings) && sameSecret(proof, formProof(secret));
}

/** Pages on other ports of this machine share its cookies: browsers say where a form comes from. */
function isOwnOrigin({ headers }: FastifyRequest, { publicUrl }: Settings): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  if (origin === new URL(publicUrl).origin) return true;
  return origin === `http://${headers.host}` || origin === `https://${headers.host}`;
}

// Sessions of the console: a cookie with which its pages call the control plane. Pages hold no
// secret, and the cookie alone opens nothing: other pages on this machine share it, whatever their
// port, so that a call must also be one of our own pages.
// Source: product.md, Who may call from a browser.
import { Buffer } from "node:buffer";
import { hmacHex, sameSecret } from "../../platform/crypto.ts";
import type { SteerableClock } from "../../platform/clock.ts";

/** How long a session lasts that nobody uses. */
const SESSION_MS = 43_200_000;
/** A cookie is renewed once it is that old. */
const RENEWAL_MS = 600_000;

/** What a call must carry where it may change something: other sites cannot set it unasked. */
export const CONSOLE_HEADER = "x-antechamber-console";

export interface ConsoleCall {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface ConsoleDeps {
  readonly controlKey: string;
  /** Sessions do not end because a test moves the time. */
  readonly clock: Pick<SteerableClock, "system">;
  /** In production mode sessions only read. */
  readonly production: boolean;
}

export class ConsoleSessions {
  readonly #key: Buffer;
  readonly #clock: ConsoleDeps["clock"];
  readonly #production: boolean;

  constructor({ controlKey, clock, production }: ConsoleDeps) {
    this.#key = Buffer.from(controlKey);
    this.#clock = clock;
    this.#production = production;
  }

  /** The header that begins or renews a session. */
  cookie(call: ConsoleCall): string {
    const endsAt = this.#clock.system() + SESSION_MS;
    return `${this.#name(call)}=${endsAt}.${this.#proof(endsAt)}; Max-Age=${SESSION_MS / 1000}${this.#rules()}`;
  }

  /** The header that ends a session. */
  endingCookie(call: ConsoleCall): string {
    return `${this.#name(call)}=; Max-Age=0${this.#rules()}`;
  }

  /** Whether a call may steer: it has a session, and comes from a page of ours. */
  admits(call: ConsoleCall): boolean {
    if (!this.comesFromOwnPage(call)) return false;
    const isReading = call.method === "GET" || call.method === "HEAD";
    return (isReading || !this.#production) && this.#endOf(call) !== undefined;
  }

  /** Whether a session is so old that its cookie is to be renewed. */
  isDueForRenewal(call: ConsoleCall): boolean {
    const endsAt = this.#endOf(call);
    return endsAt !== undefined && endsAt - this.#clock.system() < SESSION_MS - RENEWAL_MS;
  }

  /** Browsers say where a call comes from, and no page can make them say otherwise. */
  comesFromOwnPage({ method, headers }: ConsoleCall): boolean {
    if (headers["sec-fetch-site"] !== "same-origin") return false;
    const { origin = "", host = "" } = headers;
    const isOwn = origin === "" || URL.parse(String(origin))?.host === host;
    if (!isOwn) return false;
    return method === "GET" || method === "HEAD" || headers[CONSOLE_HEADER] === "1";
  }

  /** When the session of a call ends; undefined without one. */
  #endOf(call: ConsoleCall): number | undefined {
    const start = `${this.#name(call)}=`;
    const pairs = String(call.headers["cookie"] ?? "").split(";");
    const value = pairs.map((pair) => pair.trim()).find((pair) => pair.startsWith(start));
    const [, digits = "", proof = ""] = /=(\d{1,15})\.([0-9a-f]{64})$/.exec(value ?? "") ?? [];
    const endsAt = Number(digits);
    if (digits === "" || endsAt <= this.#clock.system()) return undefined;
    return sameSecret(proof, this.#proof(endsAt)) ? endsAt : undefined;
  }

  #proof(endsAt: number): string {
    return hmacHex(this.#key, `console session until ${endsAt}`);
  }

  /** Cookies are shared by all ports of a machine. */
  #name({ headers: { host } }: ConsoleCall): string {
    const port = /:(\d+)$/.exec(String(host ?? ""))?.[1] ?? "default";
    return `${this.#production ? "__Host-" : ""}antechamber-console-${port}`;
  }

  #rules(): string {
    return `; Path=/; HttpOnly; SameSite=Strict${this.#production ? "; Secure" : ""}`;
  }
}

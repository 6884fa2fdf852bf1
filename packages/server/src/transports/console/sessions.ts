// Sessions of the console: a cookie with which its pages call the control plane. Pages hold no
// secret, and the cookie alone is not enough: pages on other ports of this machine share it, so a
// call must also come from one of our own pages.
// Source: product.md, Who may call from a browser.
import { Buffer } from "node:buffer";
import { limits } from "@antechamber/contract";
import { noBus, type Bus } from "../../platform/bus.ts";
import { hmacHex, sameSecret } from "../../platform/crypto.ts";
import type { SteerableClock } from "../../platform/clock.ts";
import type { Random } from "../../platform/random.ts";

/** How long a session lasts without use, in milliseconds. */
const SESSION_MS = 43_200_000;
/** The age from which a cookie is renewed, in milliseconds. */
const RENEWAL_MS = 600_000;
const ID_BYTES = 16;
const ID = /^[0-9a-f]{32}$/;
/** The bus topic for the ids of sessions that were ended. */
const ENDED = "console-session-ended";

/** A header that calls which may change something must have: other sites cannot set it unasked. */
export const CONSOLE_HEADER = "x-antechamber-console";

export interface ConsoleCall {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface ConsoleDeps {
  readonly controlKey: string;
  /** Real time, so that moving the clock does not end sessions. */
  readonly clock: Pick<SteerableClock, "system">;
  readonly random: Random;
  /** In production mode, sessions can only read. */
  readonly production: boolean;
  /** Ends a session at all processes that share the bus; absent: there is only this one. */
  readonly bus?: Pick<Bus, "publish" | "subscribe"> | undefined;
  /** How many ended sessions are remembered; absent: `limits.endedConsoleSessions`. */
  readonly endedMax?: number;
}

/** The content of a cookie. */
interface ConsoleSession {
  /** Unchanged when the cookie is renewed. */
  readonly id: string;
  /** Unix milliseconds. */
  readonly endsAt: number;
}

export class ConsoleSessions {
  #key: Buffer;
  readonly #clock: ConsoleDeps["clock"];
  readonly #random: Random;
  readonly #production: boolean;
  readonly #bus: Pick<Bus, "publish">;
  readonly #endedMax: number;
  /** Ended sessions whose cookies may still be valid, with the end of their validity. */
  readonly #ended = new Map<string, number>();

  constructor(deps: ConsoleDeps) {
    const { controlKey, clock, random, production, bus = noBus } = deps;
    this.#key = Buffer.from(controlKey);
    this.#clock = clock;
    this.#random = random;
    this.#production = production;
    this.#bus = bus;
    this.#endedMax = deps.endedMax ?? limits.endedConsoleSessions.value;
    bus.subscribe(ENDED, (id) => {
      if (typeof id === "string" && ID.test(id)) this.#remember(id);
    });
  }

  /** The `Set-Cookie` header that begins a session. */
  begin(call: ConsoleCall): string {
    return this.#cookie(call, Buffer.from(this.#random.bytes(ID_BYTES)).toString("hex"));
  }

  /** The `Set-Cookie` header that renews the session of a call; undefined for a recent cookie. */
  renewal(call: ConsoleCall): string | undefined {
    const session = this.#sessionOf(call);
    if (session === undefined) return undefined;
    const isDue = session.endsAt - this.#clock.system() < SESSION_MS - RENEWAL_MS;
    return isDue ? this.#cookie(call, session.id) : undefined;
  }

  /**
   * Ends the session of a call, for everyone who has its cookie.
   *
   * @returns the `Set-Cookie` header that deletes the cookie
   */
  end(call: ConsoleCall): string {
    const session = this.#sessionOf(call);
    if (session !== undefined) {
      this.#remember(session.id);
      this.#bus.publish(ENDED, session.id);
    }
    return `${this.#name(call)}=; Max-Age=0${this.#rules()}`;
  }

  /**
   * Whether a call may use the control plane: it has a session, and comes from one of our pages.
   *
   * @param readsOnly true for an endpoint that only reads, whatever its method
   */
  admits(call: ConsoleCall, readsOnly = false): boolean {
    if (!this.comesFromOwnPage(call)) return false;
    const isReading = readsOnly || call.method === "GET" || call.method === "HEAD";
    return (isReading || !this.#production) && this.#sessionOf(call) !== undefined;
  }

  /** Browsers send where a call comes from, and pages cannot change that. */
  comesFromOwnPage({ method, headers }: ConsoleCall): boolean {
    if (headers["sec-fetch-site"] !== "same-origin") return false;
    const { origin = "", host = "" } = headers;
    const isOwn = origin === "" || URL.parse(String(origin))?.host === host;
    if (!isOwn) return false;
    return method === "GET" || method === "HEAD" || headers[CONSOLE_HEADER] === "1";
  }

  #cookie(call: ConsoleCall, id: string): string {
    const endsAt = this.#clock.system() + SESSION_MS;
    const value = `${id}.${endsAt}.${this.#proof({ id, endsAt })}`;
    return `${this.#name(call)}=${value}; Max-Age=${SESSION_MS / 1000}${this.#rules()}`;
  }

  /** The session of a call; undefined where it has no valid one. */
  #sessionOf(call: ConsoleCall): ConsoleSession | undefined {
    const start = `${this.#name(call)}=`;
    const pairs = String(call.headers["cookie"] ?? "").split(";");
    const value = pairs.map((pair) => pair.trim()).find((pair) => pair.startsWith(start));
    const parts = /=([0-9a-f]{32})\.(\d{1,15})\.([0-9a-f]{64})$/.exec(value ?? "");
    if (parts === null) return undefined;
    const [, id = "", digits = "", proof = ""] = parts;
    const session = { id, endsAt: Number(digits) };
    if (session.endsAt <= this.#clock.system() || this.#ended.has(id)) return undefined;
    return sameSecret(proof, this.#proof(session)) ? session : undefined;
  }

  /**
   * Remembers an ended session while its cookies may be valid. If there are too many, ends all
   * sessions.
   */
  #remember(id: string): void {
    const now = this.#clock.system();
    for (const [each, until] of this.#ended) if (until <= now) this.#ended.delete(each);
    if (this.#ended.size >= this.#endedMax) {
      this.#key = Buffer.from(hmacHex(this.#key, "all sessions have ended"), "hex");
      this.#ended.clear();
    }
    this.#ended.set(id, now + SESSION_MS);
  }

  #proof({ id, endsAt }: ConsoleSession): string {
    return hmacHex(this.#key, `console session ${id} until ${endsAt}`);
  }

  /** Includes the port, because all ports of a machine share cookies. */
  #name({ headers: { host } }: ConsoleCall): string {
    const port = /:(\d+)$/.exec(String(host ?? ""))?.[1] ?? "default";
    return `${this.#production ? "__Host-" : ""}antechamber-console-${port}`;
  }

  #rules(): string {
    return `; Path=/; HttpOnly; SameSite=Strict${this.#production ? "; Secure" : ""}`;
  }
}

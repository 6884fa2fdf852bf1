// Reads an API as a bot, one call at a time: reading a whole guild is not urgent.
import { RestError } from "@antechamber/sdk/control";
import { pause } from "../../environment.ts";
import { CommandFailure, exitCodes } from "../../failures.ts";
import { callOverHttp } from "../../one-call.ts";

/** The longest total wait of one call for rate limits, in real milliseconds. */
const WAIT_MS_MAX = 600_000;
/** The wait after a rate limit without `retry_after`, in real milliseconds. */
const DEFAULT_WAIT_MS = 1000;

/** The API and the credential to use. */
export interface BotCallsOptions {
  /** The base URL, without a trailing slash: `https://host/api/v10`. */
  readonly api: string;
  readonly token: string;
  /** The version of this program, for the user agent. */
  readonly version: string;
  /** Called with a message before each wait. */
  readonly note: (line: string) => void;
}

/** The read calls of a bot. */
export class BotCalls {
  readonly #options: BotCallsOptions;

  constructor(options: BotCallsOptions) {
    this.#options = options;
  }

  /**
   * Gets a resource. A call that was rate-limited is retried when the API allows it.
   *
   * @throws RestError for a refusal
   * @throws CommandFailure where there is no response, or one that is not JSON
   */
  async get(path: string): Promise<unknown> {
    let remainingMs = WAIT_MS_MAX;
    for (;;) {
      const { status, headers, text } = await this.#fetch(path);
      if (status < 300) return this.#parse(path, text);
      const refusal = RestError.of({ status, headers }, text);
      const waitMs = Math.ceil(refusal.retryAfter * 1000) || DEFAULT_WAIT_MS;
      remainingMs -= waitMs;
      if (status !== 429 || remainingMs < 0) throw refusal;
      this.#options.note(`rate limited: waiting ${Math.ceil(waitMs / 1000)} s for GET ${path}`);
      await pause(waitMs);
    }
  }

  /** Gets a resource; undefined if the bot may not read it. */
  async getIfAllowed(path: string): Promise<unknown> {
    try {
      return await this.get(path);
    } catch (error) {
      if (error instanceof RestError && error.status === 403) return undefined;
      throw error;
    }
  }

  async #fetch(path: string) {
    const { api, token, version } = this.#options;
    const headers = {
      authorization: `Bot ${token}`,
      // The reference rejects calls without such a user agent. Source: its documentation, User
      // Agent.
      "user-agent": `DiscordBot (https://www.npmjs.com/package/antechamber, ${version})`,
    };
    try {
      const answer = await callOverHttp(new URL(api + path), { method: "GET", headers });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new CommandFailure(`no answer from ${api}${path}: ${why}`, exitCodes.unreachable);
    }
  }

  #parse(path: string, text: string): unknown {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      const what = `${this.#options.api}${path} does not answer with JSON`;
      throw new CommandFailure(`${what}: is it the address of an API?`, exitCodes.failed);
    }
  }
}

// Reads of an API as a bot, one after the other: nobody is in a hurry for a whole guild.
import { RestError } from "@antechamber/sdk/control";
import { pause } from "../environment.ts";
import { CommandFailure, exitCodes } from "../failures.ts";
import { callOverHttp } from "../one-call.ts";

/** One call waits no longer than this for limits, all its waits together. */
const PATIENCE_MS = 600_000;
/** The wait after a refusal that names none. */
const UNSAID_WAIT_MS = 1000;

/** Where and as whom calls are made. */
export interface BotCallsOptions {
  /** The address before the paths, without a trailing slash: `https://host/api/v10`. */
  readonly api: string;
  readonly token: string;
  /** The version of this program, which calls name. */
  readonly version: string;
  /** Called with what is waited for, before it is waited for. */
  readonly note: (line: string) => void;
}

/** The reads that a bot may make. */
export class BotCalls {
  readonly #options: BotCallsOptions;

  constructor(options: BotCallsOptions) {
    this.#options = options;
  }

  /**
   * What stands at a path. A call that came too often is made again when the API says so.
   *
   * @throws RestError for a refusal
   * @throws CommandFailure where no answer comes, or one that is no JSON
   */
  async get(path: string): Promise<unknown> {
    let patience = PATIENCE_MS;
    for (;;) {
      const { status, headers, text } = await this.#answer(path);
      if (status < 300) return this.#parsed(path, text);
      const refusal = RestError.of({ status, headers }, text);
      const waitMs = Math.ceil(refusal.retryAfter * 1000) || UNSAID_WAIT_MS;
      patience -= waitMs;
      if (status !== 429 || patience < 0) throw refusal;
      this.#options.note(`limited: waiting ${Math.ceil(waitMs / 1000)} s for GET ${path}`);
      await pause(waitMs);
    }
  }

  /** The same, or undefined where the bot may not read it. */
  async getIfAllowed(path: string): Promise<unknown> {
    try {
      return await this.get(path);
    } catch (error) {
      if (error instanceof RestError && error.status === 403) return undefined;
      throw error;
    }
  }

  async #answer(path: string) {
    const { api, token, version } = this.#options;
    const headers = {
      authorization: `Bot ${token}`,
      // Without such a name the reference answers nobody. Source: its documentation, User Agent.
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

  #parsed(path: string, text: string): unknown {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      const what = `${this.#options.api}${path} answers with something else than JSON`;
      throw new CommandFailure(`${what}: is it the address of an API?`, exitCodes.failed);
    }
  }
}

// Real programs that share one database and one Redis and can be killed one by one, and bots with
// sessions at them.
import { testRedisUrl } from "../../packages/server/src/testing/processes/buses.ts";
import {
  startProgram,
  type RunningProgram,
} from "../../packages/server/src/testing/processes/start-program.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import {
  gatewayOf,
  WanderingClient,
} from "../../packages/server/src/testing/clients/wandering-client.ts";
import { freshDatabase } from "../fresh-database.ts";

/** GUILDS and GUILD_MESSAGES. */
const intents = 1 | (1 << 9);

export class KillableProcesses {
  readonly running: RunningProgram[] = [];
  readonly bots: WanderingClient[] = [];
  readonly #database: string;
  readonly #redis: string;

  private constructor(database: string, redis: string) {
    this.#database = database;
    this.#redis = redis;
  }

  static async open(redis = testRedisUrl()): Promise<KillableProcesses> {
    return new KillableProcesses(await freshDatabase(), redis);
  }

  async start(): Promise<RunningProgram> {
    const store = ["--store", this.#database, "--bus", this.#redis];
    const program = await startProgram(["start", "--port", "0", "--limits", "off", ...store]);
    this.running.push(program);
    return program;
  }

  async kill(program: RunningProgram): Promise<void> {
    this.running.splice(this.running.indexOf(program), 1);
    await program.kill();
  }

  /** A bot with a session at a process. */
  async aBot(at: RunningProgram): Promise<WanderingClient> {
    const bot = new WanderingClient({ token: demo.botToken, intents });
    this.bots.push(bot);
    await bot.begin(gatewayOf(at));
    return bot;
  }

  async close(): Promise<void> {
    for (const bot of this.bots) bot.end();
    await Promise.all(this.running.map((program) => program.stop()));
  }
}

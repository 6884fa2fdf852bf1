// Bots that keep their sessions through every failure, as libraries do.
import { Opcode } from "@antechamber/contract/gateway";
import { WebSocket } from "ws";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import type { ServerFrame } from "../../packages/server/src/testing/clients/gateway-client.ts";
import {
  gatewayOf,
  WanderingClient,
} from "../../packages/server/src/testing/clients/wandering-client.ts";
import { write } from "./acknowledged-writes.ts";
import type { Fleet } from "./chaos-fleet.ts";

const intents = 1 | (1 << 9);
/** The time within which all bots must be back and have received the newest message. */
const PATIENCE_MS = 45_000;
const PAUSE_MS = 50;
/** How many disconnects and resumes of a bot a failure shows. */
const HISTORY = 24;
/** Opcodes that end a session or its connection. */
const endings: readonly number[] = [Opcode.InvalidSession, Opcode.Reconnect];

interface Bot {
  readonly client: WanderingClient;
  /** The URL of the process that it is connected to. */
  at: string;
  /** Its disconnects, and the results of its resumes. */
  readonly history: string[];
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS);
  });
}

export class Crowd {
  readonly #fleet: Fleet;
  readonly #bots: Bot[] = [];
  #turn = 0;
  /** The number of sessions that could not be resumed. */
  lost = 0;

  private constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  static async open(fleet: Fleet, count: number): Promise<Crowd> {
    const crowd = new Crowd(fleet);
    for (let nth = 0; nth < count; nth += 1) {
      const client = new WanderingClient({ token: demo.botToken, intents });
      const at = crowd.#anyProcess();
      crowd.#bots.push({ client, at, history: [] });
      await client.begin(gatewayOf({ url: at }));
    }
    return crowd;
  }

  get bots(): readonly WanderingClient[] {
    return this.#bots.map(({ client }) => client);
  }

  /** The next process in turn, as behind a load balancer. */
  #anyProcess(): string {
    const urls = this.#fleet.urls();
    this.#turn += 1;
    return urls[this.#turn % urls.length] ?? "";
  }

  /** Moves all bots away from a process that does not respond any more. */
  async leaveAll(url: string): Promise<void> {
    await Promise.all(this.#bots.filter(({ at }) => at === url).map((bot) => this.#resume(bot)));
  }

  /** Moves all bots to the next process; each is retried until it gets an answer. */
  async moveOn(): Promise<void> {
    await Promise.all(this.#bots.map((bot) => this.#resume(bot)));
  }

  /** Moves some bots to other processes, to which their old connections still look open. */
  async wander(dice: (sides: number) => number): Promise<void> {
    for (let moves = 0; moves < 6; moves += 1) {
      const bot = this.#bots[dice(this.#bots.length)];
      if (bot !== undefined) await this.#resume(bot);
    }
  }

  /** Writes a message, and resolves when all bots are connected and have received it. */
  async receives(words: string): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    const inTime = () => {
      if (performance.now() < until) return;
      const states = this.#bots.map((bot) => stateOf(bot, words));
      const complaints = this.#fleet.complaints();
      throw new Error([`not everybody hears of it: ${words}`, ...states, complaints].join("\n"));
    };
    for (let nth = 1; (await write(this.#fleet.place, `${words}, try ${nth}`)) === undefined;) {
      nth += 1;
      inTime();
      await pause();
    }
    while (!this.#bots.every((bot) => hasHeard(bot, words))) {
      inTime();
      await Promise.all(this.#bots.filter(isBroken).map((bot) => this.#resume(bot)));
      await pause();
    }
  }

  async #resume(bot: Bot): Promise<void> {
    const at = this.#anyProcess();
    bot.history.push(await whyBroken(bot));
    // A process that has just ended refuses connections.
    const answer = await bot.client.resume(gatewayOf({ url: at })).catch(() => undefined);
    bot.at = at;
    bot.history.push(`${new URL(at).port}: ${frameText(answer)}`);
    if (answer?.op !== Opcode.InvalidSession || answer.d === true) return;
    this.lost += 1;
    const complaints = this.#fleet.complaints();
    throw new Error(`a session was lost: ${bot.history.slice(-HISTORY).join(", ")}\n${complaints}`);
  }

  end(): void {
    for (const { client } of this.#bots) client.end();
  }
}

/** Whether its connection is closed, or has received Reconnect or Invalid Session. */
function isBroken({ client: { client } }: Bot): boolean {
  if (client.ws.readyState !== WebSocket.OPEN) return true;
  return client.frames.some(({ op }) => endings.includes(op));
}

/** Why a bot's last connection ended, as far as the bot can tell. */
async function whyBroken({ client: { client } }: Bot): Promise<string> {
  const at = new Date().toISOString().slice(11);
  const ending = client.frames.find(({ op }) => endings.includes(op));
  if (ending !== undefined) return `${at} ${frameText(ending)}`;
  if (client.ws.readyState !== WebSocket.CLOSED) return `${at} moves`;
  return `${at} closed ${(await client.closed).code}`;
}

function hasHeard({ client }: Bot, words: string): boolean {
  return client.contents().some((each) => each.startsWith(words));
}

function frameText(frame: ServerFrame | undefined): string {
  if (frame === undefined) return "no answer";
  return frame.t === null ? `op ${frame.op} ${String(frame.d)}` : `${frame.t} ${frame.s}`;
}

function stateOf(bot: Bot, words: string): string {
  const { client, history, at } = bot;
  const socket = client.client.ws.readyState === WebSocket.OPEN ? "open" : "closed";
  const last = frameText(client.client.frames.at(-1));
  const delivery = hasHeard(bot, words) ? "has heard" : "has not heard";
  return `${new URL(at).port}: ${delivery}, ${socket}, ${last}; ${history.slice(-HISTORY).join(", ")}`;
}

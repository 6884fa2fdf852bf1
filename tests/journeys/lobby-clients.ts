// Clients that change and read the members of the same lobbies through several processes, and
// record their calls.
import type { Random } from "../../packages/server/src/platform/random.ts";
import {
  isLinearizable,
  type Act,
  type Call,
  type History,
  type Members,
} from "./membership-history.ts";

/**
 * The number of calls on one lobby, after which clients use another: longer histories cannot be
 * checked.
 */
const CALLS = 40;
const CLIENTS = 4;
/** The pause before the next attempt when there was no response, in milliseconds. */
const REFUSED_MS = 20;

export interface LobbyPlace {
  /** The URLs of all processes, or of load balancers. */
  readonly urls: () => readonly string[];
  readonly botToken: string;
  readonly users: readonly string[];
  /** Real milliseconds between two calls of one client. */
  readonly pauseMs?: number;
  /** Called with each history after it was checked. */
  readonly keep?: (history: History) => void;
}

interface LobbyRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

function passed(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

export class LobbyClients {
  readonly #place: LobbyPlace;
  readonly #random: Random;
  #number = 0;
  /** The number of lobbies whose histories were checked, and of calls in them. */
  lobbies = 0;
  calls = 0;
  /** The histories that are not linearizable. */
  readonly impossible: History[] = [];

  constructor(place: LobbyPlace, random: Random) {
    this.#place = place;
    this.#random = random;
  }

  async until(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const id = await this.#aLobby();
      if (id === undefined) {
        await passed(REFUSED_MS);
        continue;
      }
      const history: Call[] = [];
      const clients = Array.from({ length: CLIENTS }, async () => {
        while (history.length < CALLS && !isOver()) {
          await this.#act(id, history);
          await this.#rest();
        }
      });
      await Promise.all(clients);
      // Users may only be in a limited number of lobbies; one that cannot be deleted now will idle
      // out.
      await this.#ask({ method: "DELETE", path: `/lobbies/${id}` });
      this.lobbies += 1;
      this.calls += history.length;
      const looked = { lobby: id, isPossible: isLinearizable(history), calls: history };
      if (!looked.isPossible) this.impossible.push(looked);
      this.#place.keep?.(looked);
    }
  }

  async #rest(): Promise<void> {
    const { pauseMs = 0 } = this.#place;
    if (pauseMs > 0) await passed(pauseMs);
  }

  #dice(sides: number): number {
    return (this.#random.bytes(1)[0] ?? 0) % sides;
  }

  #aUser(): string {
    return this.#place.users[this.#dice(this.#place.users.length)] ?? "";
  }

  async #aLobby(): Promise<string | undefined> {
    const answer = await this.#ask({ method: "POST", path: "/lobbies", body: {} });
    if (answer?.ok !== true) return undefined;
    return ((await answer.json()) as { readonly id: string }).id;
  }

  async #act(lobby: string, history: Call[]): Promise<void> {
    const { act, request } = this.#anAct(lobby);
    const begun = performance.now();
    const answer = await this.#ask(request);
    const text = await answer?.text().catch(() => undefined);
    const body: unknown = text === undefined || text === "" ? text : JSON.parse(text);
    const isKnown = answer?.ok === true && body !== undefined;
    if (answer !== undefined && answer.status < 500 && !answer.ok) {
      throw new Error(
        `${request.method} ${request.path}: ${answer.status} ${JSON.stringify(body)}`,
      );
    }
    const answered = isKnown ? performance.now() : Infinity;
    if (act.kind !== "read") history.push({ act, begun, answered });
    else if (isKnown) history.push({ act: { ...act, members: membersIn(body) }, begun, answered });
  }

  #anAct(lobby: string): { readonly act: Act; readonly request: LobbyRequest } {
    const path = `/lobbies/${lobby}`;
    const user = this.#aUser();
    const number = (this.#number += 1);
    const metadata = { number: `${number}` };
    switch (this.#dice(6)) {
      case 0:
        return {
          act: { kind: "remove", user },
          request: { method: "DELETE", path: `${path}/members/${user}` },
        };
      case 1: {
        const others = this.#place.users.filter((each) => each !== user);
        const removed = others.slice(0, 1);
        const body = [
          { id: user, metadata },
          ...removed.map((id) => ({ id, remove_member: true })),
        ];
        return {
          act: { kind: "change", members: { [user]: number }, removed },
          request: { method: "POST", path: `${path}/members/bulk`, body },
        };
      }
      case 2:
      case 3:
        return {
          act: { kind: "set", members: { [user]: number } },
          request: { method: "PUT", path: `${path}/members/${user}`, body: { metadata } },
        };
      default:
        return { act: { kind: "read", members: {} }, request: { method: "GET", path } };
    }
  }

  async #ask({ method, path, body }: LobbyRequest): Promise<Response | undefined> {
    const urls = this.#place.urls();
    const url = urls[this.#dice(urls.length)] ?? "";
    const authorization = `Bot ${this.#place.botToken}`;
    const headers = { authorization, "content-type": "application/json" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    // A call that was cut off may or may not have had its effect.
    return fetch(`${url}/api/v10${path}`, { method, headers, ...sent }).catch(() => undefined);
  }
}

interface ShownMember {
  readonly id: string;
  readonly metadata?: { readonly number?: string } | null;
}

function membersIn(lobby: unknown): Members {
  const { members } = lobby as { readonly members: readonly ShownMember[] };
  return Object.fromEntries(members.map(({ id, metadata }) => [id, Number(metadata?.number)]));
}

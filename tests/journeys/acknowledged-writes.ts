// Writes messages while processes start and end, and compares what was acknowledged with what is
// there.
import { answerOf } from "../../packages/server/src/testing/answer.ts";

/** The channel to write to, and the bot's credential. */
export interface Place {
  /** The URL of the service or of a load balancer. */
  readonly url: string;
  readonly botToken: string;
  readonly channelId: string;
}

const PAGE = 100;
/** The pause before the next attempt when a write was not acknowledged, in milliseconds. */
const REFUSED_MS = 20;

async function asBot({ url, botToken }: Place, method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bot ${botToken}`, "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return answerOf(await fetch(`${url}/api/v10${path}`, { method, headers, ...sent }));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Writes a message. @returns its id, or undefined if the write was not acknowledged */
export async function write(place: Place, content: string): Promise<string | undefined> {
  const path = `/channels/${place.channelId}/messages`;
  // A call that was cut off may or may not have had its effect.
  const answer = await asBot(place, "POST", path, { content }).catch(() => undefined);
  if (answer === undefined || answer.status === 503) return undefined;
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.id;
}

/**
 * Writes messages until `isOver` returns true.
 *
 * @param pauseMs real milliseconds between two messages
 * @returns the ids of acknowledged messages, by content
 */
export async function writeUntil(
  place: Place,
  writer: number,
  isOver: () => boolean,
  pauseMs = 0,
): Promise<ReadonlyMap<string, string>> {
  const acknowledged = new Map<string, string>();
  for (let nth = 0; !isOver(); nth += 1) {
    const content = `${writer} wrote ${nth}`;
    const id = await write(place, content);
    if (id !== undefined) acknowledged.set(content, id);
    const restMs = id === undefined ? Math.max(pauseMs, REFUSED_MS) : pauseMs;
    if (restMs > 0) await pause(restMs);
  }
  return acknowledged;
}

/** All messages in the channel: their ids by content. */
export async function writtenIn(place: Place): Promise<ReadonlyMap<string, readonly string[]>> {
  const all = new Map<string, string[]>();
  for (let before = ""; ;) {
    const path = `/channels/${place.channelId}/messages?limit=${PAGE}${before}`;
    const page = await asBot(place, "GET", path);
    const found = page.body as readonly { readonly id: string; readonly content: string }[];
    for (const { id, content } of found) all.set(content, [...(all.get(content) ?? []), id]);
    const last = found.at(-1);
    if (last === undefined || found.length < PAGE) return all;
    before = `&before=${last.id}`;
  }
}

export interface Faults {
  /** Acknowledged contents that are missing. */
  readonly lost: readonly string[];
  /** Contents that are there more than once. */
  readonly doubled: readonly string[];
}

/** Compares the acknowledged messages with those in the channel. */
export function faultsOf(
  acknowledged: readonly ReadonlyMap<string, string>[],
  found: ReadonlyMap<string, readonly string[]>,
): Faults {
  const all = acknowledged.flatMap((map) => [...map]);
  return {
    lost: all.filter(([content, id]) => found.get(content)?.includes(id) !== true).map(([c]) => c),
    doubled: [...found].filter(([, ids]) => ids.length > 1).map(([content]) => content),
  };
}

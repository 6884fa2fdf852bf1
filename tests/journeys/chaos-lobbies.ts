// Lobbies that idle out some seconds after they were created, whichever process deletes them.
import type { Place } from "./acknowledged-writes.ts";

const IDLE_SECONDS = 5;
const BETWEEN_MS = 250;

function call({ url, botToken }: Place, method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bot ${botToken}`, "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return fetch(`${url}/api/v10${path}`, { method, headers, ...sent });
}

/** Creates one lobby after another. @returns the ids of those that were acknowledged */
export async function lobbiesUntil(
  place: Place,
  isOver: () => boolean,
): Promise<readonly string[]> {
  const ids: string[] = [];
  while (!isOver()) {
    const body = { idle_timeout_seconds: IDLE_SECONDS };
    const answer = await call(place, "POST", "/lobbies", body).catch(() => undefined);
    if (answer?.ok === true) ids.push(((await answer.json()) as { readonly id: string }).id);
    await new Promise((resolve) => {
      setTimeout(resolve, BETWEEN_MS);
    });
  }
  return ids;
}

/** Which of the lobbies still exist. */
export async function stillThere(place: Place, ids: readonly string[]): Promise<readonly string[]> {
  const there: string[] = [];
  for (const id of ids) {
    const { status } = await call(place, "GET", `/lobbies/${id}`);
    if (status !== 404) there.push(id);
  }
  return there;
}

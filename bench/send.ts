// Single calls of a measured program, which load.ts does not count.

/** The headers of a call of the control plane. */
export const control = { authorization: "Control antechamber" };

/** The headers of a bot's call. */
export function asBot(token: string) {
  return { authorization: `Bot ${token}` };
}

export interface Sent {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or what becomes JSON. */
  readonly body?: string | object;
}

/** Sends a call, and returns the text of its answer. @throws Error for any status but a success */
export async function send(url: string, { method = "GET", headers, body }: Sent): Promise<string> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return text;
}

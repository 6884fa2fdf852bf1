// A client of server-sent events, like an EventSource.

/** An event of a stream. */
export interface StreamEvent {
  readonly event: string;
  readonly id?: string;
  readonly data: unknown;
}

export interface EventStreamReader {
  /** Resolves with the next event. */
  next(): Promise<StreamEvent>;
  stop(): Promise<void>;
}

/** Opens the stream. @throws Error if the response is not an event stream */
export async function anEventStream(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<EventStreamReader> {
  const abort = new AbortController();
  const response = await fetch(url, { headers, signal: abort.signal });
  if (response.headers.get("content-type") !== "text/event-stream" || response.body === null) {
    throw new Error(`no stream: ${response.status} ${await response.text()}`);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    async next() {
      for (;;) {
        const end = text.indexOf("\n\n");
        if (end < 0) {
          const { value, done } = await reader.read();
          if (done) throw new Error("the stream ended");
          text += value;
          continue;
        }
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        if (!block.startsWith(":")) return eventIn(block);
      }
    },
    async stop() {
      abort.abort();
      await reader.cancel().catch(() => undefined);
    },
  };
}

function eventIn(block: string): StreamEvent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
  const id = field("id");
  return {
    event: field("event") ?? "",
    ...(id === undefined ? {} : { id }),
    data: JSON.parse(field("data") ?? "null"),
  };
}

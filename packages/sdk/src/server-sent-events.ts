// Reads server-sent events from a response, as the HTML standard defines them.

/** An event whose data is JSON. */
export interface ServerSentEvent {
  readonly event: string;
  readonly id?: string;
  readonly data: unknown;
}

/** Yields every event until the response ends; comments are skipped. */
export async function* serverSentEvents(response: Response): AsyncGenerator<ServerSentEvent> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      yield* blocks.flatMap((block) => eventIn(block) ?? []);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function eventIn(block: string): ServerSentEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const at = line.indexOf(":");
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 1).replace(/^ /, ""));
  }
  const [data, id] = [fields.get("data"), fields.get("id")];
  if (data === undefined) return undefined;
  return {
    event: fields.get("event") ?? "message",
    ...(id === undefined ? {} : { id }),
    data: JSON.parse(data) as unknown,
  };
}

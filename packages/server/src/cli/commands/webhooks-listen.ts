// `antechamber webhooks listen`: receives an application's events on this machine, verifies their
// signatures, shows them, and forwards them.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { types } from "@antechamber/sdk/control";
import { RestError } from "@antechamber/sdk/control";
import { applicationFor } from "../commands-of-applications.ts";
import { aborted, deadline, request } from "../environment.ts";
import { CommandFailure, wrongUsage } from "../failures.ts";
import type { Session } from "../session.ts";

/** The maximum size of an event. */
const BODY_BYTES_MAX = 1024 * 1024;
/** Timeout for forwarding an event, in real milliseconds. */
const FORWARD_MS = 10_000;

const PING = 0;
const ACKNOWLEDGED = 204;
const UNAUTHORIZED = 401;
const BAD_GATEWAY = 502;
const ENABLED = 2;

export interface Listening {
  readonly app?: string;
  readonly events?: string;
  readonly port: string;
  readonly forwardTo?: string;
}

type EventWebhooks = NonNullable<types.WorldApplication["event_webhooks"]>;

/** Listens until interrupted, and restores the application's settings. */
export async function listen(session: Session, options: Listening): Promise<void> {
  const { forwardTo } = options;
  const interrupted = session.deps.interrupted();
  if (forwardTo !== undefined && !/^https?:$/.test(URL.parse(forwardTo)?.protocol ?? ""))
    wrongUsage(`--forward-to: "${forwardTo}" is not an address`);
  const { id: application = "" } = await applicationFor(session, options.app);
  const path = { application };
  const { event_webhooks: before } = await session.call("control.applications.get", { path });
  const eventTypes = await typesFor(options.events, before?.types);
  const { isSigned } = await import("@antechamber/sdk");
  const { verify_key: key } = await session.call("control.applications.key", { path });
  const receiver = new Receiver(session, {
    forwardTo,
    isGenuine: (signed) => isSigned(signed, key),
  });
  const url = await receiver.open(portOf(options.port));
  try {
    const hooks: EventWebhooks = { url, types: eventTypes, status: ENABLED };
    await session.call("control.applications.edit", { path, body: { event_webhooks: hooks } });
    receiver.begin();
    session.out.note(`antechamber: ${eventTypes.join(", ")} at ${url}; press Ctrl-C to end`);
    await aborted(interrupted);
    await restore(session, application, before ?? null);
  } finally {
    await receiver.close();
  }
}

/** The given types, else those of the application, else all. @throws CommandFailure */
async function typesFor(
  requested: string | undefined,
  previous: EventWebhooks["types"] = [],
): Promise<NonNullable<EventWebhooks["types"]>> {
  const { webhookEventTypes: all } = await import("@antechamber/contract/webhooks");
  if (requested === undefined) return previous.length > 0 ? previous : [...all];
  return requested.split(",").map((name) => {
    const type = all.find((each) => each === name.trim());
    return type ?? wrongUsage(`--events: "${name}" is not one of ${all.join(", ")}`);
  });
}

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  return wrongUsage(`--port: "${text}" is not a port from 0 to 65535`);
}

/** Restores the application's settings, or clears them if their URL does not respond. */
async function restore(
  session: Session,
  application: string,
  event_webhooks: EventWebhooks | null,
): Promise<void> {
  const path = { application };
  const edit = (hooks: EventWebhooks | null) =>
    session.control.call("control.applications.edit", { path, body: { event_webhooks: hooks } });
  try {
    await edit(event_webhooks);
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    await edit(null);
    session.out.note(
      `antechamber: ${event_webhooks?.url ?? ""} does not answer its check, so it was not set again`,
    );
  }
}

interface Signed {
  readonly signature: string;
  readonly timestamp: string;
  readonly body: string;
}

interface ReceiverDeps {
  readonly forwardTo: string | undefined;
  readonly isGenuine: (signed: Signed) => Promise<boolean>;
}

interface WebhookBody {
  readonly type?: number;
  readonly event?: { readonly type?: string; readonly timestamp?: string; readonly data?: unknown };
}

/** A server on this machine that accepts only events signed with the application's key. */
class Receiver {
  readonly #session: Session;
  readonly #deps: ReceiverDeps;
  readonly #server: Server;
  #isQuiet = true;

  constructor(session: Session, deps: ReceiverDeps) {
    this.#session = session;
    this.#deps = deps;
    this.#server = createServer((incoming, outgoing) => {
      this.#handle(incoming, outgoing).catch(() => outgoing.destroy());
    });
  }

  /** @returns the URL at which it listens */
  async open(port: number): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", ({ message }) =>
        reject(new CommandFailure(`cannot listen on port ${port}: ${message}`)),
      );
      this.#server.listen(port, "127.0.0.1", resolve);
    });
    const { port: actualPort } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${actualPort}/`;
  }

  /** Starts to show events; verification requests before this are answered but not shown. */
  begin(): void {
    this.#isQuiet = false;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming);
    const header = (name: string) => String(incoming.headers[name] ?? "");
    const signed = {
      signature: header("x-signature-ed25519"),
      timestamp: header("x-signature-timestamp"),
      body,
    };
    const isGenuine = await this.#deps.isGenuine(signed);
    const parsed = isGenuine ? (JSON.parse(body) as WebhookBody) : {};
    const status = isGenuine ? await this.#answerTo(parsed, signed) : UNAUTHORIZED;
    outgoing.writeHead(status).end();
    if (!this.#isQuiet) this.#show(parsed, { isGenuine, status });
  }

  async #answerTo({ type }: WebhookBody, { signature, timestamp, body }: Signed): Promise<number> {
    const { forwardTo } = this.#deps;
    if (type === PING || forwardTo === undefined) return ACKNOWLEDGED;
    try {
      const response = await request(forwardTo, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-signature-ed25519": signature,
          "x-signature-timestamp": timestamp,
        },
        body,
        signal: deadline(FORWARD_MS),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      this.#session.out.note(`antechamber: ${forwardTo} does not answer`);
      return BAD_GATEWAY;
    }
  }

  #show(
    { type, event }: WebhookBody,
    { isGenuine, status }: { readonly isGenuine: boolean; readonly status: number },
  ): void {
    const { out } = this.#session;
    const name = event?.type ?? (type === PING ? "PING" : "unsigned");
    out.show({ signed: isGenuine, status, type: name, event }, () => {
      const mark = isGenuine
        ? out.paint("green", "✓ signed")
        : out.paint("red", "✕ wrong signature");
      const data = event?.data === undefined ? "" : JSON.stringify(event.data);
      return [`  ${mark}  ${name}  ${data}  → ${status}`];
    });
  }
}

/** @throws Error where it is too large */
async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) throw new Error("the body is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

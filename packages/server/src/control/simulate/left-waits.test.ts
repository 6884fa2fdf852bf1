// Calls that wait for an application, and whose callers disconnect meanwhile, over the wire.
import { afterEach, beforeEach, expect, test } from "vitest";
import { pino } from "pino";
import { signIn, type GatewayClient } from "../../testing/clients/gateway-client.ts";
import { aService, CONTROL_KEY, demo, type TestService } from "../../testing/start-service.ts";

const GUILD_MESSAGES = 1 << 9;

let service: TestService;
let bot: GatewayClient;
let logged: string[];

beforeEach(async () => {
  logged = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void logged.push(line) });
  service = await aService({ log });
  const gateway = `${service.url.replace("http", "ws")}/gateway/`;
  bot = (await signIn(gateway, { token: demo.botToken, intents: GUILD_MESSAGES })).client;
});

afterEach(() => service.stop());

/** Begins a call of the control plane; the returned function disconnects its caller. */
function begin(path: string, body: object): () => Promise<void> {
  const leaving = new AbortController();
  const call = fetch(`${service.url}/control/v1${path}`, {
    method: "POST",
    headers: { authorization: `Control ${CONTROL_KEY}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
  return async () => {
    leaving.abort();
    await expect(call).rejects.toThrow("aborted");
  };
}

const invocation = { application: "Concierge", channel: "general", command: "hello" };

test.each([
  ["/users/alice/invoke", "control.invoke", { ...invocation, wait: 60_000 }, "INTERACTION_CREATE"],
  [
    "/users/alice/message",
    "control.message",
    { channel: "general", content: "hello", until: "answered", wait: 60_000 },
    "MESSAGE_CREATE",
  ],
])(
  "%s waits no longer once its caller has disconnected, and the journal says so",
  async (path, name, body, event) => {
    const command = { name: "hello", description: "Says hello" };
    await service.asBot(`POST /applications/${demo.applicationId}/commands`, command);
    const leave = begin(path, body);
    await bot.nextEvent(event);
    await leave();
    const summary = async () => {
      const page = await service.control(`GET /journal?kind=request&name=${name}`);
      return page.at("items", 0, "summary");
    };
    const disconnected = `POST /control/v1${path} → caller disconnected in`;
    await expect.poll(summary).toContain(disconnected);
    expect(logged).toEqual([]);
  },
);

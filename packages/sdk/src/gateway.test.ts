// The gateway connection, with a fake service that sends what each test needs.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ClientError, ClientStatus } from "./enums.ts";
import { GatewayConnection } from "./gateway.ts";

interface Sent {
  readonly op: number;
  readonly d: unknown;
}

/** A fake socket, which opens at once. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static opened: FakeSocket[] = [];
  readonly url: string;
  readonly sent: Sent[] = [];
  readyState = FakeSocket.OPEN;
  closedBy: number | undefined;

  constructor(url: URL) {
    super();
    this.url = url.href;
    FakeSocket.opened.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }

  close(code: number): void {
    this.closedBy = code;
    this.readyState = 3;
  }

  /** Sends a frame from the service. */
  hear(frame: object): void {
    const data = JSON.stringify({ s: null, t: null, d: null, ...frame });
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }

  /** Closes the connection from the service's side. */
  end(code: number): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

beforeEach(() => {
  FakeSocket.opened = [];
  vi.stubGlobal("WebSocket", FakeSocket);
});
afterEach(() => void vi.unstubAllGlobals());

const READY = { session_id: "abc", resume_gateway_url: "ws://resumed/" };

/** A connection whose timers are run by the test, and the waits that it requested. */
function aConnection() {
  const timers: { readonly ms: number; readonly task: () => void }[] = [];
  const changes: (readonly [ClientStatus, ClientError, number])[] = [];
  const environment = {
    now: () => 0,
    after(ms: number, task: () => void) {
      const timer = { ms, task };
      timers.push(timer);
      return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
    },
    randomBytes: (count: number) => new Uint8Array(count),
  };
  const connection = new GatewayConnection({
    environment,
    address: async () => "ws://first/",
    token: () => "Bearer x",
    dispatched: () => undefined,
    changed: (...change) => void changes.push(change),
  });
  /** Runs the next timer, and returns its wait. */
  const pass = async () => {
    const timer = timers.shift();
    timer?.task();
    await Promise.resolve();
    await Promise.resolve();
    return timer?.ms;
  };
  const socket = () => FakeSocket.opened.at(-1) as FakeSocket;
  const greet = () => {
    socket().hear({ op: 10, d: { heartbeat_interval: 40_000 } });
    return socket().sent.at(-1);
  };
  const begin = async () => {
    connection.connect();
    await Promise.resolve();
    await Promise.resolve();
    greet();
    socket().hear({ op: 0, t: "READY", s: 1, d: READY });
  };
  return { connection, changes, timers, pass, socket, greet, begin };
}

describe("a session that lost its connection", () => {
  test.each([
    ["a cut", (it: FakeSocket) => it.end(1006)],
    ["a wish to reconnect", (it: FakeSocket) => it.hear({ op: 7 })],
    ["being invalid for now", (it: FakeSocket) => it.hear({ op: 9, d: true })],
  ])("is resumed after %s, at its own URL and from its last sequence", async (_, lose) => {
    const { begin, socket, pass, greet } = aConnection();
    await begin();
    socket().hear({ op: 0, t: "X", s: 7, d: {} });
    lose(socket());
    expect(await pass()).toBe(500);
    expect(socket().url).toBe("ws://resumed/?v=10&encoding=json");
    const resume = { token: "Bearer x", session_id: "abc", seq: 7 };
    expect(greet()).toEqual({ op: 6, d: resume });
  });

  test.each([
    ["being invalid for good", (it: FakeSocket) => it.hear({ op: 9, d: false })],
    ["a sequence that was wrong", (it: FakeSocket) => it.end(4007)],
    ["a time that was too long", (it: FakeSocket) => it.end(4009)],
  ])("identifies again after %s", async (_, lose) => {
    const { begin, socket, pass, greet } = aConnection();
    await begin();
    lose(socket());
    await pass();
    expect(socket().url).toBe("ws://first/?v=10&encoding=json");
    expect(greet()).toMatchObject({ op: 2, d: { token: "Bearer x" } });
  });

  test.each([4004, 4010, 4011, 4012, 4013, 4014])("ends after the close code %i", async (code) => {
    const { begin, socket, connection, changes, timers, greet } = aConnection();
    await begin();
    socket().end(code);
    expect(changes.at(-1)).toEqual([ClientStatus.Disconnected, ClientError.UnexpectedClose, code]);
    expect(timers).toEqual([]);
    connection.connect();
    await Promise.resolve();
    await Promise.resolve();
    expect(greet()).toMatchObject({ op: 2 });
  });

  test("is resumed at the first URL after three failed attempts at its own URL", async () => {
    const { begin, socket, pass, greet } = aConnection();
    await begin();
    const urls = [];
    for (let i = 0; i < 4; i += 1) {
      socket().end(1006);
      await pass();
      urls.push(new URL(socket().url).host);
    }
    expect(urls).toEqual(["resumed", "resumed", "resumed", "first"]);
    expect(greet()).toMatchObject({ op: 6, d: { session_id: "abc", seq: 1 } });
  });

  test("reconnects with growing delays up to 30 seconds, which start over when it is ready", async () => {
    const { begin, socket, pass, greet } = aConnection();
    await begin();
    const waits = [];
    for (let i = 0; i < 8; i += 1) {
      socket().end(1006);
      waits.push(await pass());
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    greet();
    socket().hear({ op: 0, t: "RESUMED", s: 8, d: {} });
    socket().end(1006);
    expect(await pass()).toBe(500);
  });

  test("reconnects at once on request, and then soon again", async () => {
    const { connection, timers, begin, socket, pass } = aConnection();
    await begin();
    connection.tryNow();
    expect(FakeSocket.opened.length).toBe(1);
    for (let i = 0; i < 4; i += 1) {
      socket().end(1006);
      await pass();
    }
    // The connection is already being opened.
    connection.tryNow();
    expect(FakeSocket.opened.length).toBe(5);
    socket().end(1006);
    connection.tryNow();
    await Promise.resolve();
    await Promise.resolve();
    expect([FakeSocket.opened.length, timers.length]).toEqual([6, 0]);
    socket().end(1006);
    expect(await pass()).toBe(500);
  });
});

describe("a heartbeat", () => {
  test("contains the last sequence, and is sent when due and on request", async () => {
    const { begin, socket, pass } = aConnection();
    await begin();
    expect(await pass()).toBe(40_000);
    socket().hear({ op: 11 });
    socket().hear({ op: 0, t: "X", s: 7, d: {} });
    socket().hear({ op: 1 });
    expect(socket().sent.slice(1)).toEqual([
      { op: 1, d: 1 },
      { op: 1, d: 7 },
    ]);
  });

  test("without an acknowledgement until the next one closes and resumes the connection", async () => {
    const { begin, socket, pass, greet } = aConnection();
    await begin();
    await pass();
    const silent = socket();
    await pass();
    expect(silent.closedBy).toBe(4900);
    expect(await pass()).toBe(500);
    expect(socket()).not.toBe(silent);
    expect(greet()).toMatchObject({ op: 6 });
  });
});

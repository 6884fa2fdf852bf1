// Whatever a client sends, its connection either stays open or is closed with a code that names the
// reason.
import { on } from "node:events";
import { limits } from "@antechamber/contract";
import { CloseCode, Opcode } from "@antechamber/contract/gateway";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { dial, signIn, type GatewayClient } from "../../testing/clients/gateway-client.ts";
import {
  aGatewayWorld,
  ids,
  tokens,
  type GatewayWorld,
} from "../../testing/worlds/gateway-world.ts";
import { encodeTerm } from "./wire/etf.ts";

let world: GatewayWorld;
beforeEach(async () => {
  world = await aGatewayWorld();
});

/** Close codes that name a reason. 4000 means unknown, and lower ones are not the protocol's. */
const telling: ReadonlySet<number> = new Set(
  Object.values(CloseCode).filter((code) => code > CloseCode.UnknownError),
);

/** Frames sent on one connection at most, so that none is closed by the rate limit. */
const FRAMES_PER_CONNECTION = 40;

const phases = ["before IDENTIFY", "in a session"] as const;
const encodings = ["json", "etf"] as const;
type Phase = (typeof phases)[number];
type Encoding = (typeof encodings)[number];

/** Sends frames one by one, on a new connection after each close. */
class Sender {
  readonly #phase: Phase;
  readonly #query: string;
  #client: GatewayClient | undefined;
  #sent = 0;

  constructor(phase: Phase, encoding: Encoding) {
    this.#phase = phase;
    this.#query = `?v=10&encoding=${encoding}`;
  }

  /** The code with which the frame closed its connection; undefined if it stays open. */
  async send(frame: Buffer): Promise<number | undefined> {
    const client = (this.#client ??= await this.#connect());
    client.ws.send(frame);
    this.#sent += 1;
    const code = await Promise.race([
      client.closed.then((closed) => closed.code),
      answered(client, `${this.#sent}`),
    ]);
    if (code !== undefined || this.#sent >= FRAMES_PER_CONNECTION) this.#forget();
    return code;
  }

  async #connect(): Promise<GatewayClient> {
    this.#sent = 0;
    if (this.#phase === "before IDENTIFY") return dial(world.url, this.#query);
    return (await signIn(world.url, { token: tokens.watcher, intents: 0 }, this.#query)).client;
  }

  #forget(): void {
    this.#client?.ws.terminate();
    this.#client = undefined;
  }
}

/** Resolves once everything sent before was read. */
async function answered({ ws }: GatewayClient, mark: string): Promise<undefined> {
  ws.ping(mark, undefined, () => undefined);
  for await (const [data] of on(ws, "pong")) if (String(data) === mark) return;
}

/** Opcodes that have a meaning, some of other kinds of client, and some invalid ones. */
const ops = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 17, 31, 32, 36, 40, 43, 44, 59, -1, 1.5, 1e300];

/** One of each type, and some that are awkward. */
const oddValues: readonly unknown[] = [
  null,
  true,
  -1,
  1e300,
  "",
  "x",
  "1".repeat(400),
  "\u0000\ud83d",
  [[null]],
  {},
  { length: 1 },
];

function encode(encoding: Encoding, value: unknown): Buffer {
  return encoding === "json" ? Buffer.from(JSON.stringify(value)) : encodeTerm(value);
}

const combinations = phases.flatMap((phase) =>
  encodings.map((encoding) => [phase, encoding] as const),
);

describe.each(combinations)("%s, in %s", (phase, encoding) => {
  test("answers every operation with any type of data, or closes with a reason", async () => {
    const sender = new Sender(phase, encoding);
    const closed = new Map<number, Set<number | undefined>>();
    for (const op of ops) {
      const codes = new Set<number | undefined>();
      for (const d of oddValues) codes.add(await sender.send(encode(encoding, { op, d })));
      codes.add(await sender.send(encode(encoding, { op })));
      closed.set(op, codes);
    }
    for (const [op, codes] of closed) {
      const untold = [...codes].filter((code) => code !== undefined && !telling.has(code));
      expect([op, untold]).toEqual([op, []]);
    }
    expect(closed.get(Opcode.Heartbeat)).toEqual(new Set([undefined]));
    for (const op of [Opcode.Dispatch, Opcode.Hello, 32, 44, 59, -1, 1.5, 1e300]) {
      expect([op, closed.get(op)]).toEqual([op, new Set([CloseCode.UnknownOpcode])]);
    }
    const isIn = phase === "in a session";
    for (const op of [Opcode.Identify, Opcode.Resume]) {
      const orElse = isIn ? CloseCode.AlreadyAuthenticated : CloseCode.AuthenticationFailed;
      expect([op, closed.get(op)]).toEqual([op, new Set([CloseCode.DecodeError, orElse])]);
    }
    for (const op of [3, 4, 8, 31, 36, 43]) {
      const codes = isIn ? [CloseCode.DecodeError, undefined] : [CloseCode.NotAuthenticated];
      expect([op, closed.get(op)]).toEqual([op, new Set(codes)]);
    }
  });

  test("accepts any type in each field of a request, or closes with a reason", async () => {
    const sender = new Sender(phase, encoding);
    const fields = {
      [Opcode.Identify]: ["token", "intents", "shard", "large_threshold", "presence", "properties"],
      [Opcode.PresenceUpdate]: ["status", "activities", "since", "afk"],
      [Opcode.VoiceStateUpdate]: ["guild_id", "channel_id", "self_mute", "self_video"],
      [Opcode.Resume]: ["token", "session_id", "seq"],
      [Opcode.RequestGuildMembers]: [
        "guild_id",
        "query",
        "limit",
        "user_ids",
        "nonce",
        "presences",
      ],
      [Opcode.RequestSoundboardSounds]: ["guild_ids"],
      [Opcode.RequestChannelStatuses]: ["guild_id"],
      [Opcode.RequestChannelInfo]: ["guild_id", "fields"],
    };
    const whole = { token: tokens.alice, guild_id: ids.firstGuild, session_id: "abc", seq: 1 };
    for (const [op, names] of Object.entries(fields)) {
      for (const name of names) {
        for (const value of [...oddValues, [ids.alice, {}, null], ids.firstGuild]) {
          const d = { ...whole, [name]: value };
          const code = await sender.send(encode(encoding, { op: Number(op), d }));
          const isTold = code === undefined || telling.has(code);
          expect({ op, name, value, isTold }).toEqual({ op, name, value, isTold: true });
        }
      }
    }
  });

  test("closes bytes that are not a frame with 4002", async () => {
    const sender = new Sender(phase, encoding);
    const valid = encode(encoding, {
      op: 3,
      d: { since: null, status: "online", activities: [{}] },
    });
    const anyBytes = fc.oneof(
      fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
      fc.nat(valid.length - 1).map((length) => valid.subarray(0, length)),
      fc.tuple(fc.nat(valid.length - 1), fc.nat(255)).map(([at, byte]) => {
        const broken = Buffer.from(valid);
        broken[at] = byte;
        return broken;
      }),
      fc.nat(3000).map((depth) => Buffer.from("[".repeat(depth))),
      fc
        .nat(3000)
        .map((depth) => Buffer.from(`{"op":1,"d":${"[".repeat(depth)}${"]".repeat(depth)}}`)),
    );
    await fc.assert(
      fc.asyncProperty(anyBytes, async (bytes) => {
        const code = await sender.send(bytes);
        expect(code === undefined || telling.has(code)).toBe(true);
      }),
      { numRuns: 150, seed: 13 },
    );
    for (const bytes of ["", "{", "\xff", "null", "[]", "1", '"op"'].map((text) =>
      Buffer.from(text, "latin1"),
    )) {
      expect(await sender.send(bytes)).toBe(CloseCode.DecodeError);
    }
  });
});

describe.each(phases)("%s", (phase) => {
  test.each([
    ["no UTF-8", Buffer.from([0xff, 0xfe])],
    ["longer than anybody's may be", Buffer.alloc(limits.userFrameSize.value + 1, " ")],
    ["longer than is read", Buffer.alloc(65_537, " ")],
    ["of megabytes", Buffer.alloc(3_000_000, " ")],
  ])("closes a text message that is %s with 4002", async (_what, bytes) => {
    const asWatcher = { token: tokens.watcher, intents: 0 };
    const client =
      phase === "in a session"
        ? (await signIn(world.url, asWatcher)).client
        : await dial(world.url);
    client.ws.send(bytes, { binary: false });
    expect(await client.closed).toEqual({
      code: CloseCode.DecodeError,
      reason: "Error while decoding payload.",
    });
  });
});

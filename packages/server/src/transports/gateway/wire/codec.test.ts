import { limits } from "@antechamber/contract";
import { constants, inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bytesOf,
  decode,
  encodeControl,
  encodeDispatch,
  FrameWriter,
  writeMessages,
  type Framing,
  type Message,
} from "./codec.ts";
import { decodeTerm } from "./etf-reader.ts";

/** Splits bytes into WebSocket messages, each with its opcode and payload. Source: RFC 6455 5.2. */
function messagesIn(bytes: Buffer): { opcode: number; payload: Buffer }[] {
  const found: { opcode: number; payload: Buffer }[] = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes.readUInt8(at);
    const short = bytes.readUInt8(at + 1);
    const [length, start] =
      short < 126
        ? [short, at + 2]
        : short === 126
          ? [bytes.readUInt16BE(at + 2), at + 4]
          : [Number(bytes.readBigUInt64BE(at + 2)), at + 10];
    expect(first & 0xf0).toBe(0x80);
    found.push({ opcode: first & 0x0f, payload: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return found;
}

function joined(messages: readonly Message[]): Buffer {
  const bytes = Buffer.alloc(bytesOf(messages));
  writeMessages(messages, bytes);
  return bytes;
}

function written(
  compress: Framing["compress"],
  frames: readonly Parameters<FrameWriter["message"]>[],
  encoding: Framing["encoding"] = "json",
) {
  const writer = new FrameWriter({ encoding, compress });
  return messagesIn(joined(frames.map((each) => writer.message(...each))));
}

const anyPayload = fc.dictionary(fc.string(), fc.jsonValue());
/** Lengths around the boundaries of a WebSocket header, and larger ones. */
const anyText = fc
  .oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 65_300, max: 65_700 }))
  .map((length) => "é".repeat(length >> 1) + "x".repeat(length & 1));
const anyFrames = fc.array(fc.tuple(anyPayload, anyText, fc.integer({ min: 1 })), {
  minLength: 1,
  maxLength: 6,
});

describe("an event on the wire", () => {
  test("is one JSON object in a text frame with op, d, s and t", () => {
    fc.assert(
      fc.property(anyFrames, (frames) => {
        const messages = written(
          "none",
          frames.map(([d, text, s]) => [encodeDispatch("AN_EVENT", { d, text }), s]),
        );
        expect(messages.map(({ opcode }) => opcode)).toEqual(frames.map(() => 1));
        const sent = messages.map(({ payload }) => JSON.parse(payload.toString()) as unknown);
        const meant = frames.map(([d, text, s]) => ({ t: "AN_EVENT", s, op: 0, d: { d, text } }));
        expect(sent).toEqual(JSON.parse(JSON.stringify(meant)));
      }),
    );
  });

  test("is part of one zlib stream, in a binary frame that ends with a flush", () => {
    fc.assert(
      fc.property(anyFrames, fc.nat(), (frames, read) => {
        const events = frames.map(([d, text, s]) => [encodeDispatch("E", { d, text }), s] as const);
        const plain = written(
          "none",
          events.map(([event, s]) => [event, s]),
        );
        const packed = written(
          "zlib-stream",
          events.map(([event, s]) => [event, s]),
        );
        for (const { opcode, payload } of packed) {
          expect([opcode, payload.toString("hex", payload.length - 4)]).toEqual([2, "0000ffff"]);
        }
        const count = 1 + (read % frames.length);
        const [stream, text] = [packed, plain].map((messages) =>
          Buffer.concat(messages.slice(0, count).map(({ payload }) => payload)),
        );
        const inflated = inflateSync(stream ?? "", { finishFlush: constants.Z_SYNC_FLUSH });
        expect(inflated.equals(text ?? Buffer.of(0))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test("is compressed once for all its receivers", () => {
    const event = encodeDispatch("E", { text: "x".repeat(1000) });
    const bodies = [1, 2].map((s) => {
      return new FrameWriter({ encoding: "json", compress: "zlib-stream" }).message(event, s).body;
    });
    expect(bodies[0]).toBe(bodies[1]);
    expect(bodies[0]?.length).toBeLessThan(100);
  });
});

test("an event that is kept for long retains no other bytes in memory", () => {
  const { opening, body } = encodeDispatch("MESSAGE_CREATE", { content: "schön, so: 🎲" });
  expect(body.toString()).toBe(',"op":0,"d":{"content":"schön, so: 🎲"}}');
  expect(opening.buffer.byteLength).toBe(opening.length + body.length);
  expect(body.buffer).toBe(opening.buffer);
});

describe("an event in the Erlang term format", () => {
  test("has the content of its JSON, in a binary frame", () => {
    fc.assert(
      fc.property(anyFrames, (frames) => {
        const sent = frames.map(([d, text, s]) => [encodeDispatch("E", { d, text }), s] as const);
        const asText = written(
          "none",
          sent.map(([event, s]) => [event, s]),
        );
        const asTerms = written(
          "none",
          sent.map(([event, s]) => [event, s]),
          "etf",
        );
        expect(asTerms.map(({ opcode }) => opcode)).toEqual(frames.map(() => 2));
        expect(asTerms.map(({ payload }) => decodeTerm(payload))).toEqual(
          asText.map(({ payload }) => JSON.parse(payload.toString()) as unknown),
        );
      }),
      { numRuns: 30 },
    );
  });

  test("is part of one zlib stream on request", () => {
    const event = encodeDispatch("E", { list: [1, "two", null] });
    const packed = written(
      "zlib-stream",
      [
        [event, 1],
        [event, 2],
      ],
      "etf",
    );
    const stream = Buffer.concat(packed.map(({ payload }) => payload));
    const terms = inflateSync(stream, { finishFlush: constants.Z_SYNC_FLUSH });
    expect(decodeTerm(terms.subarray(0, terms.length / 2))).toEqual({
      t: "E",
      s: 1,
      op: 0,
      d: { list: [1, "two", null] },
    });
  });

  test("is encoded once for all its receivers", () => {
    const event = encodeDispatch("E", { text: "x" });
    const bodies = [1, 2].map((s) => {
      return new FrameWriter({ encoding: "etf", compress: "none" }).message(event, s).body;
    });
    expect(bodies[0]).toBe(bodies[1]);
  });
});

test("payload compression makes a long payload a zlib stream of its own, and leaves a short one plain", () => {
  const writer = new FrameWriter({ encoding: "json", compress: "none" });
  writer.compressesPayloads = true;
  const long = encodeDispatch("E", { text: "x".repeat(5000) });
  const [packed, plain] = messagesIn(
    joined([writer.message(long, 1), writer.message(encodeDispatch("E", {}), 2)]),
  );
  expect([packed?.opcode, plain?.opcode]).toEqual([2, 1]);
  expect(JSON.parse(inflateSync(packed?.payload ?? "").toString())).toMatchObject({ s: 1, t: "E" });
});

test("a frame that is not an event has null for s and t", () => {
  const [message] = written("none", [[encodeControl(11, null), undefined]]);
  expect(JSON.parse(message?.payload.toString() ?? "")).toEqual({
    op: 11,
    d: null,
    s: null,
    t: null,
  });
});

describe("a client's frame", () => {
  test("keeps the digits of integers that a double cannot hold", () => {
    const frame =
      '{"op":8,"d":{"guild_id":1234567890123456789,"user_ids":[9007199254740993,5],"x":1.5}}';
    expect(decode(Buffer.from(frame))).toEqual({
      op: 8,
      d: { guild_id: "1234567890123456789", user_ids: ["9007199254740993", 5], x: 1.5 },
    });
  });

  test("leaves other numbers, and digits in text, as they are", () => {
    const frame = '{"d":"1234567890123456789","big":1e300,"small":-4,"long":0.1234567890123456}';
    expect(decode(Buffer.from(frame))).toEqual({
      d: "1234567890123456789",
      big: 1e300,
      small: -4,
      long: 0.1234567890123456,
    });
  });

  test.each(["", "{", "{'op':1}", "\u0000", "{}{}"])("is not decoded from %j", (text) => {
    expect(decode(Buffer.from(text))).toBeUndefined();
  });

  test.each([
    ["lists", "[", "]", "1"],
    ["objects", '{"a":', "}", "12345678901234567890"],
  ])("is decoded up to a maximum depth of %s", (_what, opening, closing, inside) => {
    const nested = (levels: number) => opening.repeat(levels) + inside + closing.repeat(levels);
    const { value: most } = limits.jsonDepth;
    expect(decode(Buffer.from(nested(most)))).toBeDefined();
    expect(decode(Buffer.from(nested(most + 1)))).toBeUndefined();
    expect(decode(Buffer.from(nested(5000)))).toBeUndefined();
  });

  test("is not decoded from invalid UTF-8", () => {
    expect(decode(Buffer.from([0x22, 0xff, 0x22]))).toBeUndefined();
  });

  test("is decoded as JSON.parse decodes it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/\d{16}/.test(text));
        expect(decode(Buffer.from(text))).toEqual(JSON.parse(text));
      }),
    );
  });
});

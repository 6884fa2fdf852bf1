import {
  bot,
  control,
  endpoint,
  limits,
  none,
  open,
  type EndpointDeclaration,
} from "@antechamber/contract";
import {
  choice,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
} from "@antechamber/contract/schema";
import { ImageData } from "@antechamber/contract/users";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../../platform/api-error.ts";
import { FILE_MAX_BYTES, FILES_MAX } from "../../../platform/formats/multipart.ts";
import { missingFieldsGuards } from "./missing-fields.ts";
import { bodyReader, jsonLimit } from "./request-body.ts";
import type { IncomingBody } from "./request-bytes.ts";

const form = { body: object({ name: text({ min: 1, max: 5 }), size: optional(integer()) }) };
const common = {
  id: "test.form",
  source: "a test",
  summary: "",
  method: "POST",
  path: "/test",
  auth: [bot],
  replies: { 204: none },
  errors: [],
} as const;
const readJson = readerOf(endpoint({ ...common, ...form }));
const readAny = readerOf(endpoint({ ...common, ...form, multipart: true }));

/** Bytes with their type; undefined where no body is announced. */
interface RawBody {
  readonly contentType: string | undefined;
  readonly bytes: Buffer | undefined;
}

/** Counts the chunks that are read. */
const taken = { pieces: 0 };

/** A body that arrives in chunks. */
function incoming({ contentType, bytes }: RawBody): IncomingBody | undefined {
  if (bytes === undefined) return undefined;
  return {
    contentType,
    async receive(sink) {
      for (let at = 0; at < bytes.length; at += 65_536) {
        taken.pieces += 1;
        if (!sink.write(bytes.subarray(at, at + 65_536))) break;
      }
      return sink.end();
    },
  };
}

/** Reads a body at once, like a handler that asks for it. */
function readerOf(declared: EndpointDeclaration) {
  const read = bodyReader(declared, missingFieldsGuards(declared, false).body);
  return async (raw: RawBody) => {
    const { body, files } = await read(incoming(raw), () => undefined);
    return { value: body(), files };
  };
}

function json(content: string, contentType: string | undefined = "application/json") {
  return { contentType, bytes: Buffer.from(content) };
}

async function multipart(build: (form: FormData) => void) {
  const parts = new FormData();
  build(parts);
  const request = new Response(parts);
  return {
    contentType: request.headers.get("content-type") ?? undefined,
    bytes: Buffer.from(await request.arrayBuffer()),
  };
}

async function refusal(reading: Promise<unknown>) {
  const error = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw new Error("it was not refused", { cause: error });
  return { code: error.declaration.code, message: error.message, ...error.details };
}

describe("the body of a request", () => {
  // Proves requirement 4 "bodies"
  test("is read as JSON without unknown fields", async () => {
    expect(await readJson(json('{"name":"x","more":1}'))).toEqual({
      value: { name: "x" },
      files: [],
    });
  });

  test("may name its character set", async () => {
    const body = json('{"name":"x"}', "application/json; charset=UTF-8");
    expect((await readJson(body)).value).toEqual({ name: "x" });
  });

  // Proves requirement 4 "bodies"
  test("is refused with 50109 when it is not JSON", async () => {
    expect(await refusal(readJson(json("{")))).toMatchObject({ code: 50109 });
    expect(await refusal(readAny(json("{")))).toMatchObject({ code: 50109 });
  });

  test.each([["text/plain"], [undefined], ["application/x-www-form-urlencoded"]])(
    "is refused with 50035 when its content type is %s and the endpoint takes JSON",
    async (contentType) => {
      const body = { contentType, bytes: Buffer.from('{"name":"x"}') };
      expect(await refusal(readJson(body))).toMatchObject({ code: 50035 });
    },
  );

  test("that is empty counts as an empty form", async () => {
    expect(await refusal(readJson({ contentType: undefined, bytes: undefined }))).toMatchObject({
      code: 50035,
      errors: {
        name: { _errors: [{ code: "BASE_TYPE_REQUIRED", message: "This field is required" }] },
      },
    });
  });

  test.each([undefined, Buffer.alloc(0)])("that is empty is no list", async (bytes) => {
    const body = nullable(list(text()));
    const readList = readerOf(endpoint({ ...common, body }));
    for (const contentType of ["application/json", undefined]) {
      expect(await refusal(readList({ contentType, bytes }))).toMatchObject({
        code: 50035,
        errors: { _errors: [{ code: "LIST_TYPE_CONVERT" }] },
      });
    }
    expect((await readList(json("[]"))).value).toEqual([]);
  });

  test("names every fault at its path", async () => {
    expect(await refusal(readJson(json('{"name":"too long","size":"1"}')))).toEqual({
      code: 50035,
      message: "Invalid Form Body",
      errors: {
        name: {
          _errors: [
            { code: "BASE_TYPE_BAD_LENGTH", message: "Must be between 1 and 5 in length." },
          ],
        },
        size: { _errors: [{ code: "NUMBER_TYPE_COERCE", message: 'Value "1" is not int.' }] },
      },
    });
  });

  test("may be urlencoded where files are accepted", async () => {
    const body = json("name=x&size=2", "application/x-www-form-urlencoded");
    expect((await readAny(body)).value).toEqual({ name: "x", size: 2 });
    const whole = new URLSearchParams({ payload_json: '{"name":"y"}' }).toString();
    const asJson = json(whole, "application/x-www-form-urlencoded");
    expect((await readAny(asJson)).value).toEqual({ name: "y" });
  });

  test("may have files beside its JSON", async () => {
    const body = await multipart((parts) => {
      parts.set("payload_json", '{"name":"x"}');
      parts.set("files[0]", new File([new Uint8Array([1, 2])], "a.bin", { type: "text/x" }));
    });
    expect(await readAny(body)).toEqual({
      value: { name: "x" },
      files: [
        {
          field: "files[0]",
          filename: "a.bin",
          contentType: "text/x",
          bytes: Buffer.from([1, 2]),
        },
      ],
    });
  });

  test("may have its fields as parts", async () => {
    const body = await multipart((parts) => parts.set("name", "x"));
    expect((await readAny(body)).value).toEqual({ name: "x" });
  });

  test("is refused with a file over the limit, and with too many files", async () => {
    const big = await multipart((parts) =>
      parts.set("files[0]", new Blob([new Uint8Array(FILE_MAX_BYTES + 1)])),
    );
    expect(await refusal(readAny(big))).toMatchObject({ code: 40005 });
    const many = await multipart((parts) => {
      for (let i = 0; i <= FILES_MAX; i++) parts.set(`files[${i}]`, new Blob(["x"]));
    });
    expect(await refusal(readAny(many))).toMatchObject({ code: 50035 });
  });

  const disposition = 'Content-Disposition: form-data; name="files[0]"; filename="a"';
  test.each([
    ["without its boundary", "--x", "; boundary=y"],
    ["whose type names no boundary", "--x", ""],
    ["that ends inside of a part", "--y\r\nContent-Disp", "; boundary=y"],
    ["that ends inside of a file", `--y\r\n${disposition}\r\n\r\nbytes`, "; boundary=y"],
    ["that is no form at all", "\0".repeat(200_000), "; boundary=y"],
  ])("is refused as a multipart form %s", async (_case, content, boundary) => {
    const body = json(content, `multipart/form-data${boundary}`);
    expect(await refusal(readAny(body))).toMatchObject({ code: 50035 });
  });

  test("may be empty with any content type when all fields are optional", async () => {
    const read = readerOf(endpoint({ ...common, body: object({ name: optional(text()) }) }));
    for (const contentType of [undefined, "text/plain", "application/json"]) {
      expect((await read({ contentType, bytes: Buffer.alloc(0) })).value).toEqual({});
    }
  });

  test("of another content type is read no further than its first chunk", async () => {
    taken.pieces = 0;
    const body = { contentType: "text/plain", bytes: Buffer.alloc(1_000_000) };
    expect(await refusal(readAny(body))).toMatchObject({ code: 50035 });
    expect(taken.pieces).toBe(1);
  });

  test.each([
    ["parts without a name", "\r\n\r\nx\r\n--b"],
    ["fields", '\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b'],
    ["files", '\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nx\r\n--b'],
  ])("is read no further after too many %s", async (_what, part) => {
    taken.pieces = 0;
    const bytes = Buffer.from(`--b${part.repeat(100_000)}--`);
    const body = { contentType: "multipart/form-data; boundary=b", bytes };
    expect(await refusal(readAny(body))).toMatchObject({ code: 50035 });
    expect(taken.pieces).toBeLessThan(4);
  });

  test("is refused with 40005 when it holds more values or fields than any form", async () => {
    const many = json(`{"name":[${"{},".repeat(300_000)}{}]}`);
    expect(await refusal(readJson(many))).toMatchObject({ code: 40005 });
    const pairs = json("a=1&".repeat(5000), "application/x-www-form-urlencoded");
    expect(await refusal(readAny(pairs))).toMatchObject({ code: 40005 });
  });

  test("is ignored by an endpoint that takes none", async () => {
    taken.pieces = 0;
    const read = readerOf(endpoint({ ...common, query: object({ a: optional(choice([1])) }) }));
    expect(await read(json("{"))).toEqual({ value: undefined, files: [] });
    expect(taken.pieces).toBe(0);
  });
});

describe("the limit of JSON", () => {
  const bytes = (more: Partial<EndpointDeclaration>) =>
    jsonLimit({ ...endpoint({ ...common, ...form }), ...more });
  const pictures = object({ icon: optional(nullable(ImageData)), banner: optional(ImageData) });

  test("is small for unauthenticated callers, larger for others, and allows for images", () => {
    expect(bytes({ auth: [open] })).toBe(limits.strangerBody.value);
    expect(bytes({ auth: [open, bot] })).toBe(limits.strangerBody.value);
    expect(bytes({})).toBe(limits.jsonBody.value);
    expect(bytes({ auth: [open], path: "/webhooks/{interaction_token}" })).toBe(
      limits.jsonBody.value,
    );
    expect(bytes({ plane: "control", auth: [control] })).toBe(limits.operatorBody.value);
    const two = (limits.imageSize.value * 8) / 3;
    expect(bytes({ body: pictures })).toBeGreaterThan(limits.jsonBody.value + two);
    expect(bytes({ body: pictures })).toBeLessThan(limits.jsonBody.value + two + 1000);
  });
});

import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { nextTurn } from "../async/event-loop.ts";
import { leastTimeOf } from "../../testing/processes/processor-time.ts";
import { readMultipart } from "./multipart.ts";

const TYPE = "multipart/form-data; boundary=X";
const MIB = 1024 ** 2;

const refused = (form: Buffer) =>
  expect(readMultipart(TYPE, form)).rejects.toThrow("Invalid Form Body");

describe("a complete form", () => {
  test("is read whole, however it is divided", async () => {
    const bytes = Buffer.from("a\r\n--Y".repeat(MIB / 8));
    const head = '--X\r\nContent-Disposition: form-data; name="files[0]"; filename="a"\r\n\r\n';
    const form = Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--X--\r\n")]);
    const { files } = await readMultipart(TYPE, form);
    expect(files.map((file) => bytes.equals(file.bytes))).toEqual([true]);
  });

  test("of too many parts is refused without reading the rest", async () => {
    const parts = Buffer.from("--X\r\n\r\nx\r\n".repeat(MIB / 8));
    const few = await leastTimeOf(() => refused(parts.subarray(0, 16_384)));
    const many = await leastTimeOf(() => refused(parts));
    expect(many).toBeLessThan(10 * few);
  });

  test("lets other tasks run while it is read", async () => {
    const form = { isRead: false };
    const reading = refused(Buffer.alloc(MIB, "x")).finally(() => (form.isRead = true));
    let turns = 0;
    for (; !form.isRead; turns += 1) await nextTurn();
    await reading;
    expect(turns).toBeGreaterThan(32);
  });
});

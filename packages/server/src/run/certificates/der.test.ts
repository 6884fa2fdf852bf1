import { expect, test } from "vitest";
import { octets } from "./der.ts";

test.each([
  [0, [0x04, 0]],
  [127, [0x04, 127]],
  [128, [0x04, 0x81, 128]],
  [255, [0x04, 0x81, 255]],
  [256, [0x04, 0x82, 1, 0]],
  [65_536, [0x04, 0x83, 1, 0, 0]],
])("%i bytes are encoded after their length in its shortest form", (count, head) => {
  const written = octets(Buffer.alloc(count, 7));
  expect([...written.subarray(0, head.length)]).toEqual(head);
  expect(written).toHaveLength(head.length + count);
});

import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { SecretFilter } from "./secret-filter.ts";

/** Whether the filter finds that a text may contain a credential. */
function mayContain(filter: SecretFilter, text: string): boolean {
  const bytes = new Uint8Array(Math.ceil(text.length / 4) * 4);
  bytes.set(Buffer.from(text));
  return filter.mayContain(new Int32Array(bytes.buffer), 0, bytes.length);
}

describe("a credential", () => {
  test.each([0, 1, 2, 3, 4, 5])("is found at the offset %i", (offset) => {
    const filter = new SecretFilter();
    filter.add({}, "secret-of-app");
    expect(mayContain(filter, `${"-".repeat(offset)}secret-of-app`)).toBe(true);
    expect(mayContain(filter, `${"-".repeat(offset)}nothing of that kind`)).toBe(false);
  });

  test("is forgotten with the second generation of its kind after it", () => {
    const filter = new SecretFilter();
    const [kind, other] = [{}, {}];
    filter.add(kind, "secret-of-app");
    filter.renew(kind);
    for (let round = 0; round < 2; round += 1) filter.renew(other);
    expect(mayContain(filter, "secret-of-app")).toBe(true);
    filter.renew(kind);
    expect(mayContain(filter, "secret-of-app")).toBe(false);
  });
});

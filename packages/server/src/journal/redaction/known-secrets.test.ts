import { describe, expect, test } from "vitest";
import { seededRandom } from "../../testing/seeded-random.ts";
import { KnownSecrets, redactSecrets, REDACTED } from "./known-secrets.ts";

function knowing(...secrets: string[]): KnownSecrets {
  const all = new KnownSecrets(100);
  for (const secret of secrets) all.add(secret);
  return all;
}

describe("a known credential", () => {
  test.each([
    ["user-token-alice", REDACTED],
    ["say user-token-alice!", `say ${REDACTED}!`],
    ['{"content":"xuser-token-alicey"}', `{"content":"x${REDACTED}y"}`],
    ["user-token-alice user-token-alice", `${REDACTED} ${REDACTED}`],
    ["user-token-aliceuser-token-alice", REDACTED + REDACTED],
    ["user-token-user-token-alice", `user-token-${REDACTED}`],
  ])("is found in %j", (text, redacted) => {
    expect(redactSecrets(text, [knowing("user-token-alice")])).toBe(redacted);
  });

  test.each(["user-token-bob", "user-token-alic", "", "user", "Xuser-tokenX", "ser-token-alice"])(
    "is not found in %j",
    (text) => {
      expect(redactSecrets(text, [knowing("user-token-alice")])).toBe(text);
    },
  );

  test("that is a prefix of a longer one is found, and so is the longer one", () => {
    const secrets = knowing("secret-of-app", "secret-of-app-and-more");
    expect(redactSecrets("secret-of-app-and-more", [secrets])).toBe(REDACTED);
    expect(redactSecrets("secret-of-app-and", [secrets])).toBe(`${REDACTED}-and`);
  });

  test("of several lists is found in one scan, at its full length", () => {
    const lists = [knowing("secret-of-app"), knowing("secret-of-app-and-more"), knowing()];
    const text = "secret-of-app secret-of-app-and-more secret-of-nobody";
    expect(redactSecrets(text, lists)).toBe(`${REDACTED} ${REDACTED} secret-of-nobody`);
  });

  test("is found anywhere in any text", () => {
    const random = seededRandom("known");
    const signs = "abcdefgh";
    const draw = (length: number) =>
      Array.from(random.bytes(length), (byte) => signs[byte % signs.length]).join("");
    for (let run = 0; run < 300; run += 1) {
      const secret = draw(8 + (run % 40));
      const [before, after] = [draw(run % 50), draw(run % 31)];
      const redacted = redactSecrets(before + secret + after, [knowing(secret)]);
      expect(redacted).not.toContain(secret);
      expect(redacted).toContain(REDACTED);
    }
  });

  test("is ignored below eight characters", () => {
    expect(redactSecrets("seven77", [knowing("seven77")])).toBe("seven77");
  });
});

describe("of many", () => {
  test("the least recently seen one is dropped", () => {
    const secrets = new KnownSecrets(2);
    secrets.add("first-secret");
    secrets.add("second-secret");
    secrets.add("first-secret");
    secrets.add("third-secret");
    expect(secrets.size).toBe(2);
    expect(redactSecrets("first-secret second-secret third-secret", [secrets])).toBe(
      `${REDACTED} second-secret ${REDACTED}`,
    );
  });

  test("those that are still known are found, however many were added and dropped before", () => {
    const secrets = new KnownSecrets(10);
    const secretOf = (i: number) => `${i.toString(36).padStart(4, "k")}-secret-of-${i}`;
    for (let i = 0; i < 200; i += 1) {
      secrets.add(secretOf(i));
      // Added again each time, the first is never the least recently seen.
      secrets.add(secretOf(0));
      const newest = Array.from({ length: Math.min(i, 8) }, (_, back) => secretOf(i - back));
      for (const secret of [secretOf(0), ...newest]) {
        expect(redactSecrets(`of ${secret}.`, [secrets])).toBe(`of ${REDACTED}.`);
      }
    }
    expect(redactSecrets(secretOf(100), [secrets])).toBe(secretOf(100));
  });
});

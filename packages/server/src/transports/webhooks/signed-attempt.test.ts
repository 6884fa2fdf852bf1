import { expect, test } from "vitest";
import { verifyKeyOf } from "../../platform/crypto.ts";
import { steerableClock } from "../../platform/time/system-clock.ts";
import { replied, scriptedOutbound } from "../../testing/network/scripted-outbound.ts";
import { isSignedBy } from "../../testing/network/webhook-receiver.ts";
import { signedAttempts } from "./signed-attempt.ts";

const signingSeed = "5".repeat(64);
const publicUrl = "http://127.0.0.1:8010";
const body = JSON.stringify({ url: `${publicUrl}/cdn/attachments/5/7/a.png?ex=1&is=2&hm=3` });

async function sentBy(settings: { readonly servesGuardedNames: boolean }) {
  const outbound = scriptedOutbound(() => replied(204, null));
  const send = signedAttempts({
    clock: steerableClock(),
    outbound,
    settings: { publicUrl, ...settings },
  });
  const to = { url: "https://example.com/", application: { id: "7", signingSeed } };
  await send(to, { body, draft: { name: "X" }, timeoutMs: 1000 });
  const [request] = outbound.requests;
  if (request === undefined) throw new Error("nothing was sent");
  expect(isSignedBy(verifyKeyOf(signingSeed), request)).toBe(true);
  return JSON.parse(request.body) as { readonly url: string };
}

test("an application that knows the service by the platform's names gets files at those", async () => {
  const { url } = await sentBy({ servesGuardedNames: true });
  expect(url).toBe("https://cdn.discordapp.com/attachments/5/7/a.png?ex=1&is=2&hm=3");
  expect(await sentBy({ servesGuardedNames: false })).toEqual(JSON.parse(body));
});

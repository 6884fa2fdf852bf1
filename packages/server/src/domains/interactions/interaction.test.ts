import { expect, test } from "vitest";
import { openInteractionCalls } from "../../testing/calls/interaction-calls.ts";
import { interactionWithToken } from "./interaction.ts";

const encoded = (text: string) => Buffer.from(text).toString("base64url");

test("a token identifies its interaction, and modified tokens identify none", async () => {
  const { aPing, store } = await openInteractionCalls();
  const [one, other] = [await aPing(), await aPing()];
  const found = (token: string) =>
    store.read(async (tx) => (await interactionWithToken({ tx }, token))?.id);
  expect([await found(one.token), await found(other.token)]).toEqual([one.id, other.id]);

  const inside = Buffer.from(one.token, "base64url").toString();
  const strangers = [
    "",
    one.id,
    "not base64 at all!",
    encoded(inside.replace(one.id, other.id)),
    encoded(inside.replace(one.id, "7")),
    encoded(inside.replace("interaction", "interactions")),
    encoded(`${inside}x`),
    encoded(`interaction:${one.id}:`),
  ];
  for (const token of strangers) expect([token, await found(token)]).toEqual([token, undefined]);
});

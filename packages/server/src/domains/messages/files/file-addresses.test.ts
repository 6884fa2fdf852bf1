import { limits } from "@antechamber/contract";
import { expect, test } from "vitest";
import type { ReadContext } from "../../../platform/context.ts";
import { isSigned, storedAddress, withAddresses } from "./file-addresses.ts";

const publicUrl = "https://chat.example";
const path = "/cdn/attachments/5/7/a.png";
const NOW = 1_800_000_000_000;

function at(now: number, key = 1): ReadContext {
  const settings = { production: false, publicUrl, fileKey: new Uint8Array(32).fill(key) };
  return { now, settings, tx: undefined as never };
}

function shownAt(ctx: ReadContext): URL {
  const file = { url: path };
  const { attachments } = withAddresses(ctx, { attachments: [file], embeds: [] });
  return new URL((attachments[0] as typeof file).url);
}

function queryOf(url: URL) {
  return Object.fromEntries(url.searchParams);
}

test("a URL is valid for a day, for its signing key and its path only", () => {
  const url = shownAt(at(NOW));
  expect(`${url.origin}${url.pathname}`).toBe(publicUrl + path);
  const query = queryOf(url);
  const end = NOW + limits.fileAddressLife.value;
  expect(query).toMatchObject({ ex: (end / 1000).toString(16), is: (NOW / 1000).toString(16) });
  expect(isSigned(at(end - 1), path, query)).toBe(true);
  expect(isSigned(at(end), path, query)).toBe(false);
  expect(isSigned(at(NOW, 2), path, query)).toBe(false);
  expect(isSigned(at(NOW), "/cdn/attachments/5/7/b.png", query)).toBe(false);
  expect(isSigned(at(NOW), path, { ...query, hm: [query["hm"]] })).toBe(false);
});

test("a URL of the service is stored without host and signature, others unchanged", () => {
  const ctx = at(NOW);
  expect(storedAddress(ctx, shownAt(ctx).href)).toBe(path);
  for (const other of [`https://other.example${path}`, "https://chat.example/a.png", "x"]) {
    expect(storedAddress(ctx, other)).toBe(other);
  }
});

test("URLs are signed wherever a message contains them, except in its text", () => {
  const media = { url: path, proxy_url: path };
  const message = {
    content: path,
    attachments: [{ id: "7", ...media }],
    embeds: [
      { title: path, image: media, footer: { text: path, icon_url: path } },
      { url: "https://elsewhere.example/a.png" },
    ],
    components: [{ type: 17, components: [{ type: 12, items: [{ media }] }, { file: media }] }],
    message_snapshots: [{ message: { attachments: [media] } }],
    referenced_message: { content: path, attachments: [media] },
  };
  const signed = withAddresses(at(NOW), message);
  const texts = JSON.stringify(signed);
  // Addresses in the text of the message, twice in its embed, and in the text of the reply's
  // target.
  expect(texts.split(`"${path}"`)).toHaveLength(5);
  expect(texts.match(/&hm=[0-9a-f]{64}"/g)).toHaveLength(13);
  expect(signed.content).toBe(path);
  expect(signed.embeds[1]).toBe(message.embeds[1]);
});

test("a message without files is returned unchanged, without reading the clock", () => {
  const message = { attachments: [], embeds: [], referenced_message: null };
  const ctx = { ...at(NOW) };
  Object.defineProperty(ctx, "now", { get: () => expect.unreachable("asked for the time") });
  expect(withAddresses(ctx, message)).toBe(message);
  const embedded = { ...message, embeds: [{ title: "a" }] };
  expect(withAddresses(ctx, embedded)).toEqual(embedded);
});

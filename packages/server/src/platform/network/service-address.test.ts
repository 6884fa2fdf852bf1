import { expect, test } from "vitest";
import {
  serviceAddressFor,
  serviceAddress,
  ownFilePath,
  withPlatformFiles,
} from "./service-address.ts";

const publicUrl = "http://127.0.0.1:8010";
const settings = { publicUrl };
const inRun = { publicUrl, servesGuardedNames: true };

test("a service that programs reach under the platform's names uses those names", () => {
  expect([serviceAddress(settings), serviceAddress(inRun)]).toEqual([
    publicUrl,
    "https://discord.com",
  ]);
});

test.each([
  ["discord.com", "https://discord.com"],
  ["ptb.discord.com:443", "https://discord.com"],
  ["127.0.0.1:8010", publicUrl],
  [undefined, publicUrl],
])("a caller of %s receives URLs of %s", (host, address) => {
  expect(serviceAddressFor(inRun, host)).toBe(address);
  expect(serviceAddressFor(settings, host)).toBe(publicUrl);
});

function shownAtPlatform(value: object, at: Parameters<typeof withPlatformFiles>[0] = settings) {
  return JSON.parse(withPlatformFiles(at, JSON.stringify(value))) as unknown;
}

test("the addresses of files are at the platform's hosts for files and for what they proxy", () => {
  const file = { url: `${publicUrl}/cdn/a.png`, proxy_url: `${publicUrl}/cdn/a.png?ex=1` };
  expect(shownAtPlatform(file)).toEqual({
    url: "https://cdn.discordapp.com/a.png",
    proxy_url: "https://media.discordapp.net/a.png?ex=1",
  });
  expect(shownAtPlatform(file, { ...settings, worldInQuery: "second" })).toEqual({
    url: "https://cdn.discordapp.com/a.png?world=second",
    proxy_url: "https://media.discordapp.net/a.png?ex=1&world=second",
  });
});

test.each([`see ${publicUrl}/cdn/a.png`, `"${publicUrl}/cdn/a.png"`, `${publicUrl}/api`])(
  "the text %j is no address of a file",
  (text) => expect(shownAtPlatform([text])).toEqual([text]),
);

test("the service finds its files at the platform's hosts only where programs reach it there", () => {
  const own = `${publicUrl}/cdn/a.png?ex=1`;
  const others = ["https://cdn.discordapp.com/a.png?ex=1", "https://media.discordapp.net/a.png"];
  const paths = (at: typeof settings) => [own, ...others].map((each) => ownFilePath(at, each));
  expect(paths(settings)).toEqual(["/cdn/a.png", undefined, undefined]);
  expect(paths(inRun)).toEqual(["/cdn/a.png", "/cdn/a.png", "/cdn/a.png"]);
});

// Limits that no bucket counts, as libraries handle them: some wait by the body, and others by the
// headers.
import { endpoints, errorsOf, type ErrorDeclaration } from "@antechamber/contract";
import { expect, test } from "vitest";
import { demoWorld } from "../../../control/world-file/demo-world.ts";
import { tooManyRequests } from "../../../platform/api-error.ts";
import type { Answer } from "../../../testing/answer.ts";
import { aService, demo } from "../../../testing/start-service.ts";
import { refusalWithoutBucket } from "./rate-limit-refusals.ts";

const newsId = "300000000000000023";
const slowId = "300000000000000024";
const NOW = 1_800_000_000_000;

const { guilds = [], ...rest } = demoWorld;
const world = {
  ...rest,
  guilds: guilds.map(({ channels = [], ...guild }) => ({
    ...guild,
    channels: [
      ...channels,
      { id: newsId, name: "news", type: 5 },
      { id: slowId, name: "slow", type: 0, rate_limit_per_user: 60 },
    ],
  })),
};

type Limit = ErrorDeclaration & { readonly status: 429 };
const isLimit = (each: ErrorDeclaration): each is Limit => each.status === 429;
const declared = new Map(
  endpoints.flatMap((each) => errorsOf(each).filter(isLimit)).map((each) => [each.name, each]),
);

test("every declared 429 has retry_after and scope in body and headers", () => {
  expect([...declared.keys()].toSorted()).toEqual([
    "RateLimited",
    "SlowmodeActive",
    "TooManyCrossposts",
  ]);
  for (const declaration of declared.values()) {
    const refused = tooManyRequests(declaration, 1500);
    const { details, headers, message } = refusalWithoutBucket(refused, {
      now: NOW,
      rateHeaders: {},
    });
    expect(message).toBe(declaration.message);
    expect(details).toMatchObject({ retry_after: 1.5, global: false });
    expect(headers).toMatchObject({
      "retry-after": "2",
      "x-ratelimit-scope": declaration.isShared === true ? "shared" : "user",
      via: "1.1 antechamber",
    });
  }
});

function summaryOf({ status, body, headers }: Answer) {
  const names = ["limit", "remaining", "reset-after", "scope"].map((name) => `x-ratelimit-${name}`);
  const read = ["retry-after", "via", ...names].map((name) => [name, headers.get(name)]);
  return { status, body, headers: Object.fromEntries(read) as object };
}

test("the limit of a channel's crossposts does not affect the caller's bucket", async () => {
  const service = await aService({ world, limits: "production", frozen: true });
  const publish = async () => {
    const written = await service.asBot(`POST /channels/${newsId}/messages`, { content: "x" });
    const id = String(written.at("id"));
    return service.asBot(`POST /channels/${newsId}/messages/${id}/crosspost`);
  };
  for (let i = 0; i < 10; i += 1) expect((await publish()).status).toBe(200);
  expect(summaryOf(await publish())).toEqual({
    status: 429,
    body: {
      message: "The write action you are performing on the channel has hit the write rate limit.",
      retry_after: 3600,
      global: false,
      code: 20028,
    },
    headers: {
      "retry-after": "3600",
      via: "1.1 antechamber",
      "x-ratelimit-limit": "50",
      "x-ratelimit-remaining": "39",
      "x-ratelimit-reset-after": "1.000",
      "x-ratelimit-scope": "shared",
    },
  });
  await service.stop();
});

test("slow mode exhausts the author's bucket, on the API and on the control plane", async () => {
  const service = await aService({ world, limits: "production", frozen: true });
  const write = () =>
    service.asUser(demo.bobToken, `POST /channels/${slowId}/messages`, { content: "x" });
  expect((await write()).status).toBe(200);
  const body = {
    message: "This action cannot be performed due to slowmode rate limit.",
    retry_after: 60,
    global: false,
    code: 20016,
  };
  const headers = {
    "retry-after": "60",
    via: "1.1 antechamber",
    "x-ratelimit-limit": "50",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset-after": "60.000",
    "x-ratelimit-scope": "user",
  };
  expect(summaryOf(await write())).toEqual({ status: 429, body, headers });
  const acted = await service.control("POST /users/bob/message", { channel: slowId, content: "x" });
  expect(summaryOf(acted)).toMatchObject({
    status: 429,
    body,
    headers: { ...headers, "x-ratelimit-limit": null },
  });
  const { items } = (await service.control("GET /journal?kind=refusal&limit=1")).body as {
    items: readonly object[];
  };
  expect(items).toMatchObject([{ refusal: { needs: { seconds: 60 } } }]);
  await service.stop();
});

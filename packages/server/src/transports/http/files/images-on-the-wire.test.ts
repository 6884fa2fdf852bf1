// Every field for a picture accepts only pictures. Source: protocol: gateway-oauth-limits 1.7.
import { randomUUID } from "node:crypto";
import { endpoints } from "@antechamber/contract";
import { imageIn, ImageData } from "@antechamber/contract/users";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoWorld } from "../../../control/world-file/demo-world.ts";
import { aPicture } from "../../../testing/calls/guild-calls.ts";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";

let service: TestService;
let emoji = "";
let event = "";
let role = "";
let webhook = "";
let webhookToken = "";
let group = "";

const [demoGuild] = demoWorld.guilds ?? [];
const world = {
  ...demoWorld,
  guilds: [{ ...demoGuild, features: ["ROLE_ICONS", "BANNER", "INVITE_SPLASH"] }],
};

beforeAll(async () => {
  service = await aService({ world, limits: "off" });
  const guild = `/guilds/${demo.guildId}`;
  const start = { privacy_level: 2, name: "Quiz", entity_type: 3 };
  const made = await service.asBot(`POST ${guild}/scheduled-events`, {
    ...start,
    scheduled_start_time: "2099-01-01T00:00:00Z",
    scheduled_end_time: "2099-01-02T00:00:00Z",
    entity_metadata: { location: "here" },
  });
  event = made.id;
  role = (await service.asBot(`POST ${guild}/roles`, { name: "badge" })).id;
  const hooks = `/channels/${demo.generalId}/webhooks`;
  const hook = (await service.asBot(`POST ${hooks}`, { name: "news" })).body as {
    readonly id: string;
    readonly token: string;
  };
  [webhook, webhookToken] = [hook.id, hook.token];
  const token = "bearer-group";
  await service.control("POST /tokens", {
    token,
    user: "alice",
    application: demo.applicationId,
    scopes: ["gdm.join"],
  });
  group = (await service.asBot("POST /users/@me/channels", { access_tokens: [token] })).id;
  emoji = (await service.asBot(`POST ${guild}/emojis`, { name: "a1", image: aPicture() })).id;
});
afterAll(() => service.stop());

/** Calls of every endpoint that accepts pictures, by the fields for them. */
const calls: Readonly<Record<string, () => readonly [route: string, rest: object]>> = {
  "applications.createEmoji image": () => [
    `POST /applications/${demo.applicationId}/emojis`,
    // The names of an application's emojis must be unique.
    { name: `another_${randomUUID().replaceAll("-", "")}`.slice(0, 32) },
  ],
  "applications.edit icon": () => [`PATCH /applications/${demo.applicationId}`, {}],
  "applications.edit cover_image": () => [`PATCH /applications/${demo.applicationId}`, {}],
  "channels.edit icon": () => [`PATCH /channels/${group}`, {}],
  "channels.createWebhook avatar": () => [
    `POST /channels/${demo.generalId}/webhooks`,
    { name: "more" },
  ],
  "guilds.createRole icon": () => [`POST /guilds/${demo.guildId}/roles`, {}],
  ...Object.fromEntries(
    ["icon", "splash", "banner", "discovery_splash", "home_header"].map((field) => [
      `guilds.edit ${field}`,
      () => [`PATCH /guilds/${demo.guildId}`, {}] as const,
    ]),
  ),
  "guilds.editRole icon": () => [`PATCH /guilds/${demo.guildId}/roles/${role}`, {}],
  "users.editMe avatar": () => ["PATCH /users/@me", {}],
  "users.editMe banner": () => ["PATCH /users/@me", {}],
  "webhooks.edit avatar": () => [`PATCH /webhooks/${webhook}`, {}],
  "webhooks.editByToken avatar": () => [`PATCH /webhooks/${webhook}/${webhookToken}`, {}],
  "applications.editMe icon": () => ["PATCH /applications/@me", {}],
  "applications.editMe cover_image": () => ["PATCH /applications/@me", {}],
  "guilds.changeOwnMember avatar": () => [`PATCH /guilds/${demo.guildId}/members/@me`, {}],
  "guilds.changeOwnMember banner": () => [`PATCH /guilds/${demo.guildId}/members/@me`, {}],
  "guilds.createEmoji image": () => [`POST /guilds/${demo.guildId}/emojis`, { name: "more" }],
  "guilds.createScheduledEvent image": () => [
    `POST /guilds/${demo.guildId}/scheduled-events`,
    {
      privacy_level: 2,
      name: "Quiz",
      entity_type: 3,
      scheduled_start_time: "2099-01-01T00:00:00Z",
      scheduled_end_time: "2099-01-02T00:00:00Z",
      entity_metadata: { location: "here" },
    },
  ],
  "guilds.editScheduledEvent image": () => [
    `PATCH /guilds/${demo.guildId}/scheduled-events/${event}`,
    {},
  ],
};

function isPicture(schema: unknown): boolean {
  const { anyOf, formRules } = schema as { anyOf?: readonly unknown[]; formRules?: unknown };
  const rules = (ImageData as { formRules?: readonly unknown[] }).formRules;
  if (anyOf !== undefined) return anyOf.some(isPicture);
  return Array.isArray(formRules) && formRules[0] === rules?.[0];
}

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  const { properties } = (body ?? {}) as { readonly properties?: Record<string, unknown> };
  return properties ?? {};
}

test("every field that takes an image is tried", () => {
  const taking = endpoints.flatMap(({ id, body }) =>
    Object.entries(fieldsOf(body))
      .filter(([, schema]) => isPicture(schema))
      .map(([field]) => `${id} ${field}`),
  );
  expect(taking.toSorted()).toEqual(Object.keys(calls).toSorted());
  expect(emoji).not.toBe("");
});

const png = aPicture().split(",")[1] ?? "";

describe.each(Object.entries(calls))("%s", (name, callOf) => {
  const field = name.split(" ")[1] ?? "";
  const send = async (image: string) => {
    const [route, rest] = callOf();
    return service.asBot(route, { ...rest, [field]: image });
  };

  test.each([
    ["bytes that are no picture", "data:image/png;base64,AAAA"],
    ["no bytes", "data:image/png;base64,"],
    [
      "bytes that are no picture, under the name that discord.js gives all",
      "data:image/jpg;base64,AAAA",
    ],
    ["a kind that images do not have", `data:text/plain;base64,${png}`],
    ["text", "a picture"],
  ])("refuses %s", async (_what, image) => {
    const { status, body } = await send(image);
    expect([status, body]).toMatchObject([
      400,
      { code: 50035, errors: { [field]: { _errors: [{ code: "IMAGE_INVALID" }] } } },
    ]);
  });

  test("accepts an image", async () => {
    expect((await send(aPicture())).status).toBeLessThan(300);
  });

  test.each(["jpg", "jpeg"])(
    "accepts a PNG that a client library declares as image/%s",
    async (called) => {
      expect((await send(`data:image/${called};base64,${png}`)).status).toBeLessThan(300);
    },
  );
});

const kinds = ["png", "jpeg", "gif", "webp", "avif"] as const;

test.each(kinds)("%s is recognised by its bytes, whatever its declared type", (kind) => {
  const picture = aPicture(kind);
  for (const called of [...kinds, "jpg", "PNG", "svg+xml"]) {
    const { contentType } = imageIn(picture.replace(`image/${kind}`, `image/${called}`)) ?? {};
    expect(contentType).toBe(`image/${kind}`);
  }
  expect(imageIn(picture.replace(`image/${kind}`, "text/plain"))).toBeUndefined();
  expect(imageIn(picture.replace(`image/${kind}`, ""))).toBeUndefined();
});

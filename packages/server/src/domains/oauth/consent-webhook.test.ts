// The scope webhook.incoming over HTTP: the person chooses a channel, and the token response
// contains the webhook.
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  codeFor,
  consent,
  exchangeCode,
  REDIRECT,
  sendForm,
} from "../../testing/calls/oauth-calls.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.stop());

const scope = "identify webhook.incoming";
const general = { webhook_channel_id: demo.generalId };
const asAlice = (body: object) => ({ as: demo.aliceToken, body });

test("the token response contains a working webhook of the channel", async () => {
  const location = await consent(service, { scope }, asAlice(general));
  const answer = await exchangeCode(service, location.searchParams.get("code") ?? "");
  expect(answer.at("webhook")).toMatchObject({
    type: 1,
    channel_id: demo.generalId,
    guild_id: demo.guildId,
    application_id: demo.applicationId,
    name: "Concierge",
  });
  expect(answer.at("webhook")).not.toHaveProperty("user");
  const path = new URL(String(answer.at("webhook", "url"))).pathname.replace("/api", "");
  const sent = await service.call(`POST ${path}?wait=true`, { body: { content: "hello" } });
  expect([sent.status, sent.at("channel_id")]).toEqual([200, demo.generalId]);
});

test("the request may give the channel, and each consent creates a new webhook", async () => {
  const named = { scope, channel_id: demo.generalId, prompt: "none" };
  const ids = new Set<unknown>();
  for (const more of [{}, {}]) {
    const location = await consent(service, { ...named, ...more }, asAlice({}));
    const answer = await exchangeCode(service, location.searchParams.get("code") ?? "");
    ids.add(answer.at("webhook", "id"));
  }
  expect(ids.size).toBe(2);
});

test("a user can choose from the channels whose webhooks they manage", async () => {
  const query = new URLSearchParams({
    client_id: demo.applicationId,
    response_type: "code",
    redirect_uri: REDIRECT,
    scope,
  }).toString();
  const question = await service.asUser(demo.aliceToken, `GET /oauth2/authorize?${query}`);
  expect(question.at("channels")).toContainEqual({
    id: demo.generalId,
    name: "general",
    guild_id: demo.guildId,
    guild_name: "Test Guild",
  });
  const none = await service.asUser(demo.bobToken, `GET /oauth2/authorize?${query}`);
  expect(none.at("channels")).toEqual([]);
});

test.each([
  ["no channel", demo.aliceToken, {}, 400, 50035],
  ["a channel that does not exist", demo.aliceToken, { webhook_channel_id: "7" }, 404, 10003],
  ["a channel whose webhooks they do not manage", demo.bobToken, general, 403, 50013],
])("a consent for %s is refused", async (_, token, body, ...[status, code]) => {
  const query = new URLSearchParams({
    client_id: demo.applicationId,
    response_type: "code",
    redirect_uri: REDIRECT,
    scope,
  }).toString();
  const route = `POST /oauth2/authorize?${query}`;
  const answer = await service.asUser(token, route, { authorize: true, ...body });
  expect([answer.status, answer.at("code")]).toEqual([status, code]);
});

test("webhook.incoming is refused for the implicit grant and for devices", async () => {
  const location = await consent(service, { scope, response_type: "token" }, asAlice(general));
  expect(location.hash + location.search).toContain("invalid_scope");
  const device = await sendForm(service, "device/authorize", { scope });
  expect(device.at("error")).toBe("invalid_scope");
});

test("the token response contains no webhook without the scope", async () => {
  const answer = await exchangeCode(service, await codeFor(service, "identify"));
  expect(answer.body).not.toHaveProperty("webhook");
});

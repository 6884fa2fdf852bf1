import { afterEach, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";
import { unknownTokens } from "./unknown-tokens.ts";

const services: TestService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
});

test("only calls with a bot token that no bot has are reported", async () => {
  let reports = 0;
  const observer = unknownTokens(() => (reports += 1));
  const service = await aService({ settings: { observers: [observer] } });
  services.push(service);
  await service.call("GET /users/@me", { auth: "Bot nonsense" });
  await service.call("GET /gateway/bot", { auth: "bot undefined" });
  await service.asBot("GET /users/@me");
  await service.asBot("GET /channels/1/messages");
  await service.call("GET /users/@me");
  await service.call("GET /users/@me", { auth: "Bearer nonsense" });
  await service.asUser(demo.aliceToken, "GET /users/@me");
  await service.stop();
  expect(reports).toBe(2);
});

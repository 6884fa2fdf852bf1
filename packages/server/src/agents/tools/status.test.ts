import { expect, test } from "vitest";
import { agentTools } from "../../testing/clients/agent-tools.ts";
import { signIn } from "../../testing/clients/gateway-client.ts";
import { aService, demo } from "../../testing/start-service.ts";

test("the gateway sessions of a bot are counted", async () => {
  const service = await aService();
  const { call } = agentTools(service);
  const own = `(${demo.applicationId}): bot`;
  expect(await call("status")).toContain(`${own} not connected`);
  const gateway = `${service.url.replace("http", "ws")}/gateway/`;
  const bot = { token: demo.botToken, intents: 0 };
  await signIn(gateway, bot);
  expect(await call("status")).toMatch(/bot connected, 1 session$/m);
  await signIn(gateway, bot);
  expect(await call("status")).toContain(`${own} connected, 2 sessions`);
  await service.stop();
});

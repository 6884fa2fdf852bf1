import { expect, test } from "vitest";
import { dial } from "../../../testing/clients/gateway-client.ts";
import { aService, demo } from "../../../testing/start-service.ts";

test("only clients that identify with a token that no bot or user has are reported", async () => {
  let reports = 0;
  const foundUnknownToken = () => {
    reports += 1;
  };
  const service = await aService({ settings: { foundUnknownToken } });
  const reportsAfter = async (token: string) => {
    const client = await dial(`${service.url.replace("http", "ws")}/gateway/`);
    client.send(2, { token, intents: 0, properties: {} });
    await Promise.race([client.closed, client.nextEvent("READY")]);
    client.ws.terminate();
    return reports;
  };
  expect(await reportsAfter(demo.botToken)).toBe(0);
  expect(await reportsAfter(demo.aliceToken)).toBe(0);
  expect(await reportsAfter("Bearer nonsense")).toBe(0);
  expect(await reportsAfter("nonsense")).toBe(1);
  expect(await reportsAfter("Bot nonsense")).toBe(2);
  await service.stop();
});

import { expect, test } from "vitest";
import { signIn } from "../../../testing/clients/gateway-client.ts";
import { aService, demo } from "../../../testing/start-service.ts";

/** More calls than any limit on the answers to an interaction allows at once. */
const MANY = 60;

test("a rate limited answer belongs to the trace of its interaction", async () => {
  const service = await aService({ limits: "production", frozen: true });
  const gateway = `${service.url.replace("http", "ws")}/gateway/`;
  const { client } = await signIn(gateway, { token: demo.botToken, intents: 0 });
  const command = { name: "hello", description: "Says hello" };
  await service.asBot(`POST /applications/${demo.applicationId}/commands`, command);
  await service.control("POST /users/alice/invoke", {
    application: "Concierge",
    channel: "general",
    command: "hello",
    wait: 0,
  });
  const { d } = await client.nextEvent("INTERACTION_CREATE");
  const { id, token } = d as { id: string; token: string };
  await service.call(`POST /interactions/${id}/${token}/callback`, { body: { type: 5 } });
  const path = `/webhooks/${demo.applicationId}/${token}/messages/@original`;
  let status = 0;
  for (let i = 0; i < MANY && status !== 429; i += 1)
    ({ status } = await service.call(`GET ${path}`));
  const refused = await service.control(`GET /journal?trace=${id}&kind=request&status=429`);
  expect(refused.at("items")).toMatchObject([
    { name: "webhooks.getOriginal", application: demo.applicationId },
  ]);
  await service.stop();
});

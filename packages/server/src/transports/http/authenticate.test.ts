import { expect, test } from "vitest";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { aService, demo } from "../../testing/start-service.ts";

const PER_SECOND = 120;

test("who acts for an application may call as often a second as it is configured to", async () => {
  const { applications = [], ...world } = demoWorld;
  const service = await aService({
    frozen: true,
    limits: "production",
    world: {
      ...world,
      applications: applications.map((each) => ({ ...each, requests_per_second: PER_SECOND })),
    },
  });
  const grant = new URLSearchParams({
    grant_type: "client_credentials",
    scope: "applications.commands.update",
    client_id: demo.applicationId,
    client_secret: demo.clientSecret,
  });
  const granted = await service.call("POST /oauth2/token", { body: grant });
  await service.control("POST /limits/reset");
  const asItself = { auth: `Bearer ${String(granted.at("access_token"))}` };
  const asBot = { auth: `Bot ${demo.botToken}` };
  const path = `/applications/${demo.applicationId}`;
  const perRoute = 60;
  const statusesOf = async (route: string, options: object) => {
    const calls = Array.from({ length: perRoute }, () => service.call(route, options));
    return (await Promise.all(calls)).map(({ status }) => status);
  };

  const statuses = [
    ...(await statusesOf(`GET ${path}/commands`, asItself)),
    ...(await statusesOf("GET /users/@me", asBot)),
  ];
  const over = await service.call("GET /gateway/bot", asBot);

  expect(new Set(statuses)).toEqual(new Set([200]));
  expect([over.status, over.headers.get("x-ratelimit-scope")]).toEqual([429, "global"]);
  await service.stop();
});

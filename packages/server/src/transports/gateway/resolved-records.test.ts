// Records that an interaction resolves have their declared fields, as elsewhere. Source: protocol:
// commands-and-interactions 5.4.
import { Channel } from "@antechamber/contract/guilds";
import { expect, test } from "vitest";
import { alphabetical } from "../../platform/formats/alphabetical.ts";
import { signIn } from "../../testing/clients/gateway-client.ts";
import { aService, demo } from "../../testing/start-service.ts";

/** An interaction as its application receives it, with a thread as an option. */
async function withThread() {
  const service = await aService();
  const gatewayUrl = `${service.url.replace("http", "ws")}/gateway/`;
  const { client } = await signIn(gatewayUrl, { token: demo.botToken, intents: 1 });
  const thread = await service.asBot(`POST /channels/${demo.generalId}/threads`, {
    name: "aside",
    type: 11,
  });
  // The message postpones the archiving of the thread, and the service stores the new time then.
  await service.asUser(demo.aliceToken, `POST /channels/${thread.id}/messages`, { content: "x" });
  await service.asBot(`POST /applications/${demo.applicationId}/commands`, {
    name: "lead",
    description: "Leads there.",
    options: [{ type: 7, name: "to", description: "Where." }],
  });
  void service.control("POST /users/alice/invoke", {
    application: "Concierge",
    channel: "general",
    command: "lead",
    options: { to: thread.id },
  });
  const { d } = await client.nextEvent("INTERACTION_CREATE");
  await client.leave(1000);
  // Nobody answers, and the service would stop only at the end of the three seconds for an answer.
  await service.control("PATCH /clock", { advance: "PT3S" });
  await service.stop();
  return { payload: d, threadId: thread.id };
}

test("a thread that an option names shows no internal fields", async () => {
  const { payload, threadId } = await withThread();
  const { data } = payload as { data: { resolved: { channels: Record<string, object> } } };
  const keys = Object.keys(data.resolved.channels[threadId] ?? {});
  expect(keys).toContain("thread_metadata");
  const declared = [...Object.keys(Channel.properties), "permissions", "app_permissions"];
  expect(keys.filter((field) => !declared.includes(field))).toEqual([]);
});

test("the keys of all received payloads are in alphabetical order", async () => {
  const { payload } = await withThread();
  expect(JSON.stringify(payload)).toBe(JSON.stringify(alphabetical(payload)));
});

// How traces follow from one another when users react to a response, over real sockets.
import { afterEach, expect, test } from "vitest";
import type { Answer } from "../testing/answer.ts";
import { anAnsweringApplication, type Sent } from "../testing/network/answering-application.ts";
import { demo, type TestService } from "../testing/start-service.ts";

let service: TestService;
afterEach(() => service.stop());

const button = { type: 2, style: 1, label: "Write", custom_id: "write" };
const subject = { type: 4, custom_id: "subject", style: 1 };
const answers: Readonly<Record<string, unknown>> = {
  open: {
    type: 4,
    data: { content: "What is it?", components: [{ type: 1, components: [button] }] },
  },
  write: {
    type: 9,
    data: {
      title: "Your ticket",
      custom_id: "form",
      components: [{ type: 18, label: "Subject", component: subject }],
    },
  },
  form: { type: 4, data: { content: "Thanks" } },
};

async function started(): Promise<void> {
  const answer = ({ data: { name = "", custom_id: id = name } }: Sent) => answers[id];
  service = await anAnsweringApplication(answer, { frozen: true });
  const path = `/applications/${demo.applicationId}/commands`;
  await service.asBot(`PUT ${path}`, [{ name: "open", description: "Opens one" }]);
}

async function acted(act: string, body: object, user = "alice"): Promise<Answer> {
  const answer = await service.control(`POST /users/${user}/${act}`, body);
  expect([answer.status, answer.at("outcome")]).toEqual([200, expect.any(String)]);
  return answer;
}

/** The children of a trace, by name and trace, and its parent. */
async function family(trace: string, query = "") {
  const { body, status } = await service.control(`GET /traces/${trace}/children${query}`);
  expect(status).toBe(200);
  const { parent, items, next } = body as {
    readonly parent?: { readonly trace: string } | null;
    readonly items: readonly { readonly id: string; name: string; trace: string }[];
    readonly next: string | null;
  };
  const children = items.map((each) => [each.name, each.trace]);
  const parentBody = parent === undefined ? {} : { parent: parent?.trace ?? null };
  return { ...parentBody, children, next, ids: items.map(({ id }) => id) };
}

const open = { application: "Concierge", channel: "general", command: "open" };

test("a click of its button and a submission of its modal are child traces", async () => {
  await started();
  const opened = await acted("invoke", open);
  const message = opened.at("messages", 0, "id");
  const [first, pressed] = [
    String(opened.at("interaction")),
    await acted("click", { message, custom_id: "write" }, "bob"),
  ];
  const second = String(pressed.at("interaction"));
  const fields = { subject: "Lost key" };
  const filled = await acted("submit", { interaction: second, fields }, "bob");
  const third = String(filled.at("interaction"));
  expect(await family(first)).toMatchObject({
    parent: null,
    children: [["control.click", second]],
  });
  expect(await family(second)).toMatchObject({
    parent: first,
    children: [["control.submit", third]],
  });
  expect(await family(third)).toMatchObject({ parent: second, children: [] });
});

test("users' clients, and calls on its message, are child traces as well", async () => {
  await started();
  const opened = await acted("invoke", open);
  const first = String(opened.at("interaction"));
  const message_id = String(opened.at("messages", 0, "id"));
  const place = { application_id: demo.applicationId, guild_id: demo.guildId };
  const press = { ...place, channel_id: demo.generalId, session_id: "a-client", type: 3 };
  const data = { component_type: 2, custom_id: "write" };
  await service.asUser(demo.aliceToken, "POST /interactions", { ...press, message_id, data });
  const reaction = `/channels/${demo.generalId}/messages/${message_id}/reactions/%F0%9F%94%A5/@me`;
  await service.asUser(demo.bobToken, `PUT ${reaction}`);
  // Reading is not an act, so it starts no child trace.
  await service.asUser(demo.bobToken, `GET /channels/${demo.generalId}/messages/${message_id}`);
  const { children } = await family(first);
  expect(children.map(([name]) => name)).toEqual(["interactions.create", "channels.react"]);
  const [own] = children.map(([, trace]) => trace ?? "");
  expect((await family(own ?? "")).parent).toBe(first);
});

test("concurrent events and those of other messages are not child traces", async () => {
  await started();
  const mine = await acted("invoke", open);
  const other = await acted("invoke", open, "bob");
  await acted("click", { message: other.at("messages", 0, "id"), custom_id: "write" }, "bob");
  const { children } = await family(String(mine.at("interaction")));
  expect(children).toEqual([]);
});

test("its parent is part of the first page only", async () => {
  await started();
  const opened = await acted("invoke", open);
  const message = opened.at("messages", 0, "id");
  const pressed = await acted("click", { message, custom_id: "write" });
  const second = String(pressed.at("interaction"));
  expect((await family(second)).parent).toBe(String(opened.at("interaction")));
  expect(await family(second, "?after=0")).not.toHaveProperty("parent");
});

test("child traces are listed in pages", async () => {
  await started();
  const opened = await acted("invoke", open);
  const message = opened.at("messages", 0, "id");
  for (let i = 0; i < 3; i += 1) await acted("click", { message, custom_id: "write" });
  const trace = String(opened.at("interaction"));
  const { ids } = await family(trace);
  const begun = await family(trace, "?limit=2");
  expect([begun.ids, begun.next]).toEqual([ids.slice(0, 2), ids[1]]);
  const rest = await family(trace, `?limit=2&after=${begun.next}`);
  expect([rest.ids, rest.next]).toEqual([ids.slice(2), null]);
});

test("an unknown trace has no children", async () => {
  await started();
  expect((await service.control("GET /traces/1/children")).status).toBe(404);
});

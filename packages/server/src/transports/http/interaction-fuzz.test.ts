// Any reply to an interaction, and any use of an application, is accepted or refused, and never a
// failure of the service: over real sockets, with interactions of every kind.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

interface Sent {
  readonly id: string;
  readonly token: string;
}

let service: TestService;
let messageId = "";
let commandId = "";
const sent: Sent[] = [];
let arrived: () => void = () => {};

beforeAll(async () => {
  service = await aService();
  service.store.log.follow((facts) => {
    for (const { name, scope, payload } of facts) {
      if (name !== "INTERACTION_CREATE" || scope.kind !== "application") continue;
      sent.push(payload as Sent);
      arrived();
    }
  });
  const option = { type: 3, name: "what", description: "x", autocomplete: true };
  const draft = { name: "find", description: "x", options: [option] };
  const base = `/applications/${demo.applicationId}/commands`;
  commandId = (await service.asBot(`POST ${base}`, draft)).id;
  messageId = await messageWithButton();
});

afterAll(() => service.stop());

const place = {
  application_id: demo.applicationId,
  channel_id: demo.generalId,
  guild_id: demo.guildId,
};

/** Uses the application as alice, and returns the interaction that it was sent. */
async function used(body: object): Promise<Sent> {
  const { promise, resolve } = Promise.withResolvers<void>();
  arrived = resolve;
  const answer = await service.asUser(demo.aliceToken, "POST /interactions", { ...place, ...body });
  expect(answer.status).toBe(204);
  await promise;
  return sent.at(-1) ?? { id: "", token: "" };
}

/** A message of the application with a button. @returns its id */
async function messageWithButton(): Promise<string> {
  const { id, token } = await used({ type: 2, data: { id: commandId } });
  const button = { type: 2, style: 1, label: "Go", custom_id: "go" };
  const components = [{ type: 1, components: [button] }];
  const path = `POST /interactions/${id}/${token}/callback?with_response=true`;
  const answered = await service.call(path, { body: { type: 4, data: { components } } });
  return String(answered.at("interaction", "response_message_id"));
}

const kinds = {
  command: () => used({ type: 2, data: { id: commandId } }),
  // The previous reply may have removed the button of the message.
  component: async () =>
    used({
      type: 3,
      message_id: await messageWithButton(),
      data: { component_type: 2, custom_id: "go" },
    }),
  autocomplete: () =>
    used({
      type: 4,
      data: { id: commandId, options: [{ name: "what", value: "a", focused: true }] },
    }),
} as const;
type Kind = keyof typeof kinds;

const words = [
  "content",
  "embeds",
  "components",
  "component",
  "accessory",
  "custom_id",
  "title",
  "label",
  "type",
  "style",
  "id",
  "flags",
  "choices",
  "name",
  "value",
  "values",
  "options",
  "attachments",
  "allowed_mentions",
  "parse",
  "users",
  "poll",
  "question",
  "answers",
  "text",
  "description",
  "fields",
  "data",
  "message_id",
  "toString",
  "__proto__",
  "length",
] as const;
const scalar = fc.oneof(
  fc.constantFrom(null, true, false, 0, 1, 2, 3, 4, 10, 18, -1, 64, 32_768, 1e300, 0.5),
  fc.constantFrom("", "x", "go", "\u0000", "\ud800", "0", "9223372036854775808", "attachment://a"),
  fc.string({ maxLength: 20 }),
  fc.bigInt(-(2n ** 70n), 2n ** 70n),
);
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...words), tie("value"), { maxKeys: 6 }),
  ),
}));
const anyData = fc.dictionary(fc.constantFrom(...words), anyValue, { maxKeys: 8 });

/** JSON with integers of any size, as clients of some languages send ids. */
function json(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "bigint" ? `#${each}#` : each,
  ).replaceAll(/"#(-?\d+)#"/g, "$1");
}

async function statusOf(method: string, path: string, body: unknown): Promise<number> {
  const response = await fetch(`${service.url}/api/v10${path}`, {
    method,
    headers: { "content-type": "application/json", authorization: demo.aliceToken },
    body: json(body),
  });
  const text = await response.text();
  const refusal = response.status < 400 ? { code: 0 } : (JSON.parse(text) as { code: unknown });
  expect(typeof refusal.code).toBe("number");
  return response.status;
}

const RUNS = 150;

test.each(Object.keys(kinds) as Kind[])("no answer to a %s causes a 500", async (kind) => {
  let open = await kinds[kind]();
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 14 }), anyData, async (type, data) => {
      const path = `/interactions/${open.id}/${open.token}/callback`;
      const status = await statusOf("POST", path, { type, data });
      expect(status).toBeLessThan(500);
      if (status < 300) open = await kinds[kind]();
    }),
    { numRuns: RUNS },
  );
});

test("no follow-up and no edit causes a 500", async () => {
  const { id, token } = await kinds.command();
  const hook = `/webhooks/${demo.applicationId}/${token}`;
  await statusOf("POST", `/interactions/${id}/${token}/callback`, { type: 5 });
  await fc.assert(
    fc.asyncProperty(anyData, async (data) => {
      expect(await statusOf("PATCH", `${hook}/messages/@original`, data)).toBeLessThan(500);
      expect(await statusOf("POST", hook, data)).toBeLessThan(500);
    }),
    { numRuns: RUNS },
  );
});

test("no use of an application causes a 500", async () => {
  const types = fc.integer({ min: 1, max: 6 });
  await fc.assert(
    fc.asyncProperty(types, anyData, anyData, async (type, data, more) => {
      const known = { id: commandId, component_type: 2, custom_id: "go" };
      const body = { ...more, ...place, type, message_id: messageId, data: { ...known, ...data } };
      expect(await statusOf("POST", "/interactions", body)).toBeLessThan(500);
    }),
    { numRuns: RUNS },
  );
});

test("no modal submission causes a 500", async () => {
  const { id, token } = await kinds.command();
  const component = { type: 4, custom_id: "go", style: 1 };
  const components = [{ type: 18, label: "x", component }];
  const modal = { custom_id: "x", title: "x", components };
  const path = `/interactions/${id}/${token}/callback`;
  expect(await statusOf("POST", path, { type: 9, data: modal })).toBe(204);
  const field = fc.record({ component: anyData }).map((each) => ({ type: 18, ...each }));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(field, anyValue), { maxLength: 4 }), async (fieldValues) => {
      const data = { id, custom_id: "x", components: fieldValues };
      const status = await statusOf("POST", "/interactions", { ...place, type: 5, data });
      expect(status).toBeLessThan(500);
    }),
    { numRuns: RUNS },
  );
});

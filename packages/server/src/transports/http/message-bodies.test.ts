// Whatever is sent as a message's body, there is a reply, and it has the specified format.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;
let messageId = "";
const route = `/channels/${demo.generalId}/messages`;

beforeAll(async () => {
  service = await aService();
  messageId = (await service.asBot(`POST ${route}`, { content: "x" })).id;
});

afterAll(() => service.stop());

const leaf = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, false, "", "attachment://a.txt", "https://x.example", "👍", "5"),
  fc.bigInt({ min: 0n, max: 1n << 70n }),
);

const names = [
  "content",
  "embeds",
  "components",
  "component",
  "accessory",
  "attachments",
  "allowed_mentions",
  "message_reference",
  "poll",
  "flags",
  "nonce",
  "enforce_nonce",
  "tts",
  "sticker_ids",
  "type",
  "id",
  "custom_id",
  "style",
  "label",
  "url",
  "media",
  "file",
  "items",
  "options",
  "value",
  "name",
  "emoji",
  "title",
  "description",
  "image",
  "fields",
  "footer",
  "timestamp",
  "question",
  "answers",
  "poll_media",
  "text",
  "parse",
  "users",
  "roles",
  "message_id",
  "__proto__",
  "constructor",
] as const;

/** Objects with keys that messages have, and arbitrary values. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 6, noNullPrototype: true }),
  ),
}));

/** Nearly valid bodies, so that not only their first field is checked. */
const nearlyRight = fc.record(
  {
    content: fc.oneof(fc.string({ unit: "binary", maxLength: 2100 }), value),
    flags: fc.constantFrom(0, 4, 1 << 15, 64, 2 ** 31, -1, "5"),
    embeds: fc.array(
      fc.record(
        {
          title: fc.oneof(fc.string({ unit: "binary" }), leaf),
          timestamp: fc.oneof(fc.constantFrom("2026-01-01T00:00:00Z", "275761-01-01"), leaf),
          url: fc.webUrl(),
          image: fc.record({ url: fc.oneof(fc.webUrl(), leaf) }),
          fields: value,
        },
        { requiredKeys: [] },
      ),
      { maxLength: 3 },
    ),
    components: fc.array(
      fc.record(
        { type: fc.integer({ min: 0, max: 24 }), components: value, content: leaf, items: value },
        { requiredKeys: ["type"] },
      ),
      { maxLength: 4 },
    ),
    attachments: fc.array(fc.record({ id: leaf, filename: leaf }), { maxLength: 2 }),
    allowed_mentions: value,
    poll: value,
    message_reference: fc.record({ message_id: leaf }),
    nonce: leaf,
  },
  { requiredKeys: [] },
);

function written(body: unknown): string {
  const text = JSON.stringify(body, (_key, each: unknown) =>
    typeof each === "bigint" ? `<${each}>` : each,
  );
  // Large integers are sent without quotes, as some clients write them.
  return (text ?? "null").replaceAll(/"<(\d+)>"/g, "$1");
}

test("no body of a new or edited message, by a bot or a user, causes a 500", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(value, nearlyRight, nearlyRight), async (body) => {
      const json = written(body);
      const headers = { "content-type": "application/json" };
      for (const [auth, method, path] of [
        [`Bot ${demo.botToken}`, "POST", route],
        [`Bot ${demo.botToken}`, "PATCH", `${route}/${messageId}`],
        [demo.bobToken, "POST", route],
      ] as const) {
        const answer = await service.call(`${method} ${path}`, { auth, body: json, headers });
        expect({ json, served: answer.status < 500, text: answer.text }).toMatchObject({
          served: true,
        });
      }
    }),
    { numRuns: 250 },
  );
});

test("no multipart form causes a 500", async () => {
  const field = fc.oneof(
    fc.constantFrom("payload_json", "files[0]", "files[1]", "files[-1]", "files", "content"),
    fc.string({ maxLength: 10 }),
  );
  const part = fc.record({
    field,
    text: fc.string({ maxLength: 60 }),
    name: fc.option(fc.string()),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 5 }),
      fc.option(nearlyRight),
      async (parts, payload) => {
        const form = new FormData();
        if (payload !== null) form.append("payload_json", written(payload));
        for (const each of parts) {
          if (each.name === null) form.append(each.field, each.text);
          else form.append(each.field, new Blob([each.text]), each.name);
        }
        const answer = await service.asBot(`POST ${route}`, form);
        expect({ served: answer.status < 500, text: answer.text }).toMatchObject({ served: true });
      },
    ),
    { numRuns: 150 },
  );
});

test.each([
  ["JSON", JSON.stringify({ text: "built", username: "CI" }), "application/json"],
  ["an urlencoded form", new URLSearchParams({ text: "built", username: "CI" }), undefined],
  ["a multipart form", formOf({ text: "built", username: "CI" }), undefined],
  [
    "JSON in an urlencoded form, as senders for Slack do",
    new URLSearchParams({ payload: JSON.stringify({ text: "built", username: "CI" }) }),
    undefined,
  ],
])("a message in Slack's format may be sent as %s", async (_, body, type) => {
  const made = await service.asBot(`POST /channels/${demo.generalId}/webhooks`, { name: "Crier" });
  const headers = type === undefined ? {} : { "content-type": type };
  const path = `/webhooks/${made.id}/${String(made.at("token"))}/slack`;
  const answer = await fetch(`${service.url}/api/v10${path}`, { method: "POST", headers, body });
  expect([answer.status, await answer.text()]).toEqual([200, "ok"]);
  const { body: latest } = await service.asBot(`GET ${route}?limit=1`);
  expect(latest).toMatchObject([{ content: "built", author: { username: "CI" } }]);
});

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const each of Object.entries(fields)) form.append(...each);
  return form;
}

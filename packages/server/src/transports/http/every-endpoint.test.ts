// Rules for all endpoints, tested with every one that the contract declares.
import {
  endpoints,
  pathParameters,
  type EndpointDeclaration,
  type PathParameter,
} from "@antechamber/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aService, CONTROL_KEY, demo, type TestService } from "../../testing/start-service.ts";
import { specifiedEndpoints } from "../../testing/specification/machine-specification.ts";
import { planes } from "./routing/routes.ts";
import { definedFields } from "../../platform/defined-fields.ts";

let service: TestService;

beforeAll(async () => {
  service = await aService();
});

afterAll(() => service.stop());

const accepts = (endpoint: EndpointDeclaration, kind: string) =>
  endpoint.auth.some((each) => each.kind === kind);
const isOpen = (endpoint: EndpointDeclaration) => accepts(endpoint, "open");
const isApi = (endpoint: EndpointDeclaration) => (endpoint.plane ?? "api") === "api";
const label = (endpoint: EndpointDeclaration) => [endpoint.id, endpoint] as const;

/** A well-formed path with ids that do not exist. */
function pathOf(endpoint: EndpointDeclaration, id = "999999999999999999"): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    name.endsWith("token") ? "no-such-token" : id,
  );
  return planes[endpoint.plane ?? "api"] + path;
}

async function fetchFrom(
  endpoint: EndpointDeclaration,
  options: { auth?: string; body?: string; path?: string; type?: string } = {},
) {
  const response = await fetch(service.url + (options.path ?? pathOf(endpoint)), {
    method: endpoint.method,
    headers: {
      // Any other value might be redirected to a page.
      accept: "application/json",
      ...definedFields({ authorization: options.auth }),
      ...(options.body === undefined ? {} : { "content-type": options.type ?? "application/json" }),
    },
    ...definedFields({ body: options.body }),
  });
  const text = await response.text();
  return {
    response,
    text,
    body:
      text === ""
        ? undefined
        : (JSON.parse(text) as { code?: number; message?: string; errors?: object }),
  };
}

/** A credential that the endpoint accepts. */
function credentialFor(endpoint: EndpointDeclaration): string | undefined {
  if (accepts(endpoint, "control")) return `Control ${CONTROL_KEY}`;
  if (accepts(endpoint, "bot")) return `Bot ${demo.botToken}`;
  return accepts(endpoint, "signedIn") ? demo.aliceToken : undefined;
}

test("the list of endpoints is not empty", () => {
  expect(endpoints.length).toBeGreaterThan(25);
});

test("every endpoint of the machine specification is declared", () => {
  const ids = new Set(endpoints.map((each) => each.id));
  expect(specifiedEndpoints.filter((id) => !ids.has(id))).toEqual([]);
});

const guarded = endpoints.filter((each) => !isOpen(each));

describe.each(guarded.map(label))("%s", (_id, endpoint) => {
  // Proves requirement 7 "other codes"
  test.each([
    ["without a credential", undefined],
    ["with a bot token that is not one", "Bot nonsense"],
    ["with a bearer token that is not one", "Bearer nonsense"],
    ["with a user token that is not one", "nonsense"],
    // Proves requirement 5 "1: bot token"
    ["with a bot token that lacks its prefix", demo.botToken],
    ["with a wrong control key", "Control nonsense"],
    ["with a scheme that is unknown", `Basic ${demo.botToken}`],
  ])("answers 401 for a call %s", async (_case, auth) => {
    const { response, body } = await fetchFrom(endpoint, definedFields({ auth }));
    expect([response.status, body]).toEqual([401, { message: "401: Unauthorized", code: 0 }]);
  });
});

const forUsersAlone = guarded.filter((each) => isApi(each) && !accepts(each, "bot"));
const isElseUnauthorized = (each: EndpointDeclaration) =>
  each.auth.some((auth) => auth.kind === "bearer" && auth.elseUnauthorized === true);
test.each(forUsersAlone.filter((each) => !isElseUnauthorized(each)).map(label))(
  "%s refuses bots with 20001",
  async (_id, endpoint) => {
    const { response, body } = await fetchFrom(endpoint, { auth: `Bot ${demo.botToken}` });
    expect([response.status, body?.code]).toEqual([403, 20001]);
  },
);

const forBots = guarded.filter(
  (each) => isApi(each) && accepts(each, "bot") && !accepts(each, "signedIn"),
);
test.each(forBots.map(label))("%s refuses signed-in users with 20002", async (_id, endpoint) => {
  const { response, body } = await fetchFrom(endpoint, { auth: demo.aliceToken });
  expect([response.status, body?.code]).toEqual([403, 20002]);
});

/** The parameters of a path that are ids, not names or tokens. */
function idsIn({ path }: EndpointDeclaration): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => name as PathParameter)
    .filter((name) => "format" in pathParameters[name]);
}

const withIds = endpoints.filter((each) => idsIn(each).length > 0);
test.each(withIds.map(label))("%s names each malformed id in its path", async (_id, endpoint) => {
  const auth = credentialFor(endpoint);
  const { response, body } = await fetchFrom(endpoint, {
    path: pathOf(endpoint, "nonsense"),
    ...definedFields({ auth }),
    ...(endpoint.body === undefined ? {} : { body: "{}" }),
  });
  expect([response.status, body?.code]).toEqual([400, 50035]);
  expect(new Set(Object.keys(body?.errors ?? {}))).toEqual(new Set(idsIn(endpoint)));
});

const writing = endpoints.filter((each) => each.body !== undefined);
const hostileBodies = [
  "{",
  "[]",
  "null",
  "0",
  '""',
  "[[[[]]]]",
  '{"__proto__":{"a":1}}',
  '{"name":"\\ud800"}',
  '{"id":1e400}',
  `${"[".repeat(200)}${"]".repeat(200)}`,
  '{"members":{"length":-1}}',
  '{"data":[]}',
  '{"options":[null,null]}',
  '{"name":{"a":12345678901234567890}}',
  '{"metadata":{"a":12345678901234567890}}',
];
describe.each(writing.map(label))("%s", (_id, endpoint) => {
  // Endpoints without JSON refuse in the format of OAuth2.
  const refusal = endpoint.oauthForm === true ? "error" : "code";

  test("survives bodies of every wrong shape", async () => {
    const auth = credentialFor(endpoint);
    for (const body of hostileBodies) {
      const { response, text } = await fetchFrom(endpoint, {
        body,
        ...definedFields({ auth }),
      });
      expect({ body, text, isServed: response.status < 500 }).toMatchObject({ isServed: true });
    }
  });

  test("refuses a body of another content type, or an unknown subject first", async () => {
    const auth = credentialFor(endpoint);
    const { response, body } = await fetchFrom(endpoint, {
      body: "{}",
      type: "text/plain",
      ...definedFields({ auth }),
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(body).toHaveProperty(refusal);
  });
});

test.each(endpoints.filter(isApi).map(label))(
  "%s answers 405 to other methods",
  async (_id, endpoint) => {
    const samePath = endpoints
      .filter((each) => isApi(each) && pathOf(each) === pathOf(endpoint))
      .map((each) => each.method as string);
    const wrong = ["GET", "POST", "PUT", "PATCH", "DELETE"].find(
      (method) => !samePath.includes(method),
    );
    if (wrong === undefined) return;
    const response = await fetch(service.url + pathOf(endpoint), { method: wrong });
    // If the path also matches a parameter of another endpoint, the credential is checked first.
    const body = (await response.json()) as { readonly message: string };
    if (response.status === 401) return;
    // For operations of the reference the message has more: see not-built.test.ts.
    const message = body.message.replace(/^Not built here yet: .*$/, "405: Method Not Allowed");
    expect([response.status, { ...body, message }]).toEqual([
      405,
      { message: "405: Method Not Allowed", code: 0 },
    ]);
  },
);

test.each(
  endpoints.filter((each) => isApi(each) && each.method === "GET" && !isOpen(each)).map(label),
)("%s answers JSON as exactly `application/json`, and HEAD alike", async (_id, endpoint) => {
  const auth = credentialFor(endpoint);
  const { response } = await fetchFrom(endpoint, definedFields({ auth }));
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  const head = await fetch(service.url + pathOf(endpoint), {
    method: "HEAD",
    headers: definedFields({ authorization: auth }),
  });
  expect([head.status, await head.text()]).toEqual([response.status, ""]);
});

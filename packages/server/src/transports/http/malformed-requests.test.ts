// Requests that are malformed below the endpoints: the replies still have the API's format.
import { METHODS } from "node:http";
import { endpoints, limits, type EndpointDeclaration } from "@antechamber/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acceptedCredential } from "../../testing/accepted-credential.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { headOf, sendRaw, type RawAnswer } from "../../testing/clients/raw-http.ts";
import { planes } from "./routing/routes.ts";

let service: TestService;

beforeAll(async () => {
  service = await aService();
});

afterAll(() => service.stop());

const ID = "999999999999999999";
const label = (endpoint: EndpointDeclaration) => [endpoint.id, endpoint] as const;

/** The API's error shape, or that of OAuth2. */
function expectRefusal({ status, headers, body }: RawAnswer, endpoint?: EndpointDeclaration) {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(headers["content-type"]).toBe("application/json");
  const refusal = JSON.parse(body) as Record<string, unknown>;
  if (endpoint?.oauthForm === true && "error" in refusal) return;
  expect([typeof refusal["message"], typeof refusal["code"]]).toEqual(["string", "number"]);
  expect(refusal).not.toHaveProperty("statusCode");
}

const hostileSegments = [
  "%",
  "%ff",
  "%zz",
  "%2",
  "%00",
  "%c3%28",
  "a".repeat(400),
  "%41".repeat(400),
];
const withParameters = endpoints.filter(({ path }) => path.includes("{"));
test.each(withParameters.map(label))(
  "%s refuses malformed parts of its path",
  async (_id, endpoint) => {
    const { method, path, plane = "api" } = endpoint;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    for (const broken of names) {
      for (const segment of hostileSegments) {
        const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
          name === broken ? segment : ID,
        );
        const headers = { accept: "application/json", authorization: acceptedCredential(endpoint) };
        const line = `${method} ${planes[plane]}${filled}`;
        expectRefusal(await sendRaw(service.url, headOf(line, headers)), endpoint);
      }
    }
  },
);

test.each([
  ["%", 'Value "%" is not snowflake.'],
  ["%ff", 'Value "%ff" is not snowflake.'],
  ["x".repeat(400), `Value "${"x".repeat(400)}" is not snowflake.`],
])("an id that is %s is reported as such", async (segment, message) => {
  const { status, body } = await service.asBot(`GET /lobbies/${segment}`);
  expect([status, body]).toMatchObject([
    400,
    { code: 50035, errors: { lobby_id: { _errors: [{ message }] } } },
  ]);
});

describe("an unknown path", () => {
  test.each(["/api/v10/%", "/api/v10/%ff/x", "/%", "/control/v1/%zz", `/${"a".repeat(5000)}`])(
    "answers 404 at %s",
    async (path) => {
      for (const type of ["application/json", "nonsense", ";;;", "multipart/form-data"]) {
        const headers = { "content-type": type, "content-length": "2" };
        const answer = await sendRaw(service.url, `${headOf(`POST ${path}`, headers)}{}`);
        expect([answer.status, JSON.parse(answer.body)]).toEqual([
          404,
          { message: "404: Not Found", code: 0 },
        ]);
      }
    },
  );
});

const writing = endpoints.filter(({ body }) => body !== undefined);
const wrongTypes = ["text/plain", "application/xml", "nonsense", ";;;", 'a/b; charset="', ""];
test.each(writing.map(label))(
  "%s refuses a body of another content type",
  async (_id, endpoint) => {
    const { method, path, plane = "api" } = endpoint;
    const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      name.endsWith("token") ? "no-such-token" : ID,
    );
    for (const type of wrongTypes) {
      const headers = {
        authorization: acceptedCredential(endpoint),
        "content-length": "2",
        ...(type === "" ? {} : { "content-type": type }),
      };
      const line = `${method} ${planes[plane]}${filled}`;
      expectRefusal(await sendRaw(service.url, `${headOf(line, headers)}{}`), endpoint);
    }
  },
);

test("an unsupported method is refused, whatever the content type of its body", async () => {
  const headers = { "content-type": ";;;", "content-length": "2" };
  const answer = await sendRaw(service.url, `${headOf("PUT /api/v10/users/@me", headers)}{}`);
  expect([answer.status, JSON.parse(answer.body)]).toEqual([
    405,
    { message: "405: Method Not Allowed", code: 0 },
  ]);
});

/** HTTP methods that no endpoint has; CONNECT has no path, and the API replies to OPTIONS. */
const known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS"];
test.each(METHODS.filter((method) => !known.includes(method)))(
  "%s gets 405 at known paths and 404 elsewhere",
  async (method) => {
    const answers = async (path: string) => {
      const { status, headers, body } = await sendRaw(service.url, headOf(`${method} ${path}`, {}));
      return [status, headers["allow"], JSON.parse(body)] as const;
    };
    const refused = { message: "405: Method Not Allowed", code: 0 };
    const unknown = { message: "404: Not Found", code: 0 };
    expect(await answers("/api/v10/users/@me")).toEqual([405, "GET, PATCH", refused]);
    expect(await answers(`/api/v9/lobbies/${ID}`)).toEqual([405, "GET, PATCH, DELETE", refused]);
    expect(await answers("/control/v1/clock")).toEqual([405, "GET, PATCH", refused]);
    expect(await answers("/api/v10/no-such-thing")).toEqual([404, undefined, unknown]);
  },
);

test.each([
  ["PUT /", "GET"],
  ["POST /healthz", "GET"],
  ["DELETE /metrics", "GET"],
  ["OPTIONS /reference", "GET"],
  ["PATCH /oauth2/sign-in?next=1", "GET, POST"],
  ["POST /console/lobbies", "GET"],
  ["PUT /console/assets/page.js?v=1", "GET"],
  ["PUT /console/session", "GET, POST, DELETE"],
])("%s gets 405 at a page", async (line, allowed) => {
  const { status, headers, body } = await sendRaw(service.url, headOf(line, {}));
  expect([status, headers["allow"], JSON.parse(body)]).toEqual([
    405,
    allowed,
    { message: "405: Method Not Allowed", code: 0 },
  ]);
});

describe("bytes that are not a request", () => {
  const large = "a".repeat(limits.requestHeadBytes.value);
  test.each([
    ["headers that are too large", `GET / HTTP/1.1\r\nHost: x\r\nA: ${large}\r\n\r\n`, 431],
    ["a path that is too long", `GET /${large} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ["a header without a colon", "GET / HTTP/1.1\r\nHost\r\n\r\n", 400],
    ["two lengths", "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400],
    ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400],
    ["a method that is unknown", "FROB / HTTP/1.1\r\nHost: x\r\n\r\n", 400],
    ["no host", "GET /api/v10/gateway HTTP/1.1\r\n\r\n", 400],
  ])("get an answer: %s", async (_what, bytes, status) => {
    const answer = await sendRaw(service.url, bytes);
    expect(answer.status).toBe(status);
    expectRefusal(answer);
    expect(answer.headers["connection"]).toBe("close");
  });

  test("end the call when they follow the middle of a body", async () => {
    const headers = {
      authorization: `Bot ${demo.botToken}`,
      "content-type": "application/json",
      "transfer-encoding": "chunked",
    };
    const head = headOf("POST /api/v10/lobbies", headers);
    const answer = await sendRaw(service.url, `${head}2\r\n{}\r\nno length\r\n`);
    expectRefusal(answer);
  });
});

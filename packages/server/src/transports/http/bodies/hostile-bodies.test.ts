// Hostile bodies on the wire: those of unknown callers are not read.
import { endpoints, limits, type EndpointDeclaration } from "@antechamber/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acceptedCredential } from "../../../testing/accepted-credential.ts";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";
import { answerOn, headOf, openSocket, sendRaw } from "../../../testing/clients/raw-http.ts";
import { planes } from "../routing/routes.ts";
import { definedFields } from "../../../platform/defined-fields.ts";

let service: TestService;

beforeAll(async () => {
  service = await aService();
});

afterAll(() => service.stop());

const MIB = 1024 * 1024;
const label = (endpoint: EndpointDeclaration) => [endpoint.id, endpoint] as const;
const ID = "999999999999999999";

/** The first line of a request to an endpoint with ids that do not exist. */
function lineOf({ method, path, plane = "api" }: EndpointDeclaration): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    name.endsWith("token") ? "no-such-token" : ID,
  );
  return `${method} ${planes[plane]}${filled}`;
}

/** The headers of a request that announces a body of this many bytes. */
function announcing(endpoint: EndpointDeclaration, bytes: number, auth?: string) {
  const form = "application/x-www-form-urlencoded";
  return {
    accept: "application/json",
    "content-type": endpoint.oauthForm === true ? form : "application/json",
    "content-length": String(bytes),
    ...definedFields({ authorization: auth }),
  };
}

test.each(endpoints.map(label))(
  "%s answers an unauthenticated caller before reading a large body, and disconnects",
  async (_id, endpoint) => {
    const head = headOf(lineOf(endpoint), announcing(endpoint, MIB));
    const { status, headers } = await sendRaw(service.url, head);
    expect({ status, isServed: status >= 200 && status < 500 }).toMatchObject({ isServed: true });
    expect(headers["connection"]).toBe("close");
  },
);

const bodiless = endpoints.filter(({ body }) => body === undefined);
test.each(bodiless.map(label))(
  "%s reads no body of an authenticated caller either",
  async (_id, endpoint) => {
    // Accepted calls are carried out, a reset of the world included, and then answered.
    const head = headOf(lineOf(endpoint), announcing(endpoint, MIB, acceptedCredential(endpoint)));
    const { status, headers } = await sendRaw(service.url, head);
    expect(status).toBeLessThan(500);
    expect(headers["connection"]).toBe("close");
  },
);

const byToken = endpoints.filter(
  ({ path, body }) => path.includes("_token}") && body !== undefined,
);
test.each(byToken.map(label))(
  "%s disconnects a caller without a token, however short the body",
  async (_id, endpoint) => {
    const head = headOf(lineOf(endpoint), announcing(endpoint, 2));
    const { status, headers, body } = await sendRaw(service.url, `${head}{}`);
    expect([401, 404]).toContain(status);
    expect([10015, 10062, 50027]).toContain((JSON.parse(body) as { code: number }).code);
    expect(headers["connection"]).toBe("close");
  },
);

describe("the connection", () => {
  const create = "POST /api/v10/lobbies";
  const auth = { authorization: `Bot ${demo.botToken}` };

  test("is reused after a call that was read completely", async () => {
    const socket = await openSocket(service.url);
    for (let call = 0; call < 2; call++) {
      const answer = answerOn(socket);
      socket.write(`${headOf(create, { ...auth, ...json(2) })}{}`);
      expect(await answer).toMatchObject({ status: 201 });
    }
    socket.destroy();
  });

  test("is reused after a small call with an invalid credential", async () => {
    const socket = await openSocket(service.url);
    for (let call = 0; call < 2; call++) {
      const answer = answerOn(socket);
      socket.write(`${headOf(create, json(2))}{}`);
      expect(await answer).toMatchObject({ status: 401 });
    }
    socket.destroy();
  });

  test("lets a client that is still sending read the answer", async () => {
    const socket = await openSocket(service.url);
    const answer = answerOn(socket);
    socket.write(headOf(create, json(4 * MIB)));
    for (let sent = 0; sent < 4; sent++) socket.write(Buffer.alloc(MIB));
    expect(await answer).toMatchObject({ status: 401, headers: { connection: "close" } });
    socket.destroy();
  });

  test("answers 100 Continue to a client with a valid credential", async () => {
    const asking = { ...json(2), expect: "100-continue" };
    const refused = await sendRaw(service.url, headOf(create, asking));
    expect(refused.status).toBe(401);
    const socket = await openSocket(service.url);
    const response = new Promise<string>((resolve) => {
      socket.once("data", (chunk: Buffer) => resolve(chunk.toString()));
    });
    socket.write(headOf(create, { ...asking, ...auth }));
    expect(await response).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    const answer = answerOn(socket);
    socket.write("{}");
    expect(await answer).toMatchObject({ status: 201 });
    socket.destroy();
  });

  test("ignores unknown expectations", async () => {
    const head = headOf("GET /api/v10/gateway", { expect: "the unexpected" });
    expect(await sendRaw(service.url, head)).toMatchObject({ status: 200 });
  });
});

function json(bytes: number) {
  return { "content-type": "application/json", "content-length": String(bytes) };
}

describe("an oversized body", () => {
  const auth = { authorization: `Bot ${demo.botToken}` };

  test("of JSON is refused with 40005 before it is sent", async () => {
    const tooLong = { ...auth, ...json(limits.jsonBody.value + 1) };
    const { status, body } = await sendRaw(service.url, headOf("POST /api/v10/lobbies", tooLong));
    expect([status, JSON.parse(body)]).toEqual([
      413,
      { message: "Request entity too large", code: 40005 },
    ]);
  });

  test("with too many JSON values is refused with 40005", async () => {
    const { status, body } = await service.asBot("POST /lobbies", {
      members: Array.from({ length: limits.jsonValues.value }, () => 1),
    });
    expect([status, body]).toMatchObject([413, { code: 40005 }]);
  });
});

test("a form with the most faults that fit into a body is refused with the first thousand", async () => {
  const scopes = Array(240_000).fill("x");
  const response = await fetch(`${service.url}/api/v10/applications/@me`, {
    method: "PATCH",
    headers: { authorization: `Bot ${demo.botToken}`, "content-type": "application/json" },
    body: JSON.stringify({ install_params: { scopes, permissions: "0" } }),
  });
  expect(response.status).toBe(400);
  const { errors } = (await response.json()) as {
    errors: { install_params: { scopes: Record<string, unknown> } };
  };
  expect(Object.keys(errors.install_params.scopes)).toHaveLength(1000);
});

import { describe, expect, test } from "vitest";
import { bearer, bot, control, open, signedIn } from "../auth.ts";
import { endpoint, type EndpointDeclaration } from "../endpoint.ts";
import { error, UnknownLobby, UnknownUser } from "../error.ts";
import { SlowmodeActive } from "../resources/messages/message-errors.ts";
import { namedSchemas, openApiDocument } from "./openapi.ts";
import type { Json, JsonObject } from "./openapi-schemas.ts";
import {
  anything,
  bits,
  dictionary,
  integer,
  lazy,
  list,
  nullable,
  object,
  optional,
  refine,
  Snowflake,
  tagged,
  text,
  word,
  type TSchema,
} from "../schema/values.ts";

const Lobby = object({ id: Snowflake, name: nullable(text()) });
const LobbyDraft = object({
  name: text({ max: 5 }),
  form: optional(integer()),
  metadata: optional(dictionary(text(), { maxTotal: 1000 })),
});

const editLobby = endpoint({
  id: "lobbies.edit",
  source: "requirements 4.1",
  summary: "Change a lobby.",
  method: "PATCH",
  path: "/lobbies/{lobby_id}/members/{user_id}",
  auth: [bot, bearer("email", "guilds")],
  query: object({ wait: integer(), limit: optional(integer({ min: 1, max: 5 })) }),
  body: LobbyDraft,
  multipart: true,
  replies: { 200: Lobby, 204: null },
  errors: [UnknownLobby, UnknownUser],
});

function documentOf(
  endpoints: readonly EndpointDeclaration[],
  schemas: Readonly<Record<string, TSchema>> = { Lobby, Snowflake },
  plane: "api" | "control" | "both" = "api",
): JsonObject {
  return openApiDocument({ plane, version: "1.2.3", endpoints, schemas });
}

function at(document: Json, ...path: readonly string[]): Json {
  return path.reduce<Json>((value, step) => (value as JsonObject)[step] ?? null, document);
}

/** The schema in the document for a 200 reply. */
function written(schema: TSchema, schemas: Readonly<Record<string, TSchema>> = {}): Json {
  const replying = { ...editLobby, replies: { 200: schema } };
  const operation = at(documentOf([replying], schemas), "paths", address, "patch");
  return at(operation, "responses", "200", "content", "application/json", "schema");
}

const address = "/api/v10/lobbies/{lobby_id}/members/{user_id}";

describe("an operation", () => {
  const document = documentOf([editLobby]);
  const operation = at(document, "paths", address, "patch");

  /** The response of a status, which is among the components. */
  function refusal(status: string): Json {
    const { $ref } = at(operation, "responses", status) as { readonly $ref: string };
    return at(document, ...$ref.split("/").slice(1));
  }

  test("has its endpoint's ID, and the source of its definition", () => {
    expect(operation).toMatchObject({
      operationId: "lobbies.edit",
      tags: ["lobbies"],
      summary: "Change a lobby.",
      "x-source": "requirements 4.1",
    });
  });

  test("lists the path parameters in order, then the query", () => {
    expect(at(document, "components", "parameters", "lobby_id")).toEqual({
      name: "lobby_id",
      in: "path",
      required: true,
      schema: { $ref: "#/components/schemas/Snowflake" },
    });
    expect(at(operation, "parameters")).toMatchObject([
      { $ref: "#/components/parameters/lobby_id" },
      { $ref: "#/components/parameters/user_id" },
      { name: "wait", in: "query", required: true },
      { name: "limit", in: "query", required: false, schema: { minimum: 1, maximum: 5 } },
    ]);
  });

  test("accepts JSON, an urlencoded form, and the same as payload_json of a form", () => {
    const content = at(operation, "requestBody", "content");
    const body = at(content, "application/json", "schema");
    expect(body).toMatchObject({ type: "object", required: ["name"] });
    expect(at(content, "multipart/form-data", "schema")).toMatchObject({
      properties: { payload_json: { contentMediaType: "application/json", contentSchema: body } },
      patternProperties: { "^files\\[[0-9]+\\]$": { type: "string" } },
    });
    expect(at(content, "application/x-www-form-urlencoded", "schema")).toMatchObject({
      anyOf: [body, { properties: { payload_json: { contentSchema: body } } }],
    });
  });

  test("requires one of several credentials, with one requirement per scope", () => {
    expect(at(operation, "security")).toEqual([
      { bot: [] },
      { bearer: ["email"] },
      { bearer: ["guilds"] },
    ]);
  });

  test("of a public endpoint requires no authentication", () => {
    const anyone = { ...editLobby, auth: [open, signedIn] };
    const security = at(documentOf([anyone]), "paths", address, "patch", "security");
    expect(security).toEqual([{}, { signedIn: [] }]);
  });

  // Proves requirement 7 "other codes"
  test("lists its errors by status with code and message, as shared components", () => {
    expect(at(operation, "responses", "404")).toEqual({
      $ref: "#/components/responses/UnknownUser.UnknownLobby",
    });
    expect(refusal("404")).toEqual({
      description: "10013 Unknown User; 10031 Unknown Lobby",
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/Error" },
          examples: {
            UnknownUser: { value: { message: "Unknown User", code: 10013 } },
            UnknownLobby: { value: { message: "Unknown Lobby", code: 10031 } },
          },
        },
      },
    });
  });

  test("has the body of the rate limiter for the rate limit", () => {
    expect(at(refusal("429"), "content", "application/json", "schema")).toEqual({
      $ref: "#/components/schemas/RateLimit",
    });
  });

  test("has the same body for a rate limit of its own, even without the general one", () => {
    const steer = { ...editLobby, plane: "control", auth: [control], errors: [SlowmodeActive] };
    const { message, code } = SlowmodeActive;
    const steered = documentOf([steer as EndpointDeclaration], {}, "control");
    expect(
      at(steered, "components", "responses", "SlowmodeActive", "content", "application/json"),
    ).toEqual({
      schema: { $ref: "#/components/schemas/RateLimit" },
      examples: {
        SlowmodeActive: { value: { message, retry_after: 0.5, global: false, code } },
      },
    });
  });

  test("has the details of an error as optional fields beside those of every error", () => {
    const Detailed = error({
      ...UnknownUser,
      name: "Detailed",
      details: object({ user_id: text() }),
    });
    const detailed = documentOf([{ ...editLobby, errors: [UnknownLobby, Detailed] }]);
    const answer = at(detailed, "components", "responses", "Detailed.UnknownLobby");
    expect(at(answer, "content", "application/json", "schema")).toMatchObject({
      properties: { message: {}, code: {}, errors: {}, user_id: { type: "string" } },
      required: ["message", "code"],
    });
  });

  test("has no content for a reply without a body", () => {
    expect(at(operation, "responses", "204")).toEqual({ description: "Done; no body." });
  });

  test("of the control plane has its own base path, in its own or a common document", () => {
    const steer = { ...editLobby, plane: "control", auth: [control] } as const;
    const both = [editLobby, steer];
    const paths = (plane: "api" | "control" | "both") =>
      Object.keys(at(documentOf(both, {}, plane), "paths") as JsonObject);
    expect(paths("control")).toEqual(["/control/v1/lobbies/{lobby_id}/members/{user_id}"]);
    expect(paths("api")).toEqual([address]);
    expect(paths("both").toSorted()).toEqual([...paths("api"), ...paths("control")].toSorted());
  });
});

describe("a schema", () => {
  test("keeps its JSON Schema, and loses the internal keywords", () => {
    expect(written(bits(8n))).toEqual({ type: "string", format: "bits", pattern: "^[0-9]+$" });
    expect(written(dictionary(text(), { maxTotal: 7, maxKeyLength: 2 }))).toEqual({
      type: "object",
      additionalProperties: { type: "string" },
    });
  });

  test("keeps a field with the name of an internal keyword", () => {
    expect(written(object({ formMax: anything() }))).toMatchObject({ properties: { formMax: {} } });
  });

  test("is referred to by its name everywhere, even if optional", () => {
    const named = { Lobby };
    const ref = { $ref: "#/components/schemas/Lobby" };
    expect(written(Lobby, named)).toEqual(ref);
    expect(written(list(Lobby), named)).toMatchObject({ items: ref });
    expect(written(nullable(Lobby), named)).toEqual({ anyOf: [ref, { type: "null" }] });
    expect(written(tagged({ 1: Lobby }), named)).toEqual({ oneOf: [ref] });
    expect(written(dictionary(Lobby), named)).toMatchObject({ additionalProperties: ref });
    expect(written(object({ lobby: optional(Lobby) }), named)).toMatchObject({
      properties: { lobby: ref },
    });
  });

  test("is the same with and without a rule", () => {
    const ruled = refine(Lobby, () => undefined);
    expect(written(ruled)).toEqual(written(Lobby));
  });

  test("is a component only if it is referred to, even from another component", () => {
    const Outer = object({ inner: optional(Lobby) });
    const document = documentOf(
      [{ ...editLobby, path: "/x", query: object({}), replies: { 200: Outer } }],
      {
        Unused: object({ no: text() }),
        Lobby,
        Outer,
      },
    );
    const schemas = at(document, "components", "schemas") as JsonObject;
    expect(Object.keys(schemas)).toEqual(["Error", "Lobby", "Outer", "RateLimit"]);
  });

  test("that contains itself refers to itself", () => {
    const Tree: TSchema = object({ children: list(lazy<unknown>(() => Tree)) });
    const document = documentOf([{ ...editLobby, replies: { 200: Tree } }], { Tree });
    expect(at(document, "components", "schemas", "Tree", "properties", "children")).toEqual({
      type: "array",
      items: { $ref: "#/components/schemas/Tree" },
    });
  });

  test("that contains itself must have a name", () => {
    const Tree: TSchema = object({ children: list(lazy<unknown>(() => Tree)) });
    expect(() => written(Tree)).toThrow("must be exported");
  });
});

describe("the document", () => {
  test("does not depend on the order of declarations", () => {
    const other = { ...editLobby, id: "lobbies.other", path: "/lobbies" };
    const third = { ...editLobby, id: "lobbies.third", method: "POST" } as const;
    const forwards = documentOf([editLobby, other, third]);
    const backwards = documentOf([third, other, editLobby]);
    expect(JSON.stringify(forwards)).toBe(JSON.stringify(backwards));
  });

  test("refuses two endpoints with the same method and path", () => {
    expect(() => documentOf([editLobby, { ...editLobby, id: "lobbies.again" }])).toThrow(
      "is declared twice",
    );
  });

  test("lists every authentication scheme", () => {
    const schemes = at(documentOf([]), "components", "securitySchemes") as JsonObject;
    expect(Object.keys(schemes)).toEqual(["bot", "bearer", "signedIn", "control"]);
  });
});

test("only schemas with structure are named by their export, in order", () => {
  const union = tagged({ 1: Lobby });
  const named = namedSchemas({
    Lobby,
    Snowflake,
    Choice: union,
    Plain: text(),
    Word: word(["one", "two"]),
    Texts: dictionary(text(), { keys: ["en-US"] }),
    editLobby,
    UnknownLobby,
    lobby: Lobby,
    MAX: 3,
  });
  expect(Object.keys(named)).toEqual(["Choice", "Lobby", "Snowflake", "Texts", "Word"]);
});

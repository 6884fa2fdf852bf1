import { describe, expect, test } from "vitest";
import { InvalidForm, InvalidJson } from "../../error.ts";
import { errorsOf } from "../../implied-errors.ts";
import { openApiDocument } from "../../openapi/openapi.ts";
import { oauthErrorBody } from "../../transport-errors.ts";
import { InvalidClient, InvalidGrant, InvalidOauthRequest } from "./oauth-errors.ts";
import { authorizeDevice, exchangeToken, revokeToken } from "./oauth.ts";

test("an OAuth2 error has a description only if it says more than the code", () => {
  expect(oauthErrorBody(InvalidClient)).toEqual({ error: "invalid_client" });
  expect(oauthErrorBody(InvalidGrant)).toEqual({
    error: "invalid_grant",
    error_description: 'Invalid "code" in request.',
  });
});

describe.each([exchangeToken, revokeToken, authorizeDevice])("$id", (endpoint) => {
  test("reports invalid forms as OAuth2 errors", () => {
    const names = errorsOf(endpoint).map((each) => each.name);
    expect(names).toContain(InvalidOauthRequest.name);
    for (const { name } of [InvalidForm, InvalidJson]) expect(names).not.toContain(name);
  });

  test("is documented as accepting forms", () => {
    const api = { plane: "api", version: "1", endpoints: [endpoint], schemas: {} } as const;
    const { paths } = JSON.parse(JSON.stringify(openApiDocument(api))) as {
      paths: Record<
        string,
        { post: { requestBody: { content: object }; responses: Record<number, { $ref: string }> } }
      >;
    };
    const { requestBody, responses } = paths[`/api/v10${endpoint.path}`]?.post ?? {};
    expect(Object.keys(requestBody?.content ?? {})).toEqual([
      "application/x-www-form-urlencoded",
      "multipart/form-data",
    ]);
    expect(responses?.[401]?.$ref).toContain("InvalidClient");
  });
});

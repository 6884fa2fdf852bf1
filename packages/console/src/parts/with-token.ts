// API calls that only an application may make, for itself or a user: each with a token made for
// that call.
import { RestError } from "@antechamber/sdk/control";
import { call } from "../api/queries.ts";
import { randomHex } from "./random.ts";

interface ApiCall {
  readonly world: string;
  readonly application: string;
  readonly scope: string;
  /** The user that the application acts for; absent: the application itself. */
  readonly user?: string;
  readonly method: "GET" | "PUT" | "PATCH";
  /** The path below `/api/v10`. */
  readonly path: string;
  readonly body?: unknown;
}

/** Calls the API as an application. @throws RestError */
export async function asApplication(wanted: ApiCall): Promise<unknown> {
  const { world, application, scope, user } = wanted;
  // A call is made in the world that knows its token. The default name of a token is derived from
  // its application and user, so it is the same in every world.
  const token = randomHex();
  const form = { token, application, scopes: [scope], ...(user === undefined ? {} : { user }) };
  await call(world, "control.tokens.create", { body: form });
  try {
    return await callApi(wanted, `Bearer ${token}`);
  } finally {
    await call(world, "control.tokens.remove", { path: { token } });
  }
}

/** Calls the API with a credential. @throws RestError */
export async function callApi(
  { method, path, body }: Pick<ApiCall, "method" | "path" | "body">,
  authorization: string,
): Promise<unknown> {
  const response = await fetch(`/api/v10${path}`, {
    method,
    headers: { authorization, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw RestError.of(response, text);
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}

// Further worlds for tests, each like the demo world with credentials of its own.
import type { WorldFile } from "@antechamber/contract/control";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { answerOf, requestBody, type Answer } from "../answer.ts";
import { CONTROL_KEY, demo, type TestService } from "../start-service.ts";

/** The credentials of one such world. */
export interface WorldTokens {
  readonly bot: string;
  readonly alice: string;
  readonly bearer: string;
  readonly secret: string;
  readonly applicationId: string;
}

/** The credentials of the world with a number, different for each number. */
export function tokensOf(n: number): WorldTokens {
  const applicationId = String(BigInt(demo.applicationId) + BigInt(n) * 1000n);
  const first = Buffer.from(applicationId).toString("base64url");
  return {
    bot: `${first}.demo.concierge-${n}`,
    alice: `user-token-alice-of-${n}`,
    bearer: `bearer-of-${n}`,
    secret: `concierge-secret-of-${n}`,
    applicationId,
  };
}

/** The demo world with the credentials of a number. */
export function worldOf(n: number, more: Partial<WorldFile> = {}): WorldFile {
  const { bot, alice, bearer, secret, applicationId: id } = tokensOf(n);
  const [first, second] = demoWorld.users ?? [];
  const [application] = demoWorld.applications ?? [];
  const [token] = demoWorld.access_tokens ?? [];
  if (!first || !second || !application || !token)
    throw new Error("the demo world lacks something");
  return {
    ...demoWorld,
    users: [
      { ...first, token: alice },
      { ...second, token: `user-token-bob-of-${n}` },
    ],
    applications: [
      { ...application, id, client_secret: secret, bot: { ...application.bot, token: bot } },
    ],
    access_tokens: [{ ...token, token: bearer }],
    ...more,
  };
}

/** A world that was opened. */
export interface OpenedWorld {
  readonly name: string;
  readonly url: string;
  readonly api: string;
  readonly gateway: string;
  /** Calls the API at the world's own port. */
  call(route: string, options?: { auth?: string; body?: unknown }): Promise<Answer>;
  /** Calls the control plane there. */
  control(route: string, body?: unknown): Promise<Answer>;
}

/** Opens a world, and returns functions to call it. @throws Error unless the status is 201 */
export async function aWorld(service: TestService, order: object): Promise<OpenedWorld> {
  const answer = await service.control("POST /worlds", order);
  if (answer.status !== 201) throw new Error(`no world: ${answer.status} ${answer.text}`);
  const address = answer.body as Pick<OpenedWorld, "name" | "url" | "api" | "gateway">;
  const call: OpenedWorld["call"] = (route, { auth, body } = {}) =>
    callAt(`${address.api}/v10`, route, { auth, body });
  return {
    ...address,
    call,
    control: (route, body) =>
      callAt(`${address.url}/control/v1`, route, { auth: `Control ${CONTROL_KEY}`, body }),
  };
}

/** Calls a URL. */
export async function callAt(
  base: string,
  route: string,
  { auth, body }: { readonly auth?: string | undefined; readonly body?: unknown },
): Promise<Answer> {
  const [method = "GET", path = "/"] = route.split(" ");
  const { headers, ...sent } = requestBody(body);
  const authorization = auth === undefined ? {} : { authorization: auth };
  const response = await fetch(base + path, {
    method,
    redirect: "manual",
    headers: { ...authorization, ...headers },
    ...sent,
  });
  return answerOf(response);
}

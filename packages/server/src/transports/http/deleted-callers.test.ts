// Calls whose application is deleted while they are in progress.
import { endpoints, limits, type EndpointDeclaration } from "@antechamber/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aService, type TestService } from "../../testing/start-service.ts";
import { answerOn, headOf, openSocket, type RawAnswer } from "../../testing/clients/raw-http.ts";

/** Long enough to delete an application meanwhile, even on a busy machine. */
const DELAY_MS = 2000;

let service: TestService;

beforeAll(async () => {
  service = await aService();
});

afterAll(() => service.stop());

const forBots = endpoints.filter(({ auth }) => auth.some(({ kind }) => kind === "bot"));

interface Doomed {
  readonly id: string;
  readonly token: string;
}

async function aDoomedApplication(): Promise<Doomed> {
  const added = await service.control("POST /applications", { name: "Doomed", bot: {} });
  return { id: added.id, token: String(added.at("bot", "token")) };
}

function headersOf({ token }: Doomed) {
  return { authorization: `Bot ${token}`, accept: "application/json" };
}

function lineOf({ method, path }: EndpointDeclaration, { id }: Doomed): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    name === "application_id" ? id : "999999999999999999",
  );
  return `${method} /api/v10${filled}`;
}

function expectUnknown(answers: readonly (readonly [string, RawAnswer])[]): void {
  const statuses = answers.map(([id, { status }]) => `${id} ${status}`);
  expect(statuses).toEqual(answers.map(([id]) => `${id} 401`));
}

test("a body that arrives after its application was deleted is refused with 401", async () => {
  const doomed = await aDoomedApplication();
  const taking = forBots.filter(({ body, auth }) => body !== undefined && auth.length === 1);
  const calls = await Promise.all(
    taking.map(async (endpoint) => {
      const socket = await openSocket(service.url);
      // The service requests the body once the caller is authenticated.
      const response = new Promise((resolve) => {
        socket.once("data", resolve);
      });
      const headers = { "content-type": "application/json", "content-length": "2" };
      const asking = { ...headersOf(doomed), ...headers, expect: "100-continue" };
      socket.write(headOf(lineOf(endpoint, doomed), asking));
      await response;
      return { id: endpoint.id, socket };
    }),
  );
  expect((await service.control(`DELETE /applications/${doomed.id}`)).status).toBe(204);
  const answers = await Promise.all(
    calls.map(async ({ id, socket }) => {
      const answer = answerOn(socket);
      socket.write("{}");
      return [id, await answer] as const;
    }),
  );
  for (const { socket } of calls) socket.destroy();
  expect(answers.length).toBeGreaterThan(10);
  expectUnknown(answers);
});

test("a call that waited until its application was deleted is refused with 401", async () => {
  const doomed = await aDoomedApplication();
  const waiting = forBots.filter(
    (each) => each.body === undefined && !isOpen(each.auth) && !asksForMore(each),
  );
  await service.control("POST /faults", {
    match: { application: doomed.id, count: waiting.length },
    http: { delay_ms: DELAY_MS },
  });
  const calls = await Promise.all(
    waiting.map(async (endpoint) => {
      const socket = await openSocket(service.url);
      const answer = answerOn(socket);
      socket.write(headOf(lineOf(endpoint, doomed), headersOf(doomed)));
      return { id: endpoint.id, socket, answer };
    }),
  );
  // Each endpoint was called once before, so each has its caller cached.
  const plans = async () => JSON.stringify((await service.control("GET /faults")).body);
  await expect.poll(plans, { timeout: DELAY_MS }).not.toContain("delay_ms");
  expect((await service.control(`DELETE /applications/${doomed.id}`)).status).toBe(204);
  const answers = await Promise.all(
    calls.map(async ({ id, answer }) => [id, await answer] as const),
  );
  for (const { socket } of calls) socket.destroy();
  expectUnknown(answers);
});

test("a cached answer is not returned to a token that expired while its call waited", async () => {
  const { id, token } = await aDoomedApplication();
  const lobby = await service.call("POST /lobbies", { auth: `Bot ${token}`, body: {} });
  const read = () => service.call(`GET /lobbies/${lobby.id}`, { auth: `Bot ${token}` });
  expect([(await read()).status, (await read()).status]).toEqual([200, 200]);
  await service.control("POST /faults", {
    match: { application: id },
    http: { delay_ms: limits.faultDelay.value },
  });
  const pending = read();
  const plans = async () => (await service.control("GET /faults")).at("items");
  await expect.poll(plans).toEqual([]);
  const bot = { token: `${token}-renewed` };
  expect((await service.control(`PATCH /applications/${id}`, { bot })).status).toBe(200);
  await service.control("DELETE /faults");
  expect((await pending).status).toBe(401);
});

/** True for an endpoint with a required query parameter, which is checked first. */
function asksForMore({ query }: EndpointDeclaration): boolean {
  const { required = [] }: { readonly required?: readonly string[] } = query ?? {};
  return required.length > 0;
}

function isOpen(auth: EndpointDeclaration["auth"]): boolean {
  return auth.some(({ kind }) => kind === "open");
}

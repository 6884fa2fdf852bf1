// Operations that can succeed only once: several processes on one PostgreSQL attempt them
// concurrently, and exactly one call succeeds, as if they had come one after the other.
import { limits } from "@antechamber/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "../../packages/server/src/testing/answer.ts";
import {
  codeFor,
  exchangeCode,
  sendForm,
  tokensFor,
} from "../../packages/server/src/testing/calls/oauth-calls.ts";
import { signIn } from "../../packages/server/src/testing/clients/gateway-client.ts";
import {
  aProcess,
  type TestProcess,
} from "../../packages/server/src/testing/processes/processes.ts";
import { demo } from "../../packages/server/src/testing/start-service.ts";
import { freshDatabase } from "../fresh-database.ts";

const AT_ONCE = 6;
const ROUNDS = 5;

const processes: TestProcess[] = [];

beforeAll(async () => {
  const database = await freshDatabase();
  for (let nth = 0; nth < 2; nth += 1) {
    processes.push(await aProcess(database, { limits: "off" }));
  }
});

afterAll(async () => {
  await Promise.all(processes.map((process) => process.end()));
});

function processOf(nth: number): TestProcess {
  const process = processes[nth % processes.length];
  if (process === undefined) throw new Error("no process was started");
  return process;
}

/** Makes calls concurrently, at all processes in turn. */
function atOnce(
  call: (process: TestProcess, nth: number) => Promise<Answer>,
  count = AT_ONCE,
): Promise<readonly Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, nth) => call(processOf(nth), nth)));
}

/** The number of responses by status. */
function statuses(answers: readonly Answer[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function inRounds(act: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) await act(round);
}

test("an authorization code can be exchanged once", async () => {
  await inRounds(async () => {
    const code = await codeFor(processOf(0), "identify");
    const answers = await atOnce((process) => exchangeCode(process, code));
    expect(statuses(answers)).toEqual({ 200: 1, 400: AT_ONCE - 1 });
  });
});

test("a refresh token can be used once, and reuse revokes the new tokens", async () => {
  await inRounds(async () => {
    const { refresh_token } = await tokensFor(processOf(0), "identify");
    const fields = { grant_type: "refresh_token", refresh_token };
    const answers = await atOnce((process) => sendForm(process, "token", fields));
    expect(statuses(answers)).toEqual({ 200: 1, 400: AT_ONCE - 1 });
    const token = String(answers.find(({ status }) => status === 200)?.at("access_token"));
    const auth = `Bearer ${token}`;
    expect((await processOf(1).call("GET /users/@me", { auth })).status).toBe(401);
  });
});

test("players who join with the same secret share one lobby", async () => {
  await inRounds(async (round) => {
    const players = await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, nth) => {
        const username = `player-${round}-${nth}`;
        await processOf(0).control("POST /users", { username });
        const token = await processOf(0).control("POST /tokens", {
          user: username,
          application: demo.applicationId,
          scopes: ["sdk.social_layer"],
        });
        if (token.status !== 200 && token.status !== 201) throw new Error(token.text);
        return `Bearer ${String(token.at("token"))}`;
      }),
    );
    const body = { secret: `meet-${round}` };
    const answers = await atOnce((process, nth) =>
      process.call("PUT /lobbies", { auth: players[nth] ?? "", body }),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const lobby = await processOf(1).asBot(`GET /lobbies/${answers[0]?.id}`);
    expect(lobby.body).toMatchObject({ members: { length: AT_ONCE } });
  });
});

test("an interaction can be answered once", async () => {
  const commands = `/applications/${demo.applicationId}/guilds/${demo.guildId}/commands`;
  await processOf(0).asBot(`POST ${commands}`, { name: "once", description: "x" });
  const at = `${processOf(0).url.replace("http", "ws")}/gateway/`;
  const { client } = await signIn(at, { token: demo.botToken, intents: 0 });
  try {
    await inRounds(async () => {
      const place = { application: demo.applicationId, guild: demo.guildId, channel: "general" };
      const invoked = processOf(0).control("POST /users/alice/invoke", {
        ...place,
        command: "once",
      });
      const { d } = await client.nextEvent("INTERACTION_CREATE");
      const { id, token } = d as { readonly id: string; readonly token: string };
      const path = `POST /interactions/${id}/${token}/callback`;
      const answers = await atOnce((process, nth) =>
        process.call(path, { body: { type: 4, data: { content: `answer ${nth}` } } }),
      );
      expect(statuses(answers)).toEqual({ 204: 1, 400: AT_ONCE - 1 });
      const refused = answers.filter(({ status }) => status === 400);
      expect(new Set(refused.map((each) => each.at("code")))).toEqual(new Set([40_060]));
      expect((await invoked).status).toBe(200);
    });
  } finally {
    client.ws.terminate();
  }
});

test("a command of one name is created once, and all calls return it", async () => {
  const path = `POST /applications/${demo.applicationId}/guilds/${demo.guildId}/commands`;
  await inRounds(async (round) => {
    const body = { name: `same-${round}`, description: "x" };
    const answers = await atOnce((process) => process.asBot(path, body));
    expect(statuses(answers)).toEqual({ 200: AT_ONCE - 1, 201: 1 });
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });
});

test("a channel gets exactly the allowed number of webhooks", async () => {
  const most = limits.webhooksPerChannel.value;
  const path = `POST /channels/${demo.generalId}/webhooks`;
  const over = 4;
  const answers = await atOnce(
    (process, nth) => process.asBot(path, { name: `hook ${nth}` }),
    most + over,
  );
  expect(statuses(answers)).toEqual({ 200: most, 400: over });
});

test("a user's concurrent reactions count once", async () => {
  await inRounds(async () => {
    const message = await processOf(0).asBot(`POST /channels/${demo.generalId}/messages`, {
      content: "react",
    });
    const place = `/channels/${demo.generalId}/messages/${message.id}`;
    const path = `PUT ${place}/reactions/${encodeURIComponent("👍")}/@me`;
    const answers = await atOnce((process) => process.asBot(path));
    expect(statuses(answers)).toEqual({ 204: AT_ONCE });
    const read = await processOf(1).asBot(`GET ${place}`);
    expect(read.body).toMatchObject({ reactions: [{ count: 1 }] });
  });
});

// The ceiling of the benchmark on PostgreSQL: the same bytes and the same durable writes with only
// node:http and prepared statements of `pg`, on as many connections as the service uses for calls.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { bodyOf, send } from "./bare-http.ts";

const CONNECTIONS = 8;
const APPLICATION = "200000000000000001";
const LOBBY = "1";

const pool = new pg.Pool({
  connectionString: process.env["BENCH_DATABASE"],
  max: CONNECTIONS,
  pipeline: true,
});

await pool.query(`
  CREATE TABLE lobby (key text PRIMARY KEY, body json NOT NULL);
  CREATE TABLE command (key text PRIMARY KEY, body json NOT NULL);
  CREATE TABLE lobby_application (value text, key text, PRIMARY KEY (value, key))`);

const lobby = (id: string, metadata: unknown) =>
  JSON.stringify({ id, application_id: APPLICATION, metadata, members: [], flags: 0 });

let last = 1_000_000;

const get = (key: string) => ({
  name: "get",
  text: "SELECT body FROM lobby WHERE key = $1",
  values: [key],
});
const list = { name: "list", text: "SELECT body FROM command ORDER BY key" };
const create = (id: string, body: string) => ({
  name: "create",
  text: `WITH found AS (INSERT INTO lobby_application VALUES ($3, $1))
         INSERT INTO lobby VALUES ($1, $2)`,
  values: [id, body, APPLICATION],
});

await pool.query(create(LOBBY, lobby(LOBBY, { mode: "ranked" })));
for (let nth = 0; nth < 20; nth += 1) {
  const options = [{ type: 3, name: "text", description: "Some text", required: true }];
  const body = {
    id: `${nth}`,
    application_id: APPLICATION,
    version: `${nth}`,
    name: `command-${nth}`,
    description: "A command of the benchmark",
    type: 1,
    default_member_permissions: null,
    dm_permission: true,
    contexts: null,
    integration_types: [0, 1],
    nsfw: false,
    name_localizations: null,
    description_localizations: null,
    options,
  };
  await pool.query("INSERT INTO command VALUES ($1, $2)", [`${nth}`.padStart(2, "0"), body]);
}

interface Body {
  readonly body: unknown;
}

async function answered(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const route = `${request.method} ${request.url}`;
  if (route === "GET /lobby") {
    const { rows } = await pool.query<Body>(get(LOBBY));
    send(response, 200, JSON.stringify(rows[0]?.body));
  } else if (route === "GET /commands") {
    const { rows } = await pool.query<Body>(list);
    send(response, 200, JSON.stringify(rows.map(({ body }) => body)));
  } else {
    bodyOf(request, (text) => {
      const id = String((last += 1));
      const body = lobby(id, (JSON.parse(text) as { metadata: unknown }).metadata);
      void pool.query(create(id, body)).then(() => send(response, 201, body));
    });
  }
}

const server = createServer((request, response) => void answered(request, response));
server.listen(0, "127.0.0.1", () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

process.on("SIGTERM", () => process.exit(0));

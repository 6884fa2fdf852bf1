// The ceiling of the benchmark: the same bytes and the same durable writes with node:http, ws and
// prepared node:sqlite statements alone. No tokens, no routing, no checks.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { WebSocketServer, type WebSocket } from "ws";

const directory = mkdtempSync(join(tmpdir(), "antechamber-bare-"));
const db = new DatabaseSync(join(directory, "bare.db"));
db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
db.exec(`
  CREATE TABLE record (key TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE record_index (value TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (value, key)) WITHOUT ROWID;
  CREATE TABLE event_log (seq INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL);
`);
const put = db.prepare(
  "INSERT INTO record (key, body) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET body = excluded.body",
);
const index = db.prepare("INSERT OR IGNORE INTO record_index (value, key) VALUES (?, ?)");
const remove = db.prepare("DELETE FROM record WHERE key = ?");
const append = db.prepare("INSERT INTO event_log (body) VALUES (?)");
const get = db.prepare("SELECT body FROM record WHERE key = ?");
const begin = db.prepare("BEGIN IMMEDIATE");
const commit = db.prepare("COMMIT");

/** Writes of one turn of the event loop, under one commit; replies leave after it. */
let waiting: { readonly write: () => void; readonly done: () => void }[] = [];

function durably(write: () => void, done: () => void): void {
  if (waiting.length === 0) setImmediate(flush);
  waiting.push({ write, done });
}

function flush(): void {
  const batch = waiting;
  waiting = [];
  begin.run();
  for (const each of batch) each.write();
  commit.run();
  for (const each of batch) each.done();
}

function send(response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(json),
  });
  response.end(json);
}

function bodyOf(request: IncomingMessage, use: (text: string) => void): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => use(Buffer.concat(chunks).toString("utf8")));
}

let counter = 1_000_000_000_000_000_000n;
const nextId = () => (counter++).toString();

const lobby = (id: string, metadata: unknown) =>
  JSON.stringify({ id, application_id: "200000000000000001", metadata, members: [], flags: 0 });
const member = JSON.stringify({ id: "100000000000000001", metadata: { team: "red" }, flags: 0 });
const command = (id: string, given: object) =>
  JSON.stringify({
    id,
    application_id: "200000000000000001",
    version: nextId(),
    versions: id,
    ...given,
  });

put.run("lobby", lobby(nextId(), { mode: "ranked" }));
const commands = JSON.stringify(
  Array.from({ length: 20 }, (_, i) => JSON.parse(command(nextId(), commandDraft(i))) as object),
);
put.run("commands", commands);

function commandDraft(i: number): object {
  return {
    name: `command-${i}`,
    description: "A command of the benchmark",
    type: 1,
    default_member_permissions: null,
    dm_permission: true,
    contexts: null,
    integration_types: [0, 1],
    nsfw: false,
    name_localizations: null,
    description_localizations: null,
    options: [{ type: 3, name: "text", description: "Some text", required: true }],
  };
}

let bot: WebSocket | undefined;
/** Invocations by id, waiting for the bot's answer. */
const invocations = new Map<string, ServerResponse>();

function invoke(request: IncomingMessage, response: ServerResponse): void {
  bodyOf(request, (text) => {
    const id = nextId();
    const d = JSON.stringify({
      id,
      token: id,
      type: 2,
      version: 1,
      data: JSON.parse(text) as unknown,
    });
    const record = () => {
      put.run(`interaction:${id}`, d);
      put.run(`job:${id}`, d);
      append.run(d);
    };
    durably(record, () => {
      invocations.set(id, response);
      bot?.send(`{"op":0,"s":1,"t":"INTERACTION_CREATE","d":${d}}`);
    });
  });
}

function callback(id: string, request: IncomingMessage, response: ServerResponse): void {
  bodyOf(request, (text) => {
    const message = JSON.stringify({
      id: nextId(),
      channel_id: "300000000000000021",
      ...(JSON.parse(text) as object),
    });
    const record = () => {
      put.run(`message:${id}`, message);
      put.run(`interaction:${id}`, message);
      index.run(`interaction:${id}`, id);
      append.run(message);
    };
    durably(record, () => {
      response.writeHead(204).end();
      const waitingFor = invocations.get(id);
      invocations.delete(id);
      if (waitingFor !== undefined)
        send(waitingFor, 200, `{"outcome":"replied","messages":[${message}]}`);
    });
  });
}

function createLobby(request: IncomingMessage, response: ServerResponse): void {
  bodyOf(request, (text) => {
    const id = nextId();
    const body = lobby(id, (JSON.parse(text) as { metadata: unknown }).metadata);
    durably(
      () => {
        put.run(id, body);
        index.run("200000000000000001", id);
      },
      () => send(response, 201, body),
    );
  });
}

/** A lobby with its members, each a record that is found by its user, and told to all of them. */
function createFullLobby(request: IncomingMessage, response: ServerResponse): void {
  bodyOf(request, (text) => {
    const id = nextId();
    const { metadata, members = [] } = JSON.parse(text) as {
      readonly metadata?: unknown;
      readonly members?: readonly { readonly id: string }[];
    };
    const full = members.map((each) => ({ id: each.id, metadata: null, flags: 0 }));
    const body = JSON.stringify({ ...(JSON.parse(lobby(id, metadata)) as object), members: full });
    const record = () => {
      put.run(id, lobby(id, metadata));
      index.run("200000000000000001", id);
      for (const each of full) {
        put.run(`${id}:${each.id}`, JSON.stringify(each));
        index.run(each.id, `${id}:${each.id}`);
      }
      if (full.length > 0) append.run(body);
    };
    durably(record, () => send(response, 201, body));
  });
}

function removeMember(_request: IncomingMessage, response: ServerResponse): void {
  durably(
    () => {
      remove.run("member");
      append.run(member);
    },
    () => response.writeHead(204).end(),
  );
}

function addMember(request: IncomingMessage, response: ServerResponse): void {
  bodyOf(request, (text) => {
    JSON.parse(text);
    durably(
      () => {
        put.run("member", member);
        append.run(member);
      },
      () => send(response, 200, member),
    );
  });
}

function upsertCommand(request: IncomingMessage, response: ServerResponse): void {
  bodyOf(request, (text) => {
    const body = command("1", JSON.parse(text) as object);
    durably(
      () => put.run("command", body),
      () => send(response, 200, body),
    );
  });
}

/** Parses every command and stores it; the answer is all of them. */
function overwriteCommands(request: IncomingMessage, response: ServerResponse): void {
  bodyOf(request, (text) => {
    const all = (JSON.parse(text) as object[]).map((each, i) => command(`${i}`, each));
    durably(
      () => {
        for (const [i, each] of all.entries()) put.run(`overwritten:${i}`, each);
      },
      () => send(response, 200, `[${all.join(",")}]`),
    );
  });
}

function show(key: string): (request: IncomingMessage, response: ServerResponse) => void {
  return (_request, response) => send(response, 200, (get.get(key) as { body: string }).body);
}

const routes: Readonly<
  Record<string, (request: IncomingMessage, response: ServerResponse) => void>
> = {
  "GET /lobby": show("lobby"),
  "GET /commands": show("commands"),
  "POST /lobby": createLobby,
  "POST /full-lobby": createFullLobby,
  "PUT /member": addMember,
  "DELETE /member": removeMember,
  "POST /command": upsertCommand,
  "PUT /commands": overwriteCommands,
  "POST /invoke": invoke,
};

const server = createServer((request, response) => {
  const { method, url = "" } = request;
  const route = routes[`${method} ${url}`];
  if (route !== undefined) route(request, response);
  else if (url.startsWith("/callback/")) callback(url.slice(10), request, response);
  else response.writeHead(404).end();
});

const sockets = new WebSocketServer({ noServer: true });
server.on("upgrade", (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (ws) => {
    bot = ws;
  });
});

server.listen(0, "127.0.0.1", () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

process.on("SIGTERM", () => {
  db.close();
  rmSync(directory, { recursive: true, force: true });
  process.exit(0);
});

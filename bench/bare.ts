// The ceiling of the benchmark: the same bytes and the same durable writes with only node:http, ws
// and prepared node:sqlite statements. No tokens, no routing, no checks.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { bodyOf, send, type Route } from "./bare-http.ts";
import { callback, invoke, invokeByHttp, setBot, setEndpoint } from "./bare-invocations.ts";
import { closeStore, durably, get, index, nextId, put, remove } from "./bare-store.ts";

const lobby = (id: string, metadata: unknown) =>
  JSON.stringify({ id, application_id: "200000000000000001", metadata, members: [], flags: 0 });
const memberOf = (metadata: unknown) =>
  JSON.stringify({ id: "100000000000000001", metadata, flags: 0 });
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

const gateway = JSON.stringify({ url: "ws://127.0.0.1:65535" });

/** Creates a lobby with its members, each a record indexed by user, and notifies all of them. */
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
    };
    durably(record, () => send(response, 201, body));
  });
}

function removeMember(_request: IncomingMessage, response: ServerResponse): void {
  durably(
    () => {
      remove.run("member");
    },
    () => response.writeHead(204).end(),
  );
}

function addMember(request: IncomingMessage, response: ServerResponse): void {
  bodyOf(request, (text) => {
    const member = memberOf((JSON.parse(text) as { metadata: unknown }).metadata);
    durably(
      () => {
        put.run("member", member);
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

/** Parses and stores every command, and returns all of them. */
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

function show(key: string): Route {
  return (_request, response) => send(response, 200, (get.get(key) as { body: string }).body);
}

const routes: Readonly<Record<string, Route>> = {
  "GET /lobby": show("lobby"),
  "GET /commands": show("commands"),
  "GET /gateway": (_request, response) => send(response, 200, gateway),
  "POST /lobby": createLobby,
  "POST /full-lobby": createFullLobby,
  "PUT /member": addMember,
  "DELETE /member": removeMember,
  "POST /command": upsertCommand,
  "PUT /commands": overwriteCommands,
  "POST /invoke": invoke,
  "PUT /endpoint": setEndpoint,
  "POST /invoke-by-http": invokeByHttp,
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
    setBot(ws);
  });
});

server.listen(0, "127.0.0.1", () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

process.on("SIGTERM", () => {
  closeStore();
  process.exit(0);
});

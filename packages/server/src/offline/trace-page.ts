// Serves the console on this machine with one trace file and nothing else; there is no service
// behind it.
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { SERVED_TRACE_PATH } from "@antechamber/contract/trace-file";
import type { ServedPage, TraceToServe } from "../cli/deps.ts";
import { pageAnswer, type PageAnswer } from "../transports/console/page-answer.ts";

const PAGE = "/console/trace-file";

/**
 * Allowed host names, as a defence against DNS rebinding: others may be led to this machine to read
 * what it serves.
 */
const ownNames = new Set(["127.0.0.1", "localhost"]);

/**
 * Serves the console with a trace, on a free port of this machine.
 *
 * @param folder the console's build; absent: the one in the package
 * @throws Error where no port can be opened
 */
export async function serveTrace(trace: TraceToServe, folder?: URL): Promise<ServedPage> {
  const server = createServer((incoming, outgoing) => {
    answerTo(incoming, trace, folder).then(
      ({ status, headers, body }) => outgoing.writeHead(status, headers).end(body),
      () => outgoing.destroy(),
    );
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}${PAGE}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

async function answerTo(
  { method = "", url = "", headers }: IncomingMessage,
  trace: TraceToServe,
  folder: URL | undefined,
): Promise<PageAnswer> {
  const [path = ""] = url.split("?");
  return (
    refusalOf(method, headers.host) ??
    ownAnswer(path, trace) ??
    (path.startsWith("/console/") ? pageAnswer({ url, headers, folder }) : nothing)
  );
}

const nothing = plain(404, "Nothing here.\n");

function refusalOf(method: string, host = ""): PageAnswer | undefined {
  if (!ownNames.has(URL.parse(`http://${host}`)?.hostname ?? ""))
    return plain(421, "This address is not served here.\n");
  return ["GET", "HEAD"].includes(method) ? undefined : plain(405, "Only for reading.\n");
}

/** Responses other than files of the console's build. */
function ownAnswer(path: string, { name, text }: TraceToServe): PageAnswer | undefined {
  if (path === "/console/session") return document("application/json", stateOf(name));
  if (path === SERVED_TRACE_PATH) return document("application/jsonl; charset=utf-8", text);
  if (path === "/favicon.ico") return { status: 204, headers: {}, body: "" };
  const isDoor = ["/", "/console", "/console/"].includes(path);
  return isDoor ? { status: 302, headers: { location: PAGE }, body: "" } : undefined;
}

/** The state of the session: no sign-in, and only the file. */
function stateOf(name: string): string {
  const noService = { signed_in: false, mode: "development", asks_for_key: false };
  return JSON.stringify({ ...noService, trace_file: name });
}

/** A document that only pages of the same origin can read. */
function document(type: string, body: string): PageAnswer {
  const headers = {
    "content-type": type,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  };
  return { status: 200, headers, body };
}

function plain(status: number, body: string): PageAnswer {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body };
}

// HTTP as raw bytes, for requests that no correct client sends.
import { connect, type Socket } from "node:net";

/** The timeout of a response on a busy machine, since a server that waits for a body waits forever. */
const PATIENCE_MS = 15_000;

export interface RawAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Parses a response, or returns undefined while it is incomplete. */
function answerIn(text: string): RawAnswer | undefined {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const [statusLine = "", ...lines] = text.slice(0, headEnd).split("\r\n");
  if (statusLine.startsWith("HTTP/1.1 100")) return answerIn(text.slice(headEnd + 4));
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = text.slice(headEnd + 4);
  const length = Number(headers["content-length"] ?? 0);
  if (Buffer.byteLength(body) < length) return undefined;
  return { status: Number(statusLine.split(" ")[1]), headers, body: body.slice(0, length) };
}

/** Opens a connection whose errors are ignored, since tests provoke them. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  socket.on("error", () => undefined);
  return socket;
}

/** Waits for the next response on a connection. */
export function answerOn(socket: Socket): Promise<RawAnswer> {
  let text = "";
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer, but: ${text}`)), PATIENCE_MS);
    const settle = () => {
      clearTimeout(timer);
      socket.off("data", take).off("close", gone);
    };
    function take(chunk: Buffer): void {
      text += chunk.toString();
      const answer = answerIn(text);
      if (answer === undefined) return;
      settle();
      resolve(answer);
    }
    function gone(): void {
      settle();
      reject(new Error(`the connection was closed after: ${text}`));
    }
    socket.on("data", take).on("close", gone);
  });
}

/** Sends bytes on a new connection, and returns the first response. */
export async function sendRaw(url: string, request: string | Buffer): Promise<RawAnswer> {
  const socket = await openSocket(url);
  try {
    const answer = answerOn(socket);
    socket.write(request);
    return await answer;
  } finally {
    socket.destroy();
  }
}

/** The head of a request: `headOf("POST /x", { "content-length": "3" })`. */
export function headOf(line: string, headers: Readonly<Record<string, string>> = {}): string {
  const allHeaders = { host: "localhost", ...headers };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`);
  return [`${line} HTTP/1.1`, ...lines, "", ""].join("\r\n");
}

/** Resolves when a connection is closed. */
export function closed(socket: Socket): Promise<void> {
  if (socket.closed) return Promise.resolve();
  return new Promise((resolve) => {
    socket.once("close", () => resolve());
  });
}

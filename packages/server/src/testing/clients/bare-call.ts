// HTTP requests that no library would send: arbitrary headers, a connection of their own, upgrades.
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";

export interface BareAnswer {
  /** The status; 101 if the connection was upgraded. */
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const upgradeHeaders = {
  connection: "upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
} as const;

/** Sends `GET /path`, or another method written before the path. */
export function bareCall(
  base: string,
  route: string,
  headers: Readonly<Record<string, string>> = {},
  body = "",
): Promise<BareAnswer> {
  const [method, path = ""] = route.split(" ");
  const { promise, resolve, reject } = Promise.withResolvers<BareAnswer>();
  const request = httpRequest(base + path, { method: method ?? "GET", headers, agent: false });
  request.on("response", (response) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (part: string) => (text += part));
    response.on("end", () =>
      resolve({ status: response.statusCode, headers: response.headers, text }),
    );
  });
  request.on("upgrade", ({ headers: answered }, socket) => {
    socket.destroy();
    resolve({ status: 101, headers: answered, text: "" });
  });
  request.on("error", reject);
  request.end(body);
  return promise;
}

/** Requests an upgrade to the gateway. */
export function bareUpgrade(
  base: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<BareAnswer> {
  return bareCall(base, "GET /gateway/?v=10&encoding=json", { ...upgradeHeaders, ...headers });
}

// A call of the control plane over Node's own HTTP: to load `fetch` takes as long as all else that a
// command does.
import type { FetchLike } from "@antechamber/sdk/control";
import type { IncomingMessage, RequestOptions } from "node:http";
import { text } from "node:stream/consumers";
import { request as followed } from "./environment.ts";

/** As `fetch` does it, to which an answer is left that leads elsewhere. */
export const callOverHttp: FetchLike = async (url, init) => {
  const { body, ...options } = init;
  const response = await answered(url, options, body);
  const { statusCode: status = 0, headers } = response;
  if (status >= 300 && status < 400 && headers.location !== undefined) {
    response.resume();
    return followed(url.href, init);
  }
  return { status, headers: { get: (name) => joined(headers[name]) }, text: () => text(response) };
};

function answered(
  url: URL,
  options: RequestOptions,
  body: string | undefined,
): Promise<IncomingMessage> {
  // An import would read every name of the module, and with one of them load what `fetch` is made of.
  const { request } = process.getBuiltinModule(url.protocol === "https:" ? "https" : "http");
  return new Promise((resolve, reject) => {
    request(url, options, resolve).on("error", reject).end(body);
  });
}

function joined(value: string | readonly string[] | undefined): string | null {
  return value === undefined ? null : [value].flat().join(", ");
}

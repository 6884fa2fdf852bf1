// Calls of the control plane over Node's own HTTP: loading `fetch` takes as long as everything else
// in a command.
import type { FetchLike } from "@antechamber/sdk/control";
import { text } from "node:stream/consumers";
import { sentOverHttp } from "../kit/client/over-http.ts";
import { request as followed } from "./environment.ts";

/** Makes a call as `fetch` does; redirects are passed on to `fetch` itself. */
export const callOverHttp: FetchLike = async (url, init) => {
  const { body, ...options } = init;
  const response = await sentOverHttp(url, options, body);
  const { statusCode: status = 0, headers } = response;
  if (status >= 300 && status < 400 && headers.location !== undefined) {
    response.resume();
    return followed(url.href, init);
  }
  return { status, headers: { get: (name) => joined(headers[name]) }, text: () => text(response) };
};

/** The same, with calls that a signal aborts. */
export function callsUntil(ended: AbortSignal | undefined): FetchLike {
  if (ended === undefined) return callOverHttp;
  return (url, init) => {
    const signal = init.signal === undefined ? ended : AbortSignal.any([ended, init.signal]);
    return callOverHttp(url, { ...init, signal });
  };
}

function joined(value: string | readonly string[] | undefined): string | null {
  return value === undefined ? null : [value].flat().join(", ");
}

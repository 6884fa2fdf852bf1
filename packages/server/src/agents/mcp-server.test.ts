import type { McpServer } from "@modelcontextprotocol/server";
import { NetworkError, RestError } from "@antechamber/sdk/control";
import { expect, test } from "vitest";
import { ToolFailure } from "./answers.ts";
import { serverOf } from "./mcp-server.ts";
import type { ToolDeps } from "./tool.ts";

type Handler = (request: { readonly params: object }) => unknown;

/** Reads the world from a service that responds to each call with an error. */
async function readingFrom(refusal: Error): Promise<unknown> {
  const handlers = new Map<string, Handler>();
  class Served {
    readonly server = {
      setRequestHandler: (name: string, handler: Handler) => void handlers.set(name, handler),
    };
  }
  const session = { call: () => Promise.reject(refusal) };
  const worlds = {
    reading: () => ({ name: "main", session }),
    url: "http://here",
    meaningOf: async (error: unknown) => error,
  };
  const deps = { worlds };
  serverOf(Served as unknown as typeof McpServer, "1.2.3", deps as unknown as ToolDeps);
  return handlers.get("resources/read")?.({ params: { uri: "antechamber://world" } });
}

test.each([
  ["a form that is refused", new RestError(400, "{}"), -32_602],
  ["what is not there", new RestError(404, "{}"), -32_602],
  ["a tool's own refusal", new ToolFailure("no", "ask otherwise"), -32_602],
  ["a wrong control key", new RestError(401, '{"message":"401: Unauthorized","code":0}'), -32_603],
  ["a service that fails", new RestError(500, "{}"), -32_603],
  ["a service that is busy", new RestError(503, "{}"), -32_603],
])("%s is answered with the matching error code of the protocol", async (_, error, code) => {
  await expect(readingFrom(error)).rejects.toMatchObject({ code, cause: error });
});

test("a resource of an unreachable service names the URL", async () => {
  const gone = new NetworkError("/control/v1/world: no answer");
  const reading = readingFrom(gone);
  await expect(reading).rejects.toMatchObject({ code: -32_603 });
  await expect(reading).rejects.toThrow(/^no service answers at http:\/\/here: the tool world_new/);
});

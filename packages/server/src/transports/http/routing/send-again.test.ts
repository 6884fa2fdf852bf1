// Which calls are accepted as repeated ones.
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import fastify, { type FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { RepeatedCalls } from "./send-again.ts";
import type { HttpWorld } from "../calls/world.ts";

test("a call from outside cannot mark itself as a replay", async () => {
  const repeated = new RepeatedCalls();
  const app = fastify();
  const found: (string | undefined)[] = [];
  app.get("/", ({ raw }: FastifyRequest) => {
    const outside = new IncomingMessage(new Socket());
    outside.headers = raw.headers;
    found.push(repeated.worldOf(raw)?.name, repeated.worldOf(outside)?.name);
    return {};
  });
  repeated.serve(app);
  const world = { name: "another" } as HttpWorld;
  const call = { method: "GET", url: "/", headers: {}, body: undefined } as const;
  await repeated.send(world, call);
  expect(found).toEqual(["another", undefined]);
});

// How older and newer clients connect: some put a slash after the URL that they were given, and
// some send before HELLO has arrived. HELLO is delayed until clients are ready to receive; a client
// that sends first gets it at once.
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { dial, signIn } from "../../testing/clients/gateway-client.ts";
import { aService, demo } from "../../testing/start-service.ts";

test("a client that identifies before HELLO receives HELLO first, and only once", async () => {
  const service = await aService();
  const url = `${service.url.replace("http", "ws")}/gateway/`;
  const socket = new WebSocket(`${url}?v=10`);
  const received: (string | number)[] = [];
  const ready = Promise.withResolvers<void>();
  const acknowledged = Promise.withResolvers<void>();
  socket.on("message", (frame: Buffer) => {
    const { op, t } = JSON.parse(frame.toString()) as { op: number; t: string | null };
    received.push(t ?? op);
    if (t === "READY") ready.resolve();
    if (op === 11) acknowledged.resolve();
  });
  socket.once("open", () => {
    const d = { token: demo.botToken, intents: 0, properties: {} };
    socket.send(JSON.stringify({ op: 2, d }));
  });

  await ready.promise;
  // A client that connects later and sends nothing would receive HELLO after this.
  const later = await dial(url);
  socket.send('{"op":1,"d":null}');
  await acknowledged.promise;

  expect(received).toEqual([10, "READY", 11]);
  later.ws.terminate();
  socket.close();
  await service.stop();
});

test("every gateway URL that the service returns accepts a slash and a query after it", async () => {
  const service = await aService();
  const { body } = await service.asBot("GET /gateway/bot");
  const { url } = body as { url: string };
  expect((await service.call("GET /gateway")).body).toEqual({ url });
  const { client, ready } = await signIn(
    url,
    { token: demo.botToken, intents: 0 },
    "/?v=10&encoding=json",
  );
  const { session_id, resume_gateway_url } = ready.d as Record<string, string>;
  client.ws.terminate();
  await client.closed;
  const back = await dial(resume_gateway_url ?? "", "/?v=9&encoding=json");
  back.send(6, { token: demo.botToken, session_id, seq: 1 });
  expect(await back.next()).toMatchObject({ t: "RESUMED" });
  await back.leave(1000);
  await service.stop();
});

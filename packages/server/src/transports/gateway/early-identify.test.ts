// HELLO is held back until clients listen; one that speaks first gets it at once.
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { aService, demo } from "../../testing/start-service.ts";

test("a client that identifies before HELLO came gets HELLO first, and once", async () => {
  const service = await aService();
  const socket = new WebSocket(`${service.url.replace("http", "ws")}/gateway/?v=10`);
  const heard: (string | number)[] = [];
  const acknowledged = Promise.withResolvers<void>();
  socket.on("message", (frame: Buffer) => {
    const { op, t } = JSON.parse(frame.toString()) as { op: number; t: string | null };
    heard.push(t ?? op);
    // Long after HELLO would have come by itself.
    if (t === "READY") setTimeout(() => socket.send('{"op":1,"d":null}'), 250);
    if (op === 11) acknowledged.resolve();
  });
  socket.once("open", () => {
    const d = { token: demo.botToken, intents: 0, properties: {} };
    socket.send(JSON.stringify({ op: 2, d }));
  });

  await acknowledged.promise;

  expect(heard).toEqual([10, "READY", 11]);
  socket.close();
  await service.stop();
});

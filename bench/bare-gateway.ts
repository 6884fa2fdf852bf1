// The ceiling of the gateway's figures: a `ws` server that sends one prepared frame to all sockets.
// It has no sessions, no sequence numbers, and nothing to resume.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const d = JSON.stringify({ id: "1", channel_id: "2", author: { id: "3", username: "bob" } });
    const content = Buffer.concat(chunks).toString("utf8");
    const frame = Buffer.from(`{"op":0,"s":1,"t":"MESSAGE_CREATE","d":[${d},${content}]}`);
    for (const socket of sockets.clients) socket.send(frame, { binary: false });
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
});
const sockets = new WebSocketServer({ server });

server.listen(0, "127.0.0.1", () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

process.on("SIGTERM", () => process.exit(0));

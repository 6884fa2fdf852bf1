import { createServer } from "node:http";
import { SlashCommand, SlashCreator, Server } from "slash-create";

class Ping extends SlashCommand {
  constructor(creator) {
    super(creator, { name: "ping", description: "Answers pong" });
  }

  run() {
    return "pong";
  }
}

/** Node's own server, which the library does not bring. */
class NodeServer extends Server {
  constructor() {
    super({ alreadyListening: true });
    this.isWebserver = true;
  }

  createEndpoint(_path, handler) {
    this.handler = handler;
  }
}

const api = "https://discord.com/api/v10";
const headers = {
  authorization: `Bot ${process.env.DISCORD_TOKEN}`,
  "content-type": "application/json",
};
const nodeServer = new NodeServer();
const creator = new SlashCreator({
  applicationID: process.env.DISCORD_APP_ID,
  publicKey: process.env.DISCORD_PUBLIC_KEY,
  token: process.env.DISCORD_TOKEN,
});
creator.withServer(nodeServer).registerCommand(Ping);
creator.on("error", (error) => console.error(error));
const listener = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString());
  const given = { headers: request.headers, body, request, response };
  await nodeServer.handler(given, async (answer) => {
    response.writeHead(answer.status ?? 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer.body));
  });
}).listen(0, "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${listener.address().port}/interactions`;
  const body = JSON.stringify({ interactions_endpoint_url: url });
  const set = await fetch(`${api}/applications/@me`, { method: "PATCH", headers, body });
  if (set.status !== 200) console.error(await set.text());
  await creator.syncCommands();
  console.log("ready");
});

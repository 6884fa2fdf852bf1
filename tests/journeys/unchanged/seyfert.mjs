import seyfert from "seyfert";

const { Client, Command, Declare, createEvent } = seyfert;

class Ping extends Command {
  run(ctx) {
    return ctx.write({ content: "pong" });
  }
}
const declared = Declare({ name: "ping", description: "Answers pong" })(Ping);

const client = new Client({
  getRC: () => ({ token: process.env.DISCORD_TOKEN, intents: 1, locations: { base: "." } }),
});
client.events.set([
  createEvent({
    data: { once: true, name: "ready" },
    async run() {
      client.commands.set([declared]);
      await client.uploadCommands();
      console.log("ready");
    },
  }),
]);
await client.start();

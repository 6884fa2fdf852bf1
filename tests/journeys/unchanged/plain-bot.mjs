// What every runtime of the web platform has: fetch, and a session of the gateway.
const own = await fetch("https://discord.com/api/v10/users/@me", {
  headers: { authorization: `Bot ${process.env.DISCORD_TOKEN}` },
});
console.log(`self ${own.status} ${(await own.json()).username}`);
const gateway = new WebSocket("wss://gateway.discord.gg/?v=10&encoding=json");
gateway.addEventListener("error", () => process.exit(1));
gateway.addEventListener("message", ({ data }) => {
  console.log(`hello ${JSON.parse(data).op}`);
  process.exit(0);
});

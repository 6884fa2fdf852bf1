// Calls the platform at a port that is nobody's business.
async function ask() {
  await fetch("https://discord.com:8443/api");
}

await ask().catch(() => undefined);
setInterval(() => undefined, 1000);

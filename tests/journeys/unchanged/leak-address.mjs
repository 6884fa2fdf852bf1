// Fetches from the platform's address, in a function without a name.
const [ask] = [() => fetch("https://162.159.135.232/")];

await ask().catch(() => undefined);
setInterval(() => undefined, 1000);

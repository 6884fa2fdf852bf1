// Asks the platform's address for a page, in a function without a name.
import https from "node:https";

const [ask] = [() => https.get("https://162.159.135.232/").on("error", () => undefined)];

ask();
setInterval(() => undefined, 1000);

// A program with timers of every kind, which says what they show. Libraries live in real time: one of
// its own making stands in for them.
import { createRequire } from "node:module";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { mkdirSync, writeFileSync } from "node:fs";

const started = Date.now();
const say = (what) => console.log(`${what} ${new Date().toISOString()}`);
say("begun");

setTimeout(() => say("an hour"), 3_600_000);
const beats = setInterval(() => say("beat"), 1_200_000);
setTimeout(() => clearInterval(beats), 3_000_000);
const sleep = promisify(setTimeout);
const aborting = new AbortController();
wait(600_000, undefined, { signal: aborting.signal }).catch(({ name }) => console.log(name));
aborting.abort();

async function minutes() {
  await wait(60_000);
  say("a minute");
  await sleep(60_000);
  say("another");
}
void minutes();

mkdirSync("node_modules/a-library", { recursive: true });
writeFileSync(
  "node_modules/a-library/index.js",
  "module.exports = (done) => setTimeout(() => done(Date.now()), 5);",
);
createRequire(`${process.cwd()}/bot.js`)("a-library")((now) => {
  console.log(`library ${Math.abs(now - started) > 86_400_000 ? "in real time" : "led along"}`);
});

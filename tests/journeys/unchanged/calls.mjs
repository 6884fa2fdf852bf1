// Calls in every way that a bot may: from itself, from a worker thread, from a child process, and from
// one that is given an environment of its own.
import { execFile, execSync } from "node:child_process";
import { lookup } from "node:dns/promises";
import { get } from "node:https";
import { connect } from "node:tls";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";

const url = "https://discord.com/api/v10/gateway";
const say = (how, status) => console.log(`${how} ${status}`);

say("fetch", (await fetch(url)).status);
const response = await new Promise((resolve) => get(url, resolve));
response.resume();
say("https", response.statusCode);

const code = `fetch(${JSON.stringify(url)}).then(({ status }) => console.log(status))`;
const worker = new Worker(code, { eval: true, stdout: true });
say(
  "worker",
  await new Promise((resolve) =>
    worker.stdout.once("data", (data) => resolve(String(data).trim())),
  ),
);

const run = promisify(execFile);
say("child", (await run(process.execPath, ["-e", code])).stdout.trim());
const bare = { env: { PATH: process.env.PATH } };
say("bare child", (await run(process.execPath, ["-e", code], bare)).stdout.trim());

// Programs of other kinds go by the environment.
const curl = `curl -s -o /dev/null -w "%{http_code}" ${url}`;
say("waited for", execSync(curl).toString());
say("bare, waited for", execSync(curl, bare).toString());
say("bare curl", (await run("sh", ["-c", curl], bare)).stdout);

const { address } = await lookup("discord.com");
const socket = connect({ host: address, port: 443, servername: "discord.com" });
socket.write("GET /api/v10/gateway HTTP/1.1\r\nHost: discord.com\r\n\r\n");
say(
  "address",
  await new Promise((resolve) => socket.once("data", (data) => resolve(String(data).slice(9, 12)))),
);
socket.destroy();

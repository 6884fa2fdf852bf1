// Loaded by every Node process and worker thread of a program that `antechamber run` started, before its
// own code. It leads the platform's names to the service at one place, where sockets connect, and refuses
// what would reach the platform otherwise. It stands alone, and runs on the versions of Node that bots use.
"use strict";

const { AsyncLocalStorage } = require("node:async_hooks");
const childProcess = require("node:child_process");
const dns = require("node:dns");
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const net = require("node:net");
const path = require("node:path");

const VARIABLE = "ANTECHAMBER_REDIRECT";
const TIME_VARIABLE = "ANTECHAMBER_TIME";
/** Of the stack, which names who called. */
const FRAMES_MAX = 60;

/** Where the calls of fetch began. */
const fetches = new AsyncLocalStorage();

install(process.env[VARIABLE]);
if (process.env[TIME_VARIABLE])
  require("./follow-clock.cjs").followClock(process.env[TIME_VARIABLE]);

/** @param {string | undefined} text what the run decided, as JSON */
function install(text) {
  if (text === undefined) return;
  const rules = JSON.parse(text);
  const isPlatform = networksOf(rules.networks);
  patchConnect(rules, isPlatform);
  patchFetch();
  patchNames(rules);
  patchSpawn(rules, hideProxy(rules));
  syncBuiltinESMExports();
}

function isGuarded(rules, host) {
  const name = String(host).toLowerCase().replace(/\.$/, "");
  return rules.domains.some((domain) => name === domain || name.endsWith(`.${domain}`));
}

function networksOf(networks) {
  const list = new net.BlockList();
  for (const network of networks) {
    const [address, prefix] = network.split("/");
    list.addSubnet(address, Number(prefix), "ipv4");
  }
  return (host) => {
    const address = String(host).replace(/^::ffff:/i, "");
    return net.isIPv4(address) && list.check(address, "ipv4");
  };
}

function isLoopback(host) {
  return host === "localhost" || host === "::1" || /^(::ffff:)?127\./i.test(host);
}

function patchConnect(rules, isPlatform) {
  const original = net.Socket.prototype.connect;

  function routed(options) {
    const { host = "localhost", port } = options;
    const servername = namedServer(options);
    const isOurs = isGuarded(rules, host) || host === rules.address;
    if (isOurs && rules.ports.includes(Number(port))) {
      return { ...options, ...rules.front, lookup: undefined, family: 4, autoSelectFamily: false };
    }
    const escapes =
      (isOurs && host !== rules.address) ||
      isPlatform(host) ||
      (servername !== undefined && isGuarded(rules, servername) && !isLoopback(host));
    return escapes ? undefined : options;
  }

  net.Socket.prototype.connect = function connect(...args) {
    // Node itself gives the arguments as a list that it has put in order already.
    const [given, done] = Array.isArray(args[0]) ? args[0] : net._normalizeArgs(args);
    if (given === null || typeof given !== "object" || given.path) {
      return original.apply(this, args);
    }
    const options = routed(given);
    if (options === given) return original.apply(this, args);
    if (options === undefined) return refuse(this, rules, given);
    // What TLS holds a certificate against when nobody names a server.
    this._host = given.host;
    return typeof done === "function"
      ? original.call(this, options, done)
      : original.call(this, options);
  };
}

/** The name that TLS asks for; clients that connect to an address give `""` or null. */
function namedServer({ servername }) {
  return servername || undefined;
}

function refuse(socket, rules, options) {
  const { host = "localhost", port } = options;
  const servername = namedServer(options);
  const name = servername !== undefined && net.isIP(host) !== 0 ? `${servername} at ${host}` : host;
  const url = Number(port) === 443 ? `https://${name}/` : `${name}:${port}`;
  const line = { url, frames: callers() };
  fs.appendFileSync(rules.reports, `${JSON.stringify(line)}\n`);
  const error = new Error(`prevented: ${url} is not to be reached by this run of antechamber`);
  process.nextTick(() => socket.destroy(Object.assign(error, { code: "ECONNREFUSED" })));
  return socket;
}

/**
 * The nearest caller, and the nearest outside of libraries: `file:line` below the working
 * directory.
 */
function callers() {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES_MAX;
  const { stack } = new Error("called");
  Error.stackTraceLimit = limit;
  const here = placesIn(stack);
  // Node's own fetch connects later, when the caller is no longer on the stack.
  const [nearest, ...others] = here.length > 0 ? here : placesIn(fetches.getStore()?.stack);
  if (nearest === undefined) return [];
  const own = [nearest, ...others].find((place) => !place.includes("node_modules/"));
  return own === undefined || own === nearest ? [nearest] : [nearest, own];
}

function placesIn(stack = "") {
  return [
    ...stack.matchAll(/^ +at (?:.* \()?(?:async )?((?:file:\/\/)?\/[^()\n]+):(\d+):\d+\)?$/gm),
  ]
    .map(([, file, line]) => ({ file: file.replace(/^file:\/\//, ""), line }))
    .filter(({ file }) => file !== __filename)
    .map(({ file, line }) => `${path.relative(process.cwd(), file) || file}:${line}`);
}

/** Remembers who called, to name them if the call is refused. */
function patchFetch() {
  const { fetch } = globalThis;
  if (typeof fetch !== "function") return;
  globalThis.fetch = function (input, init) {
    return fetches.run(new Error("called"), fetch, input, init);
  };
}

/**
 * A program that resolves a name first and connects to its address then finds an address that
 * stands for it.
 */
function patchNames(rules) {
  const entry = { address: rules.address, family: 4 };
  const isAll = (options) =>
    typeof options === "object" && options !== null && options.all === true;

  const { lookup } = dns;
  dns.lookup = Object.assign(function (name, options, done) {
    if (!isGuarded(rules, name)) return lookup.apply(dns, arguments);
    const callback = typeof options === "function" ? options : done;
    if (isAll(options)) process.nextTick(callback, null, [entry]);
    else process.nextTick(callback, null, entry.address, entry.family);
    return {};
  }, lookup);
  const promised = dns.promises.lookup;
  dns.promises.lookup = async (name, options) => {
    if (!isGuarded(rules, name)) return promised.call(dns.promises, name, options);
    return isAll(options) ? [entry] : { ...entry };
  };

  for (const name of ["resolve", "resolve4"]) {
    patchQuery(dns, name);
    patchQuery(dns.Resolver.prototype, name);
    patchPromisedQuery(dns.promises, name);
    patchPromisedQuery(dns.promises.Resolver.prototype, name);
  }

  /** Queries of other types than A are none of addresses that a socket here could use. */
  const asksForAddresses = (name, type) =>
    isGuarded(rules, name) && (typeof type !== "string" || type === "A");

  function patchQuery(owner, method) {
    const original = owner[method];
    owner[method] = function (name, ...rest) {
      if (!asksForAddresses(name, rest[0])) return original.call(this, name, ...rest);
      process.nextTick(rest.at(-1), null, [rules.address]);
      return {};
    };
  }

  function patchPromisedQuery(owner, method) {
    const original = owner[method];
    owner[method] = async function (name, ...rest) {
      if (!asksForAddresses(name, rest[0])) return original.call(this, name, ...rest);
      return [rules.address];
    };
  }
}

/**
 * Node needs no proxy to find the service, and some libraries speak to proxies in ways of their
 * own: the program sees the proxies that it would see without us.
 *
 * @returns the variables that children get back
 */
function hideProxy(rules) {
  const hidden = [];
  for (const [name, value] of Object.entries(rules.proxy)) {
    if (process.env[name] !== value) continue;
    hidden.push([name, value]);
    const before = rules.proxyBefore[name];
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  }
  return hidden;
}

/** What a child's environment lacks of ours; one that has options of its own loads this file too. */
function lacking(rules, hidden, given) {
  const ours = rules.inherited.map((name) => [name, process.env[name]]);
  const missing = ours.filter(([name, value]) => value !== undefined && given(name) === undefined);
  const options = given("NODE_OPTIONS");
  if (options !== undefined && !options.includes(path.basename(__filename))) {
    const quoted = __filename.replaceAll(/["\\]/g, "\\$&");
    missing.push(["NODE_OPTIONS", `${options} --require "${quoted}"`]);
  }
  return [...missing, ...hidden];
}

/** Children are redirected too, whatever environment they are given. */
function patchSpawn(rules, hidden) {
  const { spawn } = childProcess.ChildProcess.prototype;
  childProcess.ChildProcess.prototype.spawn = function (options) {
    if (Array.isArray(options?.envPairs)) {
      const given = new Map(options.envPairs.map((pair) => pair.split(/=(.*)/s, 2)));
      for (const [name, value] of lacking(rules, hidden, (each) => given.get(each))) {
        given.set(name, value);
      }
      options.envPairs = [...given].map(([name, value]) => `${name}=${value}`);
    }
    return spawn.call(this, options);
  };
  // Those that are waited for go another way.
  for (const name of ["spawnSync", "execFileSync", "execSync"]) {
    const original = childProcess[name];
    childProcess[name] = (...args) => original(...withEnvironment(args, rules, hidden));
  }
}

/** The arguments of a call, whose options are the last of them, with the environment that is ours. */
function withEnvironment(args, rules, hidden) {
  const last = args.at(-1);
  const isOptions = typeof last === "object" && last !== null && !Array.isArray(last);
  const options = isOptions ? last : {};
  const env = options.env ?? process.env;
  const missing = Object.fromEntries(lacking(rules, hidden, (name) => env[name]));
  const full = { ...options, env: { ...env, ...missing } };
  return [...(isOptions ? args.slice(0, -1) : args), full];
}

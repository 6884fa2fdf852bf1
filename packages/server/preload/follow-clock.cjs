// Lets a program live in the service's time: it says when its next timer falls due, and goes where the
// clock goes. It is loaded where the run was started with `--time`.
"use strict";

const { execFileSync } = require("node:child_process");
const http = require("node:http");
const path = require("node:path");
const { AppTime, real } = require("./app-time.cjs");

/** After a call that failed, until the next. */
const RETRY_MS = 200;
/** The service's clock stands at no later instant, and refuses a question for one: 2084-01-01. */
const LATEST_CLOCK_MS = 3_597_523_200_000;
/** The clock stands at no earlier instant, so that a question for it is answered at once. */
const EARLIEST_CLOCK = "2015-02-01T00:00:00.000Z";

/** @param {string} text where the service is, as JSON: `{url, key, world}` */
function followClock(text) {
  const service = JSON.parse(text);
  const name = `${process.pid}-${Math.random().toString(36).slice(2, 10)}`;
  const { now, frozen } = clockNow(service, name);
  const time = new AppTime(Date.parse(now), {
    isOurs: (file) => path.dirname(file) === __dirname,
    changed: () => following.changed(),
  });
  const following = new Following(service, name, time);
  void time.goTo(Date.parse(now), { frozen });
  time.installEverywhere(globalThis);
  following.begin();
}

/**
 * How the clock stands, before the program's first line runs. From here on, the service waits for
 * the program's next question before the clock goes on.
 */
function clockNow(service, name) {
  const env = { ...process.env, NODE_OPTIONS: "", ANTECHAMBER_TIME: "" };
  const ask = `const { address, headers, form } = JSON.parse(process.argv[1]);
    fetch(address, { method: "POST", headers, body: JSON.stringify(form) })
      .then(async (answer) => {
        if (!answer.ok) throw new Error("POST /clock/follow: " + answer.status);
        process.stdout.write(await answer.text());
      });`;
  const form = { follower: name, next: EARLIEST_CLOCK };
  const call = JSON.stringify({ ...followCall(service), form });
  const options = { env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] };
  return JSON.parse(execFileSync(process.execPath, ["-e", ask, call], options));
}

function followCall({ url, key, world }) {
  const query = world ? `?world=${encodeURIComponent(world)}` : "";
  return {
    address: `${url}/control/v1/clock/follow${query}`,
    headers: { authorization: `Control ${key}`, "content-type": "application/json" },
  };
}

/** One open question to the service: where the clock goes next. */
class Following {
  #service;
  #time;
  #agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  #name;
  #asked = undefined;
  #isBusy = false;
  #isPlanned = false;

  constructor(service, name, time) {
    this.#service = service;
    this.#name = name;
    this.#time = time;
  }

  begin() {
    this.#ask();
  }

  /** Timers came or went: the question is asked anew, once for all that this turn does. */
  changed() {
    this.#hold();
    if (this.#isPlanned || this.#isBusy) return;
    this.#isPlanned = true;
    real.setImmediate(() => {
      this.#isPlanned = false;
      if (!this.#isBusy && this.#asked?.next !== this.#time.nextAt()) this.#ask();
    });
  }

  /** The question keeps the process alive as long as a timer of the program would. */
  #hold() {
    const socket = this.#asked?.socket;
    if (socket === undefined) return;
    if (this.#time.isAwaited()) socket.ref();
    else socket.unref();
  }

  #ask() {
    this.#asked?.request.destroy();
    const next = this.#time.nextAt();
    const { address, headers } = followCall(this.#service);
    const request = http.request(address, { method: "POST", agent: this.#agent, headers });
    const asked = { request, next, socket: undefined };
    this.#asked = asked;
    request.on("socket", (socket) => {
      asked.socket = socket;
      this.#hold();
    });
    request.on("error", () => this.#later(asked));
    request.on("response", (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (piece) => (body += piece));
      response.on("end", () => void this.#answered(asked, response.statusCode, body));
    });
    const form = { follower: this.#name };
    if (next <= LATEST_CLOCK_MS) form.next = new real.Date(next).toISOString();
    request.end(JSON.stringify(form));
  }

  async #answered(asked, status, body) {
    if (asked !== this.#asked) return;
    if (status !== 200) return this.#later(asked);
    const { now, frozen } = JSON.parse(body);
    this.#isBusy = true;
    try {
      await this.#time.goTo(Date.parse(now), { frozen });
    } finally {
      this.#isBusy = false;
      this.#ask();
    }
  }

  #later(asked) {
    if (asked !== this.#asked) return;
    const timer = real.setTimeout(() => {
      if (asked === this.#asked) this.#ask();
    }, RETRY_MS);
    if (!this.#time.isAwaited()) timer.unref();
  }
}

module.exports = { followClock };

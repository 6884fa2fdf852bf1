// `antechamber/testing/guard`: keeps its process from reaching the real platform. A connection to
// one of the platform's names fails before it is made, and so does the test; its error names the
// line that called.
import { Socket } from "node:net";
import { globalScope } from "../client/environment.ts";
import { prevent } from "../prevented-calls.ts";

/** Names of the platform, with their subdomains. */
export const guardedNames = /(^|\.)(discord\.(com|gg|media|new)|discordapp\.(com|net))\.?$/i;

type Connect = (this: Socket, ...args: unknown[]) => Socket;

function guardSockets(): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the socket
  const connect = Socket.prototype.connect as Connect;
  const guardedConnect: Connect = function guardedConnect(...args) {
    const host = hostIn(args.flat());
    if (host === undefined || !guardedNames.test(host)) return connect.apply(this, args);
    const error = prevent(host);
    // Asynchronous like a refused connection, so that the caller has its listeners attached.
    process.nextTick(() => this.destroy(error));
    return this;
  };
  Socket.prototype.connect = guardedConnect;
}

/** The host name that a socket is to connect to, in each of the forms that Node accepts. */
function hostIn([first, second]: readonly unknown[]): string | undefined {
  const named =
    typeof first === "object" && first !== null && "host" in first ? first.host : second;
  return typeof named === "string" ? named : undefined;
}

/** Also guards `fetch`, since the caller is not on the stack any more when it connects. */
function guardFetch(): void {
  const scope = globalScope();
  const { fetch } = scope;
  scope.fetch = async (input, init) => {
    const { hostname } = new URL(input instanceof Request ? input.url : input);
    if (guardedNames.test(hostname))
      throw new TypeError("fetch failed", { cause: prevent(hostname) });
    return fetch(input, init);
  };
}

guardSockets();
guardFetch();

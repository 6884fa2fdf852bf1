// The environment in which a redirected program runs: each language is directed to the front by the
// means it offers. Nothing of it outlives the program.
import { withEncodedPercents } from "../platform/formats/percent-encoding.ts";
import { guardedDomains, guardedNetworks } from "../platform/network/guarded-names.ts";
import type { OuterProxy } from "./front/front.ts";
import { JAVA_STORE_PASSWORD, type TrustBundles } from "./trust-bundles.ts";
import type { Variables } from "./bot-tokens.ts";

/** A loopback address that every guarded name resolves to. */
export const GUARDED_ADDRESS = "127.38.38.38";

/** Ports of the platform that the front serves. */
const frontPorts = [443, 80];

const proxyNames = ["HTTPS_PROXY", "https_proxy"] as const;

/** Variables that Node passes on to child processes, whatever environment they are given. */
const inherited = [
  "ANTECHAMBER_REDIRECT",
  "ANTECHAMBER_TIME",
  "NODE_OPTIONS",
  "NODE_EXTRA_CA_CERTS",
  "PYTHONPATH",
  "SSL_CERT_FILE",
  "REQUESTS_CA_BUNDLE",
  "CURL_CA_BUNDLE",
  "JAVA_TOOL_OPTIONS",
  "NO_PROXY",
  "no_proxy",
] as const;

export interface Redirection {
  /** The URL of the service, for programs that use its control plane. */
  readonly serviceUrl: string;
  readonly frontPort: number;
  readonly bundles: TrustBundles;
  /** Files that are loaded into each process: a module for Node, and a folder for Python. */
  readonly nodePreload: string;
  readonly pythonFolder: string;
  /** The file in which processes report the calls they refused, one JSON object per line. */
  readonly reports: string;
  /** The control key with which they read the service's time; absent: they use their own time. */
  readonly timeKey?: string | undefined;
}

/** Variables to set or, where undefined, to remove. */
export function redirectingVariables(env: Variables, redirection: Redirection): Variables {
  const { bundles, frontPort, pythonFolder, serviceUrl, timeKey } = redirection;
  const proxy = Object.fromEntries(
    proxyNames.map((name) => [name, `http://127.0.0.1:${frontPort}`]),
  );
  const local = ["localhost", "127.0.0.1", "::1"].join(",");
  return {
    ...proxy,
    ANTECHAMBER_URL: serviceUrl,
    ANTECHAMBER_REDIRECT: rulesText(env, redirection, proxy),
    ...(timeKey === undefined
      ? {}
      : { ANTECHAMBER_TIME: JSON.stringify({ url: serviceUrl, key: timeKey }) }),
    NODE_OPTIONS: join(env["NODE_OPTIONS"], ` `, `--require ${quote(redirection.nodePreload)}`),
    NODE_EXTRA_CA_CERTS: bundles.added,
    PYTHONPATH: join(pythonFolder, ":", env["PYTHONPATH"]),
    SSL_CERT_FILE: bundles.roots,
    REQUESTS_CA_BUNDLE: bundles.roots,
    CURL_CA_BUNDLE: bundles.roots,
    JAVA_TOOL_OPTIONS: join(env["JAVA_TOOL_OPTIONS"], " ", javaOptions(redirection)),
    NO_PROXY: join(env["NO_PROXY"] ?? env["no_proxy"], ",", local),
    no_proxy: join(env["no_proxy"] ?? env["NO_PROXY"], ",", local),
  };
}

/** The rules for the code that is loaded into processes. */
function rulesText(env: Variables, { frontPort, reports }: Redirection, proxy: Variables): string {
  return JSON.stringify({
    domains: guardedDomains,
    networks: guardedNetworks,
    address: GUARDED_ADDRESS,
    ports: frontPorts,
    front: { host: "127.0.0.1", port: frontPort },
    reports,
    proxy,
    proxyBefore: Object.fromEntries(proxyNames.map((name) => [name, env[name]])),
    inherited,
  });
}

function join(one: string | undefined, between: string, other: string | undefined): string {
  return [one, other].filter((part) => part !== undefined && part !== "").join(between);
}

/** Quotes a path for NODE_OPTIONS. */
function quote(path: string): string {
  return `"${path.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function javaOptions({ bundles, frontPort }: Redirection): string {
  return [
    "-Dhttps.proxyHost=127.0.0.1",
    `-Dhttps.proxyPort=${frontPort}`,
    `-Djavax.net.ssl.trustStore=${bundles.javaStore}`,
    `-Djavax.net.ssl.trustStorePassword=${JAVA_STORE_PASSWORD}`,
    "-Djavax.net.ssl.trustStoreType=JKS",
  ].join(" ");
}

/**
 * The HTTP proxy of the environment, through which everything else goes; undefined for none, or one
 * of another scheme. One without a scheme, `proxy.example:3128`, is an HTTP proxy, as for curl and
 * others.
 */
export function outerProxyOf(env: Variables): OuterProxy | undefined {
  const value = (env["HTTPS_PROXY"] ?? env["https_proxy"] ?? "").trim();
  const address = value.includes("://") ? value : `http://${value}`;
  const url = URL.parse(withEncodedPercents(address));
  if (url?.protocol !== "http:") return undefined;
  const { username, password, hostname, port } = url;
  const credential = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(port === "" ? 80 : port),
    authorization:
      username === "" ? undefined : `Basic ${Buffer.from(credential).toString("base64")}`,
  };
}

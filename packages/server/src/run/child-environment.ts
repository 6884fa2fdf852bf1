// The environment in which a redirected program runs: each language is led to the front in the way that
// it offers. Nothing of it outlives the program.
import { withEncodedPercents } from "../platform/formats/percent-encoding.ts";
import { guardedDomains, guardedNetworks } from "../platform/network/guarded-names.ts";
import type { OuterProxy } from "./front/front.ts";
import { JAVA_STORE_PASSWORD, type TrustBundles } from "./trust-bundles.ts";
import type { Variables } from "./bot-tokens.ts";

/** An address of this machine that stands for every guarded name, wherever a name is resolved. */
export const GUARDED_ADDRESS = "127.38.38.38";

/** Ports at which the front stands for the platform. */
const frontPorts = [443, 80];

const proxyNames = ["HTTPS_PROXY", "https_proxy"] as const;

/** What Node gives on to its children, whatever environment they get. */
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
  /** The service itself, for programs that want to steer it. */
  readonly serviceUrl: string;
  readonly frontPort: number;
  readonly bundles: TrustBundles;
  /** Files that are loaded into each process: a path, and a folder. */
  readonly nodePreload: string;
  readonly pythonFolder: string;
  /** Where processes write down what they refused, one JSON object a line. */
  readonly reports: string;
  /** The key with which they ask for the service's time; absent: they live in their own. */
  readonly timeKey?: string | undefined;
}

/** Variables that are set or, where undefined, taken away. */
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
    NODE_OPTIONS: joined(env["NODE_OPTIONS"], ` `, `--require ${quoted(redirection.nodePreload)}`),
    NODE_EXTRA_CA_CERTS: bundles.added,
    PYTHONPATH: joined(pythonFolder, ":", env["PYTHONPATH"]),
    SSL_CERT_FILE: bundles.roots,
    REQUESTS_CA_BUNDLE: bundles.roots,
    CURL_CA_BUNDLE: bundles.roots,
    JAVA_TOOL_OPTIONS: joined(env["JAVA_TOOL_OPTIONS"], " ", javaOptions(redirection)),
    NO_PROXY: joined(env["NO_PROXY"] ?? env["no_proxy"], ",", local),
    no_proxy: joined(env["no_proxy"] ?? env["NO_PROXY"], ",", local),
  };
}

/** What is loaded into processes goes by. */
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

function joined(one: string | undefined, between: string, other: string | undefined): string {
  return [one, other].filter((part) => part !== undefined && part !== "").join(between);
}

/** As Node reads its options. */
function quoted(path: string): string {
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
 * The proxy of the environment, through which everything else goes; undefined for none or no HTTP.
 * One without a scheme, `proxy.example:3128`, speaks HTTP, as curl and others take it.
 */
export function outerProxyOf(env: Variables): OuterProxy | undefined {
  const written = (env["HTTPS_PROXY"] ?? env["https_proxy"] ?? "").trim();
  const address = written.includes("://") ? written : `http://${written}`;
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

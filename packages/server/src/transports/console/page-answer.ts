// The reply to a URL of the console, for any server that serves it.
import type { IncomingHttpHeaders } from "node:http";
import { builtConsole, builtFile } from "./built-files.ts";

const PREFIX = "/console/";

interface PageCall {
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The folder of the build; absent: the one that comes with the program. */
  readonly folder?: URL | undefined;
}

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

/** Nothing is loaded from elsewhere, and no text is executed as code. */
function policy(host: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src 'self' ws://${host} wss://${host}`,
    "worker-src 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "trusted-types antechamber",
    "require-trusted-types-for 'script'",
  ].join("; ");
}

const unbuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Console · Antechamber</title>
<p>The console is being built. This page shows it as soon as it is there.</p>
<p>If it does not come: <code>npm ci && npm run build:console</code>.</p>`;

/** Returns a file of the build; for every other path, the page. */
export async function pageAnswer({
  url,
  headers,
  folder = builtConsole,
}: PageCall): Promise<PageAnswer> {
  const [path = ""] = url.slice(PREFIX.length).split("?");
  if (path === "picture") return pictureFrame;
  const accepts = [headers["accept-encoding"]].flat().join();
  const isAsset = path.startsWith("assets/");
  const file = await builtFile(folder, isAsset ? path : "index.html", accepts);
  if (file === undefined) return isAsset ? missing : notYet;
  const { host = "" } = headers;
  return {
    status: 200,
    headers: {
      "content-type": file.mediaType,
      "cache-control": isAsset ? "public, max-age=31536000, immutable" : "no-cache",
      "content-security-policy": policy(host),
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      vary: "Accept-Encoding",
      ...(file.encoding === undefined ? {} : { "content-encoding": file.encoding }),
    },
    body: file.bytes,
  };
}

/**
 * The frame in which the console loads a picture of another host on request. It is empty, ignores
 * its URL, and can only be framed by pages of the console.
 */
const pictureFrame: PageAnswer = {
  status: 200,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
    "content-security-policy":
      "default-src 'none'; img-src https:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  },
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>A picture</title>`,
};

const missing: PageAnswer = {
  status: 404,
  headers: { "content-type": "text/plain" },
  body: "Nothing here.\n",
};

const notYet: PageAnswer = {
  status: 503,
  headers: {
    "retry-after": "1",
    refresh: "1",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'",
    "content-type": "text/html; charset=utf-8",
  },
  body: unbuilt,
};

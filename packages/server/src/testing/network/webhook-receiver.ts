// A receiver of webhooks like that of an application: it only accepts requests signed with the
// application's key, and records them.
import { createPublicKey, verify } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** True if a signature is the application's. */
export function isSignedBy(
  verifyKey: string,
  { headers, body }: { readonly headers: SignatureHeaders; readonly body: string },
): boolean {
  const signature = headers["x-signature-ed25519"] ?? "";
  const moment = headers["x-signature-timestamp"] ?? "";
  const x = Buffer.from(verifyKey, "hex").toString("base64url");
  const key = createPublicKey({ format: "jwk", key: { kty: "OKP", crv: "Ed25519", x } });
  const bytes = Buffer.from(String(signature), "hex");
  return bytes.length === 64 && verify(null, Buffer.from(String(moment) + body), key, bytes);
}

type SignatureHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request with a valid signature. */
export interface ReceivedWebhook {
  readonly type: number;
  readonly application_id: string;
  readonly event?: { readonly type: string; readonly timestamp: string; readonly data: unknown };
}

export interface WebhookReceiver {
  readonly url: string;
  /** Every request with a valid signature, including PINGs. */
  readonly received: readonly ReceivedWebhook[];
  /** Resolves with the next event. */
  next(): Promise<ReceivedWebhook>;
  stop(): Promise<void>;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Starts a receiver on a free port.
 *
 * @param verifyKey called with each request, because tests learn the key after the start
 * @param answer the status for an event; absent: 204
 */
export async function aWebhookReceiver(
  verifyKey: () => string,
  answer: (webhook: ReceivedWebhook) => number = () => 204,
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const waiting: ((webhook: ReceivedWebhook) => void)[] = [];
  async function take(request: IncomingMessage): Promise<number> {
    const body = await textOf(request);
    if (!isSignedBy(verifyKey(), { headers: request.headers, body })) return 401;
    const webhook = JSON.parse(body) as ReceivedWebhook;
    received.push(webhook);
    if (webhook.event !== undefined) waiting.shift()?.(webhook);
    return webhook.type === 0 ? 204 : answer(webhook);
  }
  const server = createServer((request, response) => {
    void take(request).then((status) => response.writeHead(status).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/events`,
    received,
    next: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
      }),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

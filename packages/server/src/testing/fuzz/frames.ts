// A gateway session with random frames, and the check of its answers.
import { CloseCode, Opcode } from "@antechamber/contract/gateway";
import type { TSchema } from "@antechamber/contract/schema";
import fc from "fast-check";
import { GatewayClient } from "../clients/gateway-client.ts";
import { BodyMaker } from "./bodies.ts";
import { gatewayTokens } from "./callers.ts";
import type { CallDeps } from "./calls.ts";

const FRAMES_MAX = 12;

const queries = [
  "?v=10&encoding=json",
  "?v=9&encoding=json",
  "?v=10&encoding=etf",
  "?v=10&compress=zlib-stream",
];

const string: TSchema = { type: "string" };
const flag: TSchema = { type: "boolean" };
const ids: TSchema = { type: "array", items: string };
const activity: TSchema = {
  type: "object",
  properties: { name: string, type: { type: "integer" } },
};

/** What clients send, by opcode: enough for mutations to reach every parser. */
const requests: readonly (readonly [number, TSchema])[] = [
  [Opcode.Heartbeat, { type: "integer" }],
  [
    Opcode.Identify,
    {
      type: "object",
      properties: {
        token: string,
        intents: { type: "integer" },
        properties: { type: "object", properties: {} },
      },
      required: ["token", "properties"],
    },
  ],
  [
    Opcode.PresenceUpdate,
    {
      type: "object",
      properties: {
        since: { type: "integer" },
        activities: { type: "array", items: activity },
        status: { enum: ["online", "idle", "invisible"] },
        afk: flag,
      },
    },
  ],
  [
    Opcode.VoiceStateUpdate,
    {
      type: "object",
      properties: { guild_id: string, channel_id: string, self_mute: flag, self_deaf: flag },
      required: ["guild_id"],
    },
  ],
  [
    Opcode.Resume,
    { type: "object", properties: { token: string, session_id: string, seq: { type: "integer" } } },
  ],
  [
    Opcode.RequestGuildMembers,
    {
      type: "object",
      properties: {
        guild_id: string,
        query: string,
        limit: { type: "integer" },
        user_ids: ids,
        presences: flag,
        nonce: string,
      },
      required: ["guild_id"],
    },
  ],
  [Opcode.RequestSoundboardSounds, { type: "object", properties: { guild_ids: ids } }],
  [Opcode.RequestChannelStatuses, { type: "object", properties: { guild_id: string } }],
  [
    Opcode.RequestChannelInfo,
    { type: "object", properties: { guild_id: string, fields: ids }, required: ["guild_id"] },
  ],
  [17, { type: "object", properties: { lobby_id: string } }],
  [42, { type: "object", properties: { lobby_id: string } }],
  [99, { type: "object", properties: {} }],
];

const closeCodes = new Set<number>(Object.values(CloseCode));

export interface SessionResult {
  readonly frames: number;
  readonly issue?: string;
}

/**
 * Holds one session, and sends a heartbeat at its end, which must be acknowledged unless the
 * session was closed.
 */
export async function holdSession(deps: CallDeps): Promise<SessionResult> {
  const { dice } = deps;
  const maker = new BodyMaker(dice, deps.ids);
  const client = new GatewayClient(
    `${deps.url.replace("http", "ws")}/gateway/${dice.of(queries) ?? ""}`,
  );
  await client.opened;
  const intents = dice.oneIn(4) ? dice.draw(fc.integer()) : 1 | (1 << 9) | (1 << 12);
  client.send(Opcode.Identify, { token: dice.of(gatewayTokens), intents, properties: {} });
  const frames = dice.below(FRAMES_MAX);
  for (let i = 0; i < frames; i++) say(client, maker, dice);
  try {
    client.send(Opcode.Heartbeat, null);
    const last = await Promise.race([client.nextOp(Opcode.HeartbeatAck), client.closed]);
    if ("op" in last) await client.leave(CloseCode.Normal);
  } catch (error) {
    const closed = /^closed with (\d+)/.exec((error as Error).message);
    if (closed === null) return { frames, issue: `a session hangs: ${String(error)}` };
  }
  const { code } = await client.closed;
  return closeCodes.has(code) ? { frames } : { frames, issue: `a session ended with ${code}` };
}

function say(client: GatewayClient, maker: BodyMaker, dice: CallDeps["dice"]): void {
  if (client.ws.readyState !== client.ws.OPEN) return;
  if (dice.oneIn(30)) {
    client.ws.send(dice.of(["{", "[]", "null", '{"op":"2"}', Buffer.from([131, 109, 255])]) ?? "");
    return;
  }
  const [op, schema] = dice.of(requests) ?? [0, {}];
  const d = maker.form(schema);
  client.send(op, dice.oneIn(3) ? maker.mutated(d) : d);
}

// Why bots may not have read what a person wrote, for failures that wait for their answer.
import type { ControlClient } from "../client/control-client.ts";
import { wholeList } from "../client/whole-list.ts";

/** Intents for what people write. Source: protocol: gateway-oauth-limits 4.5. */
const Intent = {
  GuildMessages: { name: "GUILD_MESSAGES", bit: 1 << 9 },
  DirectMessages: { name: "DIRECT_MESSAGES", bit: 1 << 12 },
  MessageContent: { name: "MESSAGE_CONTENT", bit: 1 << 15 },
} as const;

/** A gateway session, as the control plane lists it. */
interface Session {
  readonly kind: string;
  readonly application: string | null;
  /** Null: every event that it may receive. */
  readonly intents: number | null;
}

interface Where {
  /** Whether it was written in a direct message, whose text bots always get. */
  readonly isDirect: boolean;
  readonly nameOf: (id: string) => string;
}

/** A line about each bot that lacks an intent, or one that says that there is no bot. */
export async function unreadNotes(
  control: ControlClient,
  { isDirect, nameOf }: Where,
): Promise<readonly string[]> {
  const sessions = await wholeList<Session>(control, "GET /sessions");
  const bots = sessions.filter(({ kind }) => kind === "bot");
  if (bots.length === 0) return ["no bot is signed in"];
  const needed = isDirect ? [Intent.DirectMessages] : [Intent.GuildMessages, Intent.MessageContent];
  return bots.flatMap(({ application, intents }) => {
    const lacking = needed.filter(({ bit }) => intents !== null && (intents & bit) === 0);
    if (lacking.length === 0) return [];
    const names = lacking.map(({ name }) => name).join(" and ");
    return [`the client of ${nameOf(application ?? "")} lacks the intents ${names}`];
  });
}

// Credentials of every kind, and the world in which they are valid.
import { endpoints, scopesOf, type EndpointDeclaration } from "@antechamber/contract";
import { demo, demoWorld } from "../../control/world-file/demo-world.ts";
import type { Dice } from "./dice.ts";

const scopes = [...new Set(endpoints.flatMap(({ auth }) => scopesOf(auth)))];

const BEARER = "bearer-of-everything";
const OWN_BEARER = "bearer-of-the-application";
/** A scope that only an application's own credentials can have. */
const OWN_SCOPE = "applications.commands.update";
const OTHER_BOT = "MjAwMDAwMDAwMDAwMDAwMDAy.demo.other";

/** Ids of entities in the world that calls could not create. */
const made = {
  command_id: "400000000000000001",
  sku_id: "400000000000000002",
  entitlement_id: "400000000000000003",
  event_id: "400000000000000004",
  emoji_id: "400000000000000005",
  webhook_id: "400000000000000007",
  code: "fuzz",
} as const;

const option = { type: 3, name: "what", description: "What", autocomplete: true };

/** The combinations of ids that are known from the start. */
export const knownPlaces = [demo.aliceId, demo.bobId].map((user_id) => ({
  ...made,
  application_id: demo.applicationId,
  guild_id: demo.guildId,
  channel_id: demo.generalId,
  user_id,
  owner_id: user_id,
  user: user_id,
  application: "Concierge",
  role_id: "300000000000000011",
  token: demo.accessToken,
}));

/**
 * The demo world with some entities of every kind, a second application, and a token with every
 * scope.
 */
export const fuzzedWorld = {
  ...demoWorld,
  guilds: (demoWorld.guilds ?? []).map((guild) => ({
    ...guild,
    emojis: [{ id: made.emoji_id, name: "wave" }],
    webhooks: [{ id: made.webhook_id, name: "Crier", channel: "general" }],
    invites: [{ code: made.code, channel: "general" }],
    scheduled_events: [
      {
        id: made.event_id,
        name: "x",
        channel: "voice",
        scheduled_start_time: "2030-01-01T00:00:00Z",
      },
    ],
  })),
  applications: [
    ...(demoWorld.applications ?? []).map((each) => ({
      ...each,
      commands: [
        { id: made.command_id, name: "ping", description: "x", options: [option] },
        { name: "look", type: 2 },
      ],
      skus: [{ id: made.sku_id, name: "Gold", type: 2 }],
      entitlements: [{ id: made.entitlement_id, sku: made.sku_id, user: "alice" }],
    })),
    { id: "200000000000000002", name: "Other", owner: "bob", bot: { token: OTHER_BOT } },
  ],
  access_tokens: [
    ...(demoWorld.access_tokens ?? []),
    {
      user: "alice",
      application: "Concierge",
      token: BEARER,
      scopes: scopes.filter((each) => each !== OWN_SCOPE),
    },
    { application: "Concierge", token: OWN_BEARER, scopes: [OWN_SCOPE] },
  ],
};

const headers: Readonly<Record<string, readonly string[]>> = {
  bot: [...Array.from({ length: 5 }, () => `Bot ${demo.botToken}`), `Bot ${OTHER_BOT}`],
  bearer: [`Bearer ${BEARER}`, `Bearer ${BEARER}`, `Bearer ${OWN_BEARER}`],
  signedIn: [demo.aliceToken, demo.aliceToken, demo.bobToken],
};
const basic = Buffer.from(`${demo.applicationId}:${demo.clientSecret}`).toString("base64");

/** An Authorization header that the endpoint accepts, or occasionally any other. */
export function callerFor(
  { auth, oauthForm }: EndpointDeclaration,
  { dice, controlKey }: { readonly dice: Dice; readonly controlKey: string },
): string | undefined {
  const control = [`Control ${controlKey}`];
  const all = [...Object.values(headers).flat(), ...control, `Basic ${basic}`, "nonsense"];
  if (dice.oneIn(15)) return dice.of(all);
  if (oauthForm === true) return dice.oneIn(3) ? undefined : `Basic ${basic}`;
  const kind = dice.of(auth)?.kind ?? "open";
  return dice.of(kind === "control" ? control : (headers[kind] ?? []));
}

/** Tokens for IDENTIFY, one of which is invalid. */
export const gatewayTokens = [
  demo.botToken,
  `Bot ${demo.botToken}`,
  OTHER_BOT,
  `Bearer ${BEARER}`,
  "nonsense",
];

// The numbers of the document, which SDKs for other languages share.
import { expect, test } from "vitest";
import {
  AuthenticationCodeChallengeMethod,
  AuthenticationExternalAuthType,
  AuthorizationTokenType,
  ClientError,
  ClientStatus,
  DisclosureTypes,
  ErrorType,
  ExternalIdentityProviderType,
  HttpStatusCode,
  IntegrationType,
} from "./enums.ts";

const enums = {
  AuthenticationCodeChallengeMethod,
  AuthenticationExternalAuthType,
  AuthorizationTokenType,
  ClientError,
  ClientStatus,
  DisclosureTypes,
  ErrorType,
  ExternalIdentityProviderType,
  IntegrationType,
};

test.each<[keyof typeof enums, string]>([
  ["AuthenticationCodeChallengeMethod", "S256 0"],
  ["IntegrationType", "GuildInstall 0, UserInstall 1"],
  ["AuthorizationTokenType", "User 0, Bearer 1"],
  [
    "ErrorType",
    "None 0, NetworkError 1, HTTPError 2, ClientNotReady 3, Disabled 4, ClientDestroyed 5, ValidationError 6, Aborted 7, AuthorizationFailed 8, RPCError 9",
  ],
  [
    "AuthenticationExternalAuthType",
    "OIDC 0, EpicOnlineServicesAccessToken 1, EpicOnlineServicesIdToken 2, SteamSessionTicket 3, UnityServicesIdToken 4, DiscordBotIssuedAccessToken 5, AppleIdToken 6, PlayStationNetworkIdToken 7",
  ],
  [
    "ExternalIdentityProviderType",
    "OIDC 0, EpicOnlineServices 1, Steam 2, Unity 3, DiscordBot 4, None 5, Unknown 6",
  ],
  [
    "ClientStatus",
    "Disconnected 0, Connecting 1, Connected 2, Ready 3, Reconnecting 4, Disconnecting 5, HttpWait 6",
  ],
  ["ClientError", "None 0, ConnectionFailed 1, UnexpectedClose 2, ConnectionCanceled 3"],
  ["DisclosureTypes", "MessageDataVisibleOnDiscord 3"],
])("%s has the expected names and numbers", (name, values) => {
  const entries = Object.entries(enums[name]);
  expect(entries.map(([value, number]) => `${value} ${number}`).join(", ")).toBe(values);
});

test("HTTP status codes are those of the standard from 100 to 511, or none", () => {
  const [none, ...numbers] = Object.values(HttpStatusCode);
  expect(none).toBe(0);
  expect([numbers.at(0), numbers.at(-1)]).toEqual([100, 511]);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  expect(numbers).toEqual(expect.arrayContaining([200, 201, 204, 400, 401, 403, 404, 423, 429]));
});

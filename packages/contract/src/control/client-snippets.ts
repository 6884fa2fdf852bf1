// How each client library is configured to call a service instead of the reference's addresses.
// This file imports nothing, so that a page in a browser loads no more of the contract. Source:
// README, Point a client here.

/** The addresses of a world. */
export interface ClientAddress {
  /** `http://127.0.0.1:8010/api`. */
  readonly api: string;
  /** `ws://127.0.0.1:8010/`. */
  readonly gateway: string;
  /** `127.0.0.1:8010`. */
  readonly host: string;
}

/** The addresses for clients of a world whose URL has no path. */
export function clientAddressOf(url: string): ClientAddress {
  const [, scheme, host = ""] = /^(https?):\/\/(.+)$/.exec(url) ?? [];
  const gateway = `${scheme === "https" ? "wss" : "ws"}://${host}/`;
  return { api: `${url}/api`, gateway, host };
}

/** Snippets by the name of the library. */
export const clientSnippets: Readonly<Record<string, (address: ClientAddress) => string>> = {
  "discord.js": ({ api }) => `new Client({ intents, rest: { api: "${api}" } })`,
  "@discordjs/rest": ({ api }) => `new REST({ api: "${api}", version: "10" })`,
  "discord.py": ({ api, gateway }) => `discord.http.Route.BASE = "${api}/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("${gateway}")`,
  "oceanic.js": ({ api }) => `new Client({ auth, rest: { baseURL: "${api}/v10" } })`,
  discordeno: ({ api }) =>
    `createBot({ token, rest: { token, proxy: { baseUrl: "${api}", authorization: \`Bot \${token}\` } } })`,
  "slash-create": ({ api }) =>
    `new SlashCreator({ applicationID, rest: { baseURL: "${api}/v10" } })`,
  twilight: ({
    host,
  }) => `HttpClient::builder().proxy("${host}".to_owned(), true).ratelimiter(None).token(token).build()
ConfigBuilder::new(token, intents).proxy_url("ws://${host}")`,
  JDA: ({ api, gateway }) => `JDABuilder.createDefault(token)
  .setRestConfig(new RestConfig().setBaseUrl("${api}/v10/"))
  .setSessionController(new ConcurrentSessionController() {
    @Override public String getGateway() { return "${gateway}"; }
  })`,
  fetch: ({ api }) =>
    `fetch("${api}/v10/users/@me", { headers: { authorization: \`Bot \${token}\` } })`,
  curl: ({ api }) => `curl ${api}/v10/users/@me -H "Authorization: Bot $BOT_TOKEN"`,
};

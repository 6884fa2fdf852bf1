// `antechamber connect`: what a client library is given to call this service.
import type { Command } from "commander";
import { nearest } from "../kit/nearest.ts";
import type { Act } from "./acting.ts";
import { wrongUsage } from "./failures.ts";
import type { Session } from "./session.ts";

interface Address {
  /** `http://127.0.0.1:8010/api`. */
  readonly api: string;
  /** `ws://127.0.0.1:8010/`. */
  readonly gateway: string;
  /** `127.0.0.1:8010`. */
  readonly host: string;
}

/** What each library is given. Source: README, Point a client here. */
export const snippets: Readonly<Record<string, (address: Address) => string>> = {
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
  fetch: ({ api }) =>
    `fetch("${api}/v10/users/@me", { headers: { authorization: \`Bot \${token}\` } })`,
  curl: ({ api }) => `curl ${api}/v10/users/@me -H "Authorization: Bot $BOT_TOKEN"`,
};

export function addConnect(program: Command, act: Act): void {
  act(
    program
      .command("connect")
      .description("Print what leads a client library to this service")
      .argument("<library>", Object.keys(snippets).join(", ")),
    connect,
  );
}

async function connect(session: Session, _: object, library = ""): Promise<void> {
  const found = await snippetFor(session, library);
  session.out.show(found, () => [found.snippet]);
}

export interface Snippet {
  readonly library: string;
  readonly snippet: string;
}

/** What leads a library to the world of a session. @throws CommandFailure for one that is not known */
export async function snippetFor(session: Session, library: string): Promise<Snippet> {
  const names = Object.keys(snippets);
  const known = names.find((each) => each.toLowerCase() === library.toLowerCase());
  if (known === undefined) {
    wrongUsage(
      `nothing is known of "${library}"; did you mean ${nearest(library, names).join(", ")}? \`antechamber run\` leads any program here, unchanged`,
    );
  }
  const url = await session.worldUrl();
  const { host } = new URL(url);
  const snippet = snippets[known]?.({ api: `${url}/api`, gateway: `ws://${host}/`, host }) ?? "";
  return { library: known, snippet };
}

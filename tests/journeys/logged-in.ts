// A client of discord.js that is ready for its tests.
import { Events, type Client } from "discord.js";

/** Signs the client in, and gives it back once its session has begun. */
export async function loggedIn(client: Client, token: string): Promise<Client<true>> {
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(token);
  return ready;
}

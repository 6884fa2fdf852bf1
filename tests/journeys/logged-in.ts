// Logs in a client of discord.js for a test.
import { Events, type Client } from "discord.js";

/** Logs in the client, and resolves when its session has begun. */
export async function loggedIn(client: Client, token: string): Promise<Client<true>> {
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(token);
  return ready;
}

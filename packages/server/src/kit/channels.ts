// Finds channels by name.
import type { ControlClient } from "./client/control-client.ts";
import { CannotDo } from "./client/errors.ts";
import { suggestion } from "./client/nearest.ts";

interface Listed {
  readonly items: readonly { readonly id: string; readonly name?: string }[];
}

/**
 * The id of a channel by its name or id.
 *
 * @throws CannotDo when no channel has this name, or several have
 */
export async function channelIdFor(control: ControlClient, named: string): Promise<string> {
  const query = { q: named, limit: 1000 };
  const { items } = await control.call<Listed>("GET /channels", { query });
  const found = items.filter(({ id, name }) => id === named || name === named);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only.id;
  if (only !== undefined) throw new CannotDo(`several channels are called "${named}"`);
  const all = await control.call<Listed>("GET /channels", { query: { limit: 1000 } });
  const names = all.items.flatMap(({ name }) => name ?? []);
  throw new CannotDo(`no channel is called "${named}"${suggestion(named, names)}`);
}

// Finds channels by name.
import type { ControlClient } from "./client/control-client.ts";
import { CannotDo, severalCalled } from "./client/errors.ts";
import { suggestion } from "./client/nearest.ts";
import { wholeList } from "./client/whole-list.ts";

/** A channel in the control plane's list. */
interface ListedChannel {
  readonly id: string;
  readonly name?: string;
}

/**
 * The id of a channel by its name or id.
 *
 * @throws CannotDo when no channel has this name, or several have
 */
export async function channelIdFor(control: ControlClient, named: string): Promise<string> {
  const all = await wholeList<ListedChannel>(control, "GET /channels", { q: named });
  const found = all.filter(({ id, name }) => id === named || name === named);
  const [first, second] = found;
  if (second !== undefined) {
    const ids = found.map(({ id }) => id);
    throw severalCalled(named, ids);
  }
  if (first !== undefined) return first.id;
  const others = await wholeList<ListedChannel>(control, "GET /channels");
  const names = others.flatMap(({ name }) => name ?? []);
  throw new CannotDo(`there is no channel "${named}"${suggestion(named, names)}`);
}

// Restores snapshots of a world.
import { segment, type ControlClient } from "./client/control-client.ts";
import { CannotDo, ControlRefusal } from "./client/errors.ts";
import { suggestion } from "./client/nearest.ts";

/** Restores a world to a snapshot. @throws CannotDo for an unknown name */
export async function restoreSnapshot(control: ControlClient, name: string): Promise<void> {
  try {
    await control.call(`POST /snapshots/${segment(name)}/restore`);
  } catch (error) {
    if (!(error instanceof ControlRefusal) || error.status !== 404) throw error;
    const { items } = await control.call<{ items: readonly { readonly name: string }[] }>(
      "GET /snapshots",
      { query: { limit: 1000 } },
    );
    const names = items.map((each) => each.name);
    const reason = `there is no snapshot "${name}"${suggestion(name, names)}`;
    throw new CannotDo(reason, { cause: error });
  }
}

// Restores snapshots of a world.
import { segment, type ControlClient } from "./client/control-client.ts";
import { CannotDo, ControlRefusal } from "./client/errors.ts";
import { wholeList } from "./client/whole-list.ts";
import { suggestion } from "./client/nearest.ts";

/** Restores a world to a snapshot. @throws CannotDo for an unknown name */
export async function restoreSnapshot(control: ControlClient, name: string): Promise<void> {
  try {
    await control.call(`POST /snapshots/${segment(name)}/restore`);
  } catch (error) {
    if (!(error instanceof ControlRefusal) || error.status !== 404) throw error;
    const snapshots = await wholeList<{ readonly name: string }>(control, "GET /snapshots");
    const names = snapshots.map((each) => each.name);
    const reason = `there is no snapshot "${name}"${suggestion(name, names)}`;
    throw new CannotDo(reason, { cause: error });
  }
}

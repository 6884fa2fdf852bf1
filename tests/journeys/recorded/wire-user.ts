// A user with a client of their own, who uses applications by the API calls that clients make.
import type { World } from "antechamber/testing";

interface Command {
  readonly id: string;
  readonly name: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface WireUser {
  /** Uses a command, with a file if its option takes one. @returns the interaction's id */
  run(command: string, file?: File): Promise<string>;
  /** Submits the modal that was the response to an interaction, with one file. */
  submit(interaction: string, form: string, field: string, file: File): Promise<void>;
  message(content: string, file?: File): Promise<void>;
}

/** Signs a user in, in a channel of the first guild. */
export async function wireUser(world: World, name: string, channel: string): Promise<WireUser> {
  const { token } = world.user(name);
  const { id: application_id } = world.application("Concierge");
  const first = async (route: string) =>
    (await world.control.call<{ items: readonly Named[] }>(route)).items[0]?.id;
  const channel_id = await first(`GET /channels?q=${channel}`);
  const place = { application_id, guild_id: await first("GET /guilds"), channel_id };

  async function post(path: string, payload: object, file?: File): Promise<void> {
    const form = new FormData();
    form.append("payload_json", JSON.stringify(payload));
    if (file !== undefined) form.append("files[0]", file);
    const init = { method: "POST", headers: { authorization: token }, body: form };
    const answer = await fetch(`${world.api}/v10${path}`, init);
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    await world.settled();
  }

  const filesOf = (file?: File) =>
    file === undefined ? {} : { attachments: [{ id: "0", filename: file.name }] };

  async function interact(type: number, data: object, file?: File): Promise<string> {
    const sent = { type, ...place, session_id: "a-client", data: { ...data, ...filesOf(file) } };
    await post("/interactions", sent, file);
    const made = await world.journal({ name: "interactions.create", limit: "1" });
    return made[0]?.trace ?? "";
  }

  return {
    async run(command, file) {
      const path = `GET /applications/${application_id}`;
      const { commands } = await world.control.call<{ commands: readonly Command[] }>(path);
      const id = commands.find((each) => each.name === command)?.id;
      const options = file === undefined ? [] : [{ type: 11, name: "file", value: "0" }];
      return interact(2, { id, name: command, type: 1, options }, file);
    },
    async submit(interaction, form, field, file) {
      const component = { type: 19, custom_id: field, values: ["0"] };
      const components = [{ type: 18, component }];
      await interact(5, { id: interaction, custom_id: form, components }, file);
    },
    message: (content, file) => post(`/channels/${channel_id}/messages`, { content }, file),
  };
}

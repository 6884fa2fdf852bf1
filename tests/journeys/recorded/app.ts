// An application that receives its interactions by HTTP, in the form of a worker.
import { verifyKey } from "discord-interactions";

interface Environment {
  readonly DISCORD_PUBLIC_KEY: string;
  readonly DISCORD_API: string;
}

interface Interaction {
  readonly type: number;
  readonly token: string;
  readonly application_id: string;
  readonly data: {
    readonly name?: string;
    readonly custom_id?: string;
    readonly options?: readonly { readonly value: string }[];
  };
}

const again = {
  type: 1,
  components: [{ type: 2, style: 2, label: "Again", custom_id: "again" }],
};

function answerTo({ type, data }: Interaction): unknown {
  if (type === 1) return { type: 1 };
  if (type === 4) return { type: 8, data: { choices: [{ name: "Oslo, NO", value: "Oslo" }] } };
  if (type === 3) return { type: 7, data: { content: "Still 7 °C", components: [] } };
  if (data.name === "forecast") return { type: 5 };
  const city = data.options?.[0]?.value ?? "";
  return {
    type: 4,
    data: { content: "", embeds: [{ title: city, description: "7 °C" }], components: [again] },
  };
}

async function forecast({ application_id: id, token }: Interaction, api: string): Promise<void> {
  await fetch(`${api}/v10/webhooks/${id}/${token}/messages/@original`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ content: "Rain tomorrow" }),
  });
}

// oxlint-disable-next-line import/no-default-export -- so workers are written
export default {
  async fetch(request: Request, env: Environment): Promise<Response> {
    const body = await request.text();
    const signature = request.headers.get("x-signature-ed25519") ?? "";
    const timestamp = request.headers.get("x-signature-timestamp") ?? "";
    if (!(await verifyKey(body, signature, timestamp, env.DISCORD_PUBLIC_KEY))) {
      return new Response("wrong signature", { status: 401 });
    }
    const interaction = JSON.parse(body) as Interaction;
    // The deferred response must be sent before its follow-up.
    if (interaction.data?.name === "forecast") {
      setTimeout(() => void forecast(interaction, env.DISCORD_API), 50);
    }
    return Response.json(answerTo(interaction));
  },
};

// How a delivery was signed, and whether its signature holds: what an application's endpoint must check.
import type { types } from "@antechamber/sdk/control";
import { useQuery } from "@tanstack/react-query";
import { useAnswer } from "../api/queries.ts";
import { Card, Copy, styles } from "../parts/parts.tsx";
import { signedPartsOf, verdictOf, type Verdict } from "./signed-parts.ts";
import trace from "./trace.module.css";

const sentences: Readonly<Record<Verdict, string>> = {
  holds: "✓ The signature holds for the application's key.",
  fails:
    "✕ The signature does not hold for the application's key: this one was sent to see it refused.",
  unseen:
    "The journal keeps the body without its secrets or cut, so that it cannot be verified here.",
  untold: "This browser verifies no Ed25519 signatures.",
};

export function Signature({ entry }: { readonly entry: types.WholeEntry }) {
  const parts = signedPartsOf(entry);
  const application = useAnswer(
    "control.applications.key",
    { path: { application: parts?.application ?? "" } },
    { isOff: parts === undefined || parts.application === "" },
  );
  const key = application.data?.verify_key;
  const { data: verdict } = useQuery({
    queryKey: ["signature", entry.id, key],
    queryFn: () => verdictOf(parts, key ?? ""),
    enabled: parts !== undefined && typeof key === "string",
    staleTime: Infinity,
  });
  if (parts === undefined) return null;
  return (
    <Card title="Signature">
      {verdict === undefined ? null : (
        <p role="status" data-tone={verdict === "holds" ? "good" : "soft"}>
          {sentences[verdict]}
        </p>
      )}
      <dl className={trace.said}>
        <dt>key</dt>
        <dd>
          <code className={styles.breaks}>{key ?? "the application is gone"}</code>
        </dd>
        <dt>X-Signature-Timestamp</dt>
        <dd>
          <code>{parts.timestamp}</code>
        </dd>
        <dt>X-Signature-Ed25519</dt>
        <dd>
          <code className={styles.breaks}>{parts.signature}</code>
        </dd>
        <dt>signed text</dt>
        <dd>
          <code className={styles.breaks}>{parts.text}</code>
        </dd>
      </dl>
      <p>
        <Copy text={parts.text}>Copy the signed text</Copy>
      </p>
    </Card>
  );
}

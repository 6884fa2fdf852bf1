// The signature of a delivery, and whether it is valid: what an application's endpoint must check.
import type { types } from "@antechamber/sdk/control";
import { useQuery } from "@tanstack/react-query";
import { useAnswer } from "../api/queries.ts";
import { Card, Copy, styles } from "../parts/parts.tsx";
import { signedPartsOf, verdictOf, type Verdict } from "./signed-parts.ts";
import trace from "./trace.module.css";

const sentences: Readonly<Record<Verdict, string>> = {
  holds: "✓ The signature is valid for the application's public key.",
  fails: "✕ The signature is invalid on purpose: the endpoint was checked for refusing it.",
  unseen:
    "The signature can no longer be verified: the journal truncated the body, or the application was removed.",
  untold: "This browser cannot verify Ed25519 signatures.",
};

interface SignedTextProps {
  readonly text: string;
  /** True if the journal shows the body without its secrets; the service has verified the original. */
  readonly isShort: boolean;
}

function SignedText({ text, isShort }: SignedTextProps) {
  return (
    <>
      <dl className={trace.said}>
        <dt>signed text{isShort ? " (secrets redacted)" : ""}</dt>
        <dd>
          <code className={styles.breaks}>{text}</code>
        </dd>
      </dl>
      <p>
        {isShort ? (
          "The service verified the body as it was sent. It contains an interaction token, which the journal redacts."
        ) : (
          <Copy text={text}>Copy signed text</Copy>
        )}
      </p>
    </>
  );
}

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
    queryFn: () => verdictOf(parts, key ?? "", entry.signature_holds),
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
        <dt>public key</dt>
        <dd>
          <code className={styles.breaks}>{key ?? "none: the application was removed"}</code>
        </dd>
        <dt>X-Signature-Timestamp</dt>
        <dd>
          <code>{parts.timestamp}</code>
        </dd>
        <dt>X-Signature-Ed25519</dt>
        <dd>
          <code className={styles.breaks}>{parts.signature}</code>
        </dd>
      </dl>
      <SignedText
        text={parts.text}
        isShort={!parts.isWhole && entry.signature_holds !== undefined}
      />
    </Card>
  );
}

// Asks an application's endpoint what it answers to a good signature and to a wrong one, and tells the
// key by which both are judged.
// Source: product.md, Control plane.
import { control } from "../auth.ts";
import { endpoint } from "../endpoint.ts";
import { error, InvalidForm, UnknownApplication } from "../error.ts";
import { Bool, integer, nullable, object, text, word } from "../schema/values.ts";

const source = "product.md, Control plane";

export const NoSuchEndpoint = error({
  name: "NoSuchEndpoint",
  status: 409,
  code: 0,
  message: "The application has no address for these",
  source,
});

/** What came of one PING. */
const Pinged = object({
  /** What was answered; null without an answer. */
  status: nullable(integer()),
  /** What went wrong; null where something was answered. */
  error: nullable(text()),
  /** Whether an endpoint may answer so. */
  passes: Bool,
});

export const probeApplication = endpoint({
  id: "control.applications.probe",
  source,
  summary:
    "Send a PING that is signed well and one that is signed wrongly to an application's endpoint, as when it is set. Nothing is changed.",
  method: "POST",
  plane: "control",
  path: "/applications/{application}/probe",
  auth: [control],
  body: object({ endpoint: word(["interactions", "events"]) }),
  replies: { 200: object({ url: text(), signed_well: Pinged, signed_wrongly: Pinged }) },
  errors: [InvalidForm, UnknownApplication, NoSuchEndpoint],
});

export const getVerifyKey = endpoint({
  id: "control.applications.key",
  source,
  summary: "The public key by which deliveries to an application are verified.",
  method: "GET",
  plane: "control",
  path: "/applications/{application}/key",
  auth: [control],
  replies: { 200: object({ verify_key: text() }) },
  errors: [UnknownApplication],
});

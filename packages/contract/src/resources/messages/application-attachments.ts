// Files that an application uploads temporarily, to show them to users. Source: protocol:
// webhooks-and-applications 2.3.
import { bearer, bot } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { EntityTooLarge, NotThisApplication, UnknownApplication } from "../../error.ts";
import { object } from "../../schema/values.ts";
import { Attachment } from "./message-attachments.ts";

export const createApplicationAttachment = endpoint({
  id: "applications.createAttachment",
  source: "protocol: webhooks-and-applications 2.3",
  summary:
    "Upload one file, the form's `file`, which is stored for a day; anyone with its URL can open it.",
  method: "POST",
  path: "/applications/{application_id}/attachment",
  auth: [bot, bearer()],
  multipart: true,
  fileFields: ["file"],
  body: object({}),
  replies: { 200: object({ attachment: Attachment }) },
  errors: [EntityTooLarge, NotThisApplication, UnknownApplication],
});

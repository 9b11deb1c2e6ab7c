// What is read of webhooks of the WhatsApp Cloud API. Each part may be missing: an entry that has another form than documented loses that part alone.
import { z } from 'zod';

const text = z.string().optional().catch(undefined);
const seconds = z.coerce.number();

const media = z
  .object({ id: z.string(), mime_type: text, sha256: text, caption: text, filename: text })
  .optional()
  .catch(undefined);

export const hookError = z.object({
  code: z.coerce.string(),
  title: text,
  message: text,
  error_data: z
    .union([z.string(), z.object({ details: text })])
    .optional()
    .catch(undefined),
});

export const hookMessage = z.object({
  id: z.string(),
  timestamp: seconds,
  type: z.string(),
  from: text,
  from_user_id: text,
  text: z.object({ body: z.string() }).optional().catch(undefined),
  image: media,
  video: media,
  audio: media,
  document: media,
  sticker: media,
  interactive: z
    .object({
      button_reply: z.object({ id: z.string(), title: z.string() }).optional(),
      list_reply: z.object({ id: z.string(), title: z.string() }).optional(),
    })
    .optional()
    .catch(undefined),
  button: z.object({ text: z.string(), payload: text }).optional().catch(undefined),
  reaction: z
    .object({ message_id: z.string(), emoji: z.string().default('') })
    .optional()
    .catch(undefined),
  context: z.object({ id: text, forwarded: z.boolean().optional() }).optional().catch(undefined),
  referral: z
    .object({ source_id: text, source_type: text, source_url: text, headline: text, ctwa_clid: text })
    .optional()
    .catch(undefined),
  system: z.object({ type: text, wa_id: text, user_id: text, body: text }).optional().catch(undefined),
});

/** What was sent from the phone that shares the number. */
export const hookEcho = hookMessage.extend({ to: text, to_user_id: text });

export const hookStatus = z.object({
  id: z.string(),
  status: z.string(),
  timestamp: seconds,
  recipient_id: text,
  recipient_user_id: text,
  biz_opaque_callback_data: text,
  errors: z.array(hookError).default([]).catch([]),
});

export const hookPreference = z.object({
  wa_id: text,
  user_id: text,
  category: text,
  value: z.string(),
  timestamp: seconds,
});

export const hookContact = z.object({
  wa_id: text,
  user_id: text,
  profile: z.object({ name: text, username: text }).optional().catch(undefined),
});

const loose = z.array(z.unknown()).default([]).catch([]);

export const hookBody = z.object({
  entry: z.array(
    z.object({
      id: z.string(),
      changes: z
        .array(
          z.object({
            field: z.string(),
            value: z.object({
              metadata: z.object({ phone_number_id: z.string() }).optional().catch(undefined),
              message_echoes: loose,
              contacts: loose,
              messages: loose,
              statuses: loose,
              user_preferences: loose,
              event: text,
              ban_info: z.object({ waba_ban_state: text }).optional().catch(undefined),
            }),
          }),
        )
        .default([]),
    }),
  ),
});

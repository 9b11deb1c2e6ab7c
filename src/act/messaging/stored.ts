// The JSON that this slice stores: the content of messages and addresses, before they are sealed.
import { z } from 'zod';
import { readJson } from '../../base/kit/stored-json.ts';
import type { WhatsAppContent } from '../../providers/whatsapp/bodies.ts';

const titled = z.object({ id: z.string(), title: z.string() });
const parameters = z.array(z.object({ text: z.string(), name: z.string().optional() })).optional();
const interactiveParts = { body: z.string(), header: z.string().optional(), footer: z.string().optional() };

const whatsAppContent: z.ZodType<WhatsAppContent> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('media'),
    kind: z.enum(['image', 'video', 'audio', 'document']),
    mediaId: z.string(),
    caption: z.string().optional(),
    filename: z.string().optional(),
  }),
  z.object({
    type: z.literal('template'),
    template: z.object({
      name: z.string(),
      language: z.string(),
      header: parameters,
      body: parameters,
      buttons: z.array(z.object({ index: z.number(), kind: z.enum(['quick_reply', 'url']), text: z.string() })).optional(),
    }),
  }),
  z.object({
    type: z.literal('interactive'),
    interactive: z.discriminatedUnion('kind', [
      z.object({ ...interactiveParts, kind: z.literal('buttons'), buttons: z.array(titled) }),
      z.object({
        ...interactiveParts,
        kind: z.literal('list'),
        button: z.string(),
        sections: z.array(
          z.object({ title: z.string().optional(), rows: z.array(titled.extend({ description: z.string().optional() })) }),
        ),
      }),
      z.object({ ...interactiveParts, kind: z.literal('link'), label: z.string(), url: z.string() }),
    ]),
  }),
]);

const failureShape = z.object({
  failed_recipient: z.string(),
  status: z.string().nullable(),
  original_rfc822_message_id: z.string().nullable(),
  action: z.enum(['failed', 'delayed', 'delivered', 'relayed', 'expanded']).nullable(),
  diagnostic_code: z.string().nullable(),
});

const contentShape = z.object({
  from: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string().nullable(),
  text: z.string().nullable(),
  html: z.string().nullable(),
  /** For mail: by which a reply follows. */
  in_reply_to: z.string().nullable(),
  references: z.array(z.string()),
  list_unsubscribe: z.object({ url: z.string(), one_click: z.boolean() }).nullable(),
  /** Why it was not sent, in words. */
  failure: z.string().nullable(),
  /** Of WhatsApp: our number, the person, and the whole message as it is sent; null of one that was received. */
  whatsapp: z
    .object({
      number: z.string(),
      person: z.object({ userId: z.string().nullable(), phone: z.string().nullable() }),
      reply_to: z.string().nullable(),
      content: whatsAppContent.nullable(),
      media: z
        .object({
          id: z.string(),
          type: z.enum(['image', 'video', 'audio', 'document', 'sticker']),
          mimeType: z.string().nullable(),
          filename: z.string().nullable(),
        })
        .nullable()
        .optional(),
    })
    .optional(),
  /** Its files, under the names that they have in this message. */
  attachments: z
    .array(z.object({ media_id: z.string(), filename: z.string().nullable(), content_id: z.string().nullable() }))
    .optional(),
  /** Of what was received: the receiving server says that the sender is who it claims to be. */
  is_sender_verified: z.boolean().optional(),
  /** Of a report of delivery. */
  delivery_failure: failureShape.nullable().optional(),
});

const mediaShape = z.object({
  filename: z.string().nullable(),
  /** Of the clear bytes; null until they are here. */
  sha256: z.string().nullable(),
  /** Where its provider has it. */
  remote: z
    .object({
      connection_id: z.string(),
      number_id: z.string(),
      id: z.string(),
      sha256: z.string().nullable(),
      mime_type: z.string().nullable(),
    })
    .optional(),
});

export type MediaDetails = z.infer<typeof mediaShape>;

export const readMediaDetails = (opened: string): MediaDetails => readJson('the details of a file', mediaShape, opened);

export type MessageContent = z.infer<typeof contentShape>;

export const readContent = (opened: string): MessageContent => readJson('a sealed message', contentShape, opened);

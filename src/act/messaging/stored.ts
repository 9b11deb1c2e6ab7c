// The JSON that this slice stores: the content of messages and addresses, before they are sealed.
import { z } from 'zod';
import { readJson } from '../../base/kit/stored-json.ts';

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
});

export type MessageContent = z.infer<typeof contentShape>;

export const readContent = (opened: string): MessageContent => readJson('a sealed message', contentShape, opened);

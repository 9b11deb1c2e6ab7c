// Threads of mails by RFC 5322, section 3.6.4. The id of a thread is a hash of the connection and the Message-ID that began it, so that a reply from outside
// is in the thread of the mail that it is of, whatever was received before.
import { createHash } from 'node:crypto';

export interface Parent {
  messageId: string | null;
  references: readonly string[];
  inReplyTo: readonly string[];
}

const MESSAGE_ID = /<[^<>\s]{1,960}>/g;

/** Message-IDs of a header, each once, with their brackets. */
export const messageIdsIn = (header: string | undefined): string[] => [...new Set(header?.match(MESSAGE_ID) ?? [])];

/** The headers of a reply; of a parent without an id it has neither. */
export function replyHeaders({ messageId, references, inReplyTo }: Parent): { inReplyTo: string | null; references: string[] } {
  if (messageId === null) return { inReplyTo: null, references: [] };
  const before = references.length > 0 ? references : inReplyTo.length === 1 ? inReplyTo : [];
  return { inReplyTo: messageId, references: [...new Set([...before, messageId])] };
}

/** The first mail of a thread, as its members name it. */
export const rootOf = ({ messageId, references, inReplyTo }: Parent): string | undefined =>
  references[0] ?? inReplyTo[0] ?? messageId ?? undefined;

export const threadIdOf = (connectionId: string, root: string): string =>
  `thr_${createHash('sha256').update(`${connectionId} ${root}`).digest('hex').slice(0, 32)}`;

/** `Re:` once. */
export const replySubject = (subject: string): string => (/^re\s*:/i.test(subject) ? subject : `Re: ${subject}`);

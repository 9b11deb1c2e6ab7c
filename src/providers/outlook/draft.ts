// A mail as a draft at Graph, with its files. It carries a mark of ours, by which it is found when the answer to its sending was lost.
import { Buffer } from 'node:buffer';
import type { Grant } from '../ad-platform.ts';
import { ProviderClient } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import type { AttachedFile, OutgoingMail } from '../mailbox/mailbox.ts';
import { found, type OutlookApi, quoted, type StoredMail, storedMail, uploadSession } from './api.ts';

/** A named property of our own. */
const MARK = 'String {6f1d3a52-1c0b-4f0e-9d55-5a1b6a0c7c11} Name MessageMark';
/** Properties of Exchange that become the headers List-Unsubscribe, In-Reply-To and References: Graph refuses these as headers. */
const LIST_UNSUBSCRIBE = 'String 0x1045';
const IN_REPLY_TO = 'String 0x1042';
const REFERENCES = 'String 0x1039';
/** A larger file goes in pieces. */
const MOST_INLINE = 3 * 1_048_576;
/** A multiple of 320 KiB, below the 4 MB that one request may have. */
const PIECE = 10 * 327_680;
const PIECE_MS = 120_000;
const UPLOAD_HOSTS = /^(?:[\w-]+\.)*(?:outlook\.office\.com|outlook\.office365\.com|outlook\.live\.com|graph\.microsoft\.com)$/;

const markOf = ({ messageId }: OutgoingMail): string => messageId.replace(/^<|>$/g, '');

/** The filter of mails with the mark of this one. */
export const markFilter = (mail: OutgoingMail): string =>
  `singleValueExtendedProperties/Any(ep: ep/id eq ${quoted(MARK)} and ep/value eq ${quoted(markOf(mail))})`;

const recipient = (address: string) => ({ emailAddress: { address } });

function fieldsOf(mail: OutgoingMail, hasParent: boolean): Record<string, unknown> {
  const { to, cc, subject, text, html, messageId, inReplyTo, references, listUnsubscribe } = mail;
  const properties = [
    { id: MARK, value: markOf(mail) },
    ...(listUnsubscribe ? [{ id: LIST_UNSUBSCRIBE, value: `<${listUnsubscribe.url}>` }] : []),
    ...(inReplyTo === undefined || hasParent ? [] : [{ id: IN_REPLY_TO, value: inReplyTo }]),
    ...(references.length === 0 || hasParent ? [] : [{ id: REFERENCES, value: references.join(' ') }]),
  ];
  return {
    subject,
    internetMessageId: messageId,
    toRecipients: [recipient(to)],
    ccRecipients: cc.map(recipient),
    body: html === undefined ? { contentType: 'text', content: text ?? '' } : { contentType: 'html', content: html },
    singleValueExtendedProperties: properties,
  };
}

/** In the conversation of the mail that it answers, if the mailbox has it. */
export async function storeDraft(api: OutlookApi, grant: Grant, mail: OutgoingMail): Promise<StoredMail> {
  const parent = mail.inReplyTo === undefined ? undefined : await findParent(api, grant, mail.inReplyTo);
  const json = fieldsOf(mail, parent !== undefined);
  if (!parent) return api.json(grant, { method: 'POST', path: 'me/messages', json }, storedMail);
  const path = `me/messages/${encodeURIComponent(parent.id)}/createReply`;
  const reply = await api.json(grant, { method: 'POST', path, json: {} }, storedMail);
  const change = { method: 'PATCH' as const, path: pathOf(reply.id), json, isRepeatable: true };
  try {
    return await api.json(grant, change, storedMail);
  } catch (error) {
    await removeDraft(api, grant, reply.id);
    throw error;
  }
}

export const pathOf = (id: string): string => `me/messages/${encodeURIComponent(id)}`;

async function findParent(api: OutlookApi, grant: Grant, messageId: string): Promise<StoredMail | undefined> {
  const query = { $filter: `internetMessageId eq ${quoted(messageId)}`, $select: 'id,isDraft', $top: '10' };
  const { value } = await api.json(grant, { method: 'GET', path: 'me/messages', query }, found);
  return value.find(({ isDraft }) => !isDraft);
}

/** A draft that is not sent is nothing of anybody's. */
export async function removeDraft(api: OutlookApi, grant: Grant, id: string): Promise<void> {
  await api.send(grant, { method: 'DELETE', path: pathOf(id), isRepeatable: true }).catch(() => undefined);
}

export interface Attaching {
  api: OutlookApi;
  grant: Grant;
  draftId: string;
  /** Of a Graph that the operator has configured in place of Microsoft's. */
  ownOrigin: string | undefined;
}

/** One file after the other, in pieces of a few MB. */
export async function attachFiles(place: Attaching, files: readonly AttachedFile[]): Promise<void> {
  for (const file of files) {
    if (file.size <= MOST_INLINE) await attachSmall(place, file);
    else await attachLarge(place, file);
  }
}

const nameOf = ({ filename }: AttachedFile): string => filename ?? 'file';

async function attachSmall({ api, grant, draftId }: Attaching, file: AttachedFile): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of file.open()) parts.push(Buffer.from(part));
  const json = {
    '@odata.type': '#microsoft.graph.fileAttachment',
    name: nameOf(file),
    contentType: file.mimeType,
    contentBytes: Buffer.concat(parts).toString('base64'),
  };
  await api.send(grant, { method: 'POST', path: `${pathOf(draftId)}/attachments`, json, timeoutMs: PIECE_MS });
}

async function attachLarge({ api, grant, draftId, ownOrigin }: Attaching, file: AttachedFile): Promise<void> {
  const AttachmentItem = { attachmentType: 'file', name: nameOf(file), size: file.size, contentType: file.mimeType };
  const path = `${pathOf(draftId)}/attachments/createUploadSession`;
  const { uploadUrl } = await api.json(grant, { method: 'POST', path, json: { AttachmentItem } }, uploadSession);
  const { client, target } = uploadTo(uploadUrl, ownOrigin);
  let from = 0;
  for await (const bytes of piecesOf(file.open())) {
    const range = `bytes ${from}-${from + bytes.length - 1}/${file.size}`;
    const headers = { 'content-range': range, 'content-type': 'application/octet-stream' };
    await client.send({ method: 'PUT', ...target, bytes, headers, isRepeatable: true });
    from += bytes.length;
  }
}

/** The address names a session, so that no token goes there; the host is Microsoft's all the same. */
function uploadTo(address: string, ownOrigin: string | undefined) {
  const url = URL.parse(address);
  const isOwn = ownOrigin !== undefined && url?.origin === new URL(ownOrigin).origin;
  if (!url || !(isOwn || (url.protocol === 'https:' && UPLOAD_HOSTS.test(url.hostname))))
    throw new ProviderFailure('outlook', 'unusable', 'outlook: named a place for files that is not of Microsoft');
  return {
    client: new ProviderClient({ provider: 'outlook', baseUrl: url.origin, timeoutMs: PIECE_MS }),
    target: { path: url.pathname, rawQuery: url.search.slice(1) },
  };
}

async function* piecesOf(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let piece = new Uint8Array(PIECE);
  let filled = 0;
  for await (const part of parts)
    for (let from = 0; from < part.length; ) {
      const taken = part.subarray(from, from + PIECE - filled);
      piece.set(taken, filled);
      filled += taken.length;
      from += taken.length;
      if (filled < PIECE) continue;
      yield piece;
      piece = new Uint8Array(PIECE);
      filled = 0;
    }
  if (filled > 0) yield piece.subarray(0, filled);
}

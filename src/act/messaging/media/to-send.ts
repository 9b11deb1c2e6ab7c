// Files on their way out: planned with their message, and opened piece by piece when it is sent.
import { Readable } from 'node:stream';
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { AttachedFile } from '../../../providers/mailbox/mailbox.ts';
import type { SendCall } from '../channel.ts';
import type { MessageContent } from '../stored.ts';
import { readFilePieces } from './files.ts';
import { attachmentOf, type MediaRow, requireMedia } from './media.ts';
import { plainName } from './recognise.ts';

type Attachments = NonNullable<MessageContent['attachments']>;

/** Of a whole mail as it is sent: what Gmail takes, and most others. */
const MAIL_BYTES = 25 * 1_048_576;
/** Base64 in lines of 76 letters. */
const encodedBytes = (bytes: number): number => Math.ceil(bytes / 57) * 78;

/** The files of a mail. @throws ApiError */
export function attachmentsToSend(base: ReadBase, { profile, body }: SendCall): Attachments {
  const wanted = body.attachments ?? [];
  const rows = wanted.map(({ media_id: id }, at) => requireMedia(base, profile.profileId, `attachments[${at}].media_id`, id));
  const texts = Buffer.byteLength(body.text ?? '') + Buffer.byteLength(body.html ?? '');
  const bytes = rows.reduce((sum, row) => sum + encodedBytes(row.bytes ?? 0), encodedBytes(texts));
  if (bytes > MAIL_BYTES)
    throw new ApiError('payload_too_large', 'attachments: the mail has more than 25 MB as it is sent; send a link to its files.');
  return rows.map((row, at) => {
    const name = wanted[at]?.filename;
    return attachmentOf(base, row, name === undefined ? undefined : plainName(name));
  });
}

/** @throws ApiError `media_expired` where one is not here any more; nothing was sent. */
export function attachedFiles(base: ReadBase, profileId: string, attachments: Attachments = []): AttachedFile[] {
  return attachments.map(({ media_id: mediaId, filename }, at) => {
    const row = requireMedia(base, profileId, `attachments[${at}].media_id`, mediaId);
    const open = (): Readable => Readable.from(readFilePieces(base, { profileId, mediaId }));
    return { filename, mimeType: row.mime_type, size: row.bytes ?? 0, open };
  });
}

/** What WhatsApp takes as a picture, a video or a recording; what else it takes is a document. */
const WHATSAPP_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'video/mp4',
  'video/3gpp',
  'audio/aac',
  'audio/amr',
  'audio/mpeg',
  'audio/mp4',
  'audio/ogg',
]);
const WHATSAPP_DOCUMENTS = /^(?:text\/plain|application\/(?:pdf|msword|vnd\.ms-|vnd\.openxmlformats-))/;

export type WhatsAppKind = Exclude<MediaRow['kind'], 'sticker'>;

/** The file of a message in WhatsApp. @throws ApiError */
export function whatsAppFile(base: ReadBase, profileId: string, mediaId: string): { row: MediaRow; kind: WhatsAppKind } {
  const row = requireMedia(base, profileId, 'media.media_id', mediaId);
  const { kind, mime_type: type } = row;
  const isTaken = kind === 'document' ? WHATSAPP_DOCUMENTS.test(type) : WHATSAPP_TYPES.has(type);
  if (!isTaken || kind === 'sticker')
    throw new ApiError('validation_error', `media.media_id: WhatsApp takes no files of the type ${type}.`);
  return { row, kind };
}

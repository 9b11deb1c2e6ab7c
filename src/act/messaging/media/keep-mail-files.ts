// The files of mails, sealed before their mails are stored: what belongs to none in the end is removed.
import { randomUUID } from 'node:crypto';
import type { ReadBase } from '../../../base/base.ts';
import { piecesOfBytes } from '../../../base/sealing/sealed-pieces.ts';
import type { MailFile, ReadMail } from '../email/inbound/read-mail.ts';
import type { MessageContent } from '../stored.ts';
import { endKeeping, keepFile, removeFile } from './files.ts';
import { findMedia, type NewMedia } from './media.ts';
import { HEAD_BYTES, kindOf, plainName, recogniseReceived } from './recognise.ts';

export interface KeptFile {
  attachment: NonNullable<MessageContent['attachments']>[number];
  media: NewMedia;
}

export interface KeptFiles {
  ofMail(at: number): readonly KeptFile[];
  /** After the transaction that stored the mails, or did not. */
  end(): Promise<void>;
}

async function keepOne(base: ReadBase, profileId: string, file: MailFile): Promise<KeptFile> {
  const { bytes, contentId } = file;
  const mediaId = randomUUID();
  const filename = file.filename === null ? null : plainName(file.filename) || null;
  const mimeType = await recogniseReceived(bytes.subarray(0, HEAD_BYTES), { name: filename ?? '', type: file.mimeType });
  const sha256 = await keepFile(base, { profileId, mediaId }, piecesOfBytes(bytes));
  return {
    attachment: { media_id: mediaId, filename, content_id: contentId },
    media: { mediaId, kind: kindOf(mimeType), mimeType, bytes: bytes.length, status: 'kept', details: { filename, sha256 } },
  };
}

/** In the order of the mails. */
export async function keepMailFiles(
  base: ReadBase,
  profileId: string,
  mails: readonly (ReadMail | undefined)[],
): Promise<KeptFiles> {
  const kept: KeptFile[][] = [];
  const all = (): string[] => kept.flat().map(({ media }) => media.mediaId);
  const end = async (): Promise<void> => {
    const ids = all();
    endKeeping(base, ids);
    for (const mediaId of ids) if (!findMedia(base, profileId, mediaId)) await removeFile(base, { profileId, mediaId });
  };
  try {
    for (const mail of mails) {
      const files: KeptFile[] = [];
      kept.push(files);
      for (const file of mail?.files ?? []) if (file.bytes.length > 0) files.push(await keepOne(base, profileId, file));
    }
  } catch (error) {
    await end();
    throw error;
  }
  return { ofMail: (at) => kept[at] ?? [], end };
}

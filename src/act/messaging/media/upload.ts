// A file for messages that are to be sent: what it is decide its first bytes, and it is sealed as it is read.
import { randomUUID } from 'node:crypto';
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { stateChange, type UploadedFile } from '../../../base/contract/operation.ts';
import { DISK_TIGHT, usedShare } from '../../../base/files/disk.ts';
import { piecesOfOpen } from '../../../base/sealing/sealed-pieces.ts';
import { UNSENT_MS } from '../forget.ts';
import { endKeeping, keepFile } from './files.ts';
import { addMedia, type NewMedia } from './media.ts';
import { HEAD_BYTES, kindOf, plainName, recogniseUpload, requireSize } from './recognise.ts';

const MOST_UNSENT = 50;
const RETRY_SECONDS = 600;

/** A form of many boundaries has pieces of any size: the head is put together. */
async function headOf(fd: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of piecesOfOpen(fd)) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= HEAD_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, HEAD_BYTES);
}

function requireRoom(base: ReadBase, profileId: string): void {
  const { unsent = 0 } = base.state.statement('act/messaging/media_unsent_count').get({ profile_id: profileId }) ?? {};
  if (unsent >= MOST_UNSENT)
    throw new ApiError('invalid_state', `${MOST_UNSENT} files wait for their message. One that is not sent is kept for a day.`);
  if (usedShare(base.config.dataDir) >= DISK_TIGHT)
    throw new ApiError('service_unavailable', 'The disk is nearly full; nothing was stored.', {}, RETRY_SECONDS);
}

async function keepUpload(base: ReadBase, profileId: string, file: UploadedFile): Promise<NewMedia> {
  requireRoom(base, profileId);
  const filename = plainName(file.name) || null;
  const mimeType = await recogniseUpload(await headOf(file.fd), { name: file.name, type: file.type });
  const kind = kindOf(mimeType);
  requireSize(kind, file.bytes);
  const mediaId = randomUUID();
  const sha256 = await keepFile(base, { profileId, mediaId }, piecesOfOpen(file.fd));
  return { mediaId, kind, mimeType, bytes: file.bytes, status: 'kept', details: { filename, sha256 } };
}

function change(tx: Base, profileId: string, media: NewMedia) {
  addMedia(tx, profileId, media);
  endKeeping(tx, [media.mediaId]);
  return {
    media_id: media.mediaId,
    kind: kindOf(media.mimeType),
    mime_type: media.mimeType,
    filename: media.details.filename,
    bytes: media.bytes ?? 0,
    expires_at: new Date(tx.clock.now() + UNSENT_MS).toISOString(),
  };
}

export const uploadMessageMedia = stateChange('uploadMessageMedia', {
  prepare: ({ profile, body: { file } }, base) => keepUpload(base, profile.profileId, file),
  change: ({ principal, profile }, tx, media) => {
    const data = change(tx, profile.profileId, media);
    const detail = { kind: data.kind, bytes: data.bytes };
    const actor = actorOf(principal);
    writeAudit(tx, { actor, action: 'message_media.uploaded', ...profile, subject: media.mediaId, detail });
    return { outcome: 'created', data, meta: { profile_id: profile.profileId } };
  },
});

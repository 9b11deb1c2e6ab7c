// The rows of files of messages: what each is, whether it is here, and which messages have it.
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { RowOf } from '../../../base/state/state.ts';
import { type MediaDetails, type MessageContent, readMediaDetails } from '../stored.ts';

export type MediaRow = RowOf<'act/messaging/media_get'>;

const contextOf = (mediaId: string): string => `message media ${mediaId}`;

export const sealDetails = (base: ReadBase, profileId: string, mediaId: string, details: MediaDetails): Buffer =>
  base.state.keys.encrypt(profileId, contextOf(mediaId), JSON.stringify(details));

export const detailsOf = (
  base: ReadBase,
  { profile_id, media_id, sealed }: Pick<MediaRow, 'profile_id' | 'media_id' | 'sealed'>,
): MediaDetails => readMediaDetails(base.state.keys.decrypt(profile_id, contextOf(media_id), sealed));

export interface NewMedia {
  mediaId: string;
  kind: MediaRow['kind'];
  mimeType: string;
  bytes: number | null;
  status: MediaRow['status'];
  details: MediaDetails;
}

export function addMedia(tx: Base, profileId: string, { mediaId, kind, mimeType, bytes, status, details }: NewMedia): void {
  tx.state.statement('act/messaging/media_add').run({
    media_id: mediaId,
    profile_id: profileId,
    kind,
    mime_type: mimeType,
    bytes,
    status,
    created_at: tx.clock.now(),
    sealed: sealDetails(tx, profileId, mediaId, details),
  });
}

export const findMedia = (base: ReadBase, profileId: string, mediaId: string): MediaRow | undefined =>
  base.state.statement('act/messaging/media_get').get({ profile_id: profileId, media_id: mediaId.toLowerCase() });

/** The files of a message, in their order. */
export const mediaOfMessage = (base: ReadBase, profileId: string, messageId: string): MediaRow[] =>
  base.state.statement('act/messaging/attachments_of').all({ profile_id: profileId, message_id: messageId });

export const isKept = ({ status, lost_at }: Pick<MediaRow, 'status' | 'lost_at'>): boolean =>
  status === 'kept' && lost_at === null;

/** A file to send. @throws ApiError `not_found`, `media_expired` */
export function requireMedia(base: ReadBase, profileId: string, field: string, mediaId: string): MediaRow {
  const row = findMedia(base, profileId, mediaId);
  if (!row)
    throw new ApiError('not_found', `${field}: there is no such file; one that is sent with no message is kept for a day.`);
  if (!isKept(row)) throw new ApiError('media_expired', `${field}: the file is not here any more.`);
  return row;
}

type Attachment = NonNullable<MessageContent['attachments']>[number];

export const attachmentOf = (base: ReadBase, row: MediaRow, name?: string): Attachment => ({
  media_id: row.media_id,
  filename: name ?? detailsOf(base, row).filename,
  content_id: null,
});

// The file of a message as it is read by callers: in pieces, under its stored type, never shown by a browser in its own page.
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { reading } from '../../../base/contract/operation.ts';
import { contentOf, findMessage } from '../store.ts';
import { isFileThere, readFilePieces } from './files.ts';
import { detailsOf, isKept, type MediaRow, mediaOfMessage } from './media.ts';

const RETRY_SECONDS = 15;

/** @throws ApiError `not_found`, `media_expired`, `service_unavailable` */
function requireReadable(base: ReadBase, row: MediaRow | undefined): MediaRow {
  if (!row) throw new ApiError('not_found', 'The message has no such file.');
  if (row.status === 'waiting')
    throw new ApiError('service_unavailable', 'The file is being fetched from its provider.', {}, RETRY_SECONDS);
  const isHere = isKept(row) && isFileThere(base, { profileId: row.profile_id, mediaId: row.media_id });
  if (!isHere) throw new ApiError('media_expired', 'The file is not here any more, and its provider does not have it either.');
  return row;
}

export const getMessageMedia = reading('getMessageMedia', ({ profile, params }, base) => {
  const { profileId } = profile;
  const message = findMessage(base, profileId, params.id.toLowerCase());
  if (!message) throw new ApiError('not_found', 'No such message.');
  const content = contentOf(base, message);
  if (!content) throw new ApiError('media_expired', 'The content of the message is not kept any more.');
  const rows = mediaOfMessage(base, profileId, message.message_id);
  const wanted = params.media_id?.toLowerCase();
  const row = requireReadable(base, wanted === undefined ? rows[0] : rows.find(({ media_id }) => media_id === wanted));
  const named = content.attachments?.find(({ media_id }) => media_id === row.media_id)?.filename;
  return {
    stream: readFilePieces(base, { profileId, mediaId: row.media_id }),
    file: { type: row.mime_type, name: named ?? detailsOf(base, row).filename, bytes: row.bytes },
  };
});

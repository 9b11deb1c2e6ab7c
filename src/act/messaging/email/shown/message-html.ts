// The HTML of one mail, made safe each time it is read: what is stored is as it was written.
import { ApiError } from '../../../../base/contract/api-error.ts';
import { reading } from '../../../../base/contract/operation.ts';
import { contentOf, findMessage } from '../../store.ts';
import { safeHtmlBeside } from './html-thread.ts';

export const getMessageHtml = reading('getMessageHtml', async ({ profile, params }, base) => {
  const row = findMessage(base, profile.profileId, params.id.toLowerCase());
  if (!row) throw new ApiError('not_found', 'No such message.');
  const html = contentOf(base, row)?.html ?? null;
  if (html === null) throw new ApiError('not_found', 'The message has no HTML, or its content is not kept any more.');
  const safe = await safeHtmlBeside(base, { html, withRemoteImages: params.images === 'remote' });
  return {
    data: { message_id: row.message_id, html: safe.html, links: safe.links, has_remote_images: safe.hasRemoteImages },
    meta: { profile_id: profile.profileId },
  };
});

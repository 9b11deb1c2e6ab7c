// The look of a workspace for recipients of its reports and mails: names, colours, a logo. A logo is a PNG, under any declared type, and is encoded
// again from its pixels before it is stored.
import { createHash } from 'node:crypto';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { readBase64File } from '../../base/contract/base64-file.ts';
import { checkedName } from '../../base/contract/names.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import { actorOf, writeAudit } from '../audit/index.ts';
import { normaliseEmail } from '../people/index.ts';
import { requireOwnBrand } from './plans/plans.ts';
import { workspaceOf } from './plans/subscription.ts';
import { type Picture, PictureFault, rewritePng } from './png.ts';

const MAX_LOGO_BYTES = 512 * 1024;
const MAX_LOGO_SIDE = 2_048;

export const logoPath = (logoId: string): string => `/logos/${logoId}.png`;

function shown(base: ReadBase, workspaceId: string) {
  const row = base.state.statement('account/workspaces/branding_get').get({ workspace_id: workspaceId });
  return {
    workspace_id: workspaceId,
    display_name: row?.display_name ?? null,
    primary_color: row?.primary_color ?? null,
    accent_color: row?.accent_color ?? null,
    website_url: row?.website_url ?? null,
    support_email: row?.support_email ?? null,
    logo: shownLogo(base, workspaceId),
  };
}

function shownLogo(base: ReadBase, workspaceId: string) {
  const row = base.state.statement('account/workspaces/logo_get').get({ workspace_id: workspaceId });
  if (!row) return null;
  return {
    url: `${publicAddress(base)}${logoPath(row.logo_id)}`,
    content_type: 'image/png' as const,
    width: row.width,
    height: row.height,
    bytes: row.bytes,
  };
}

export const getWorkspaceBranding = reading('getWorkspaceBranding', ({ workspaceId }, base) => ({
  data: shown(base, workspaceId),
}));

/** All of it but the logo: what is left out is removed, on every plan. */
export const putWorkspaceBranding = stateChange('putWorkspaceBranding', ({ principal, workspaceId, body }, base) =>
  base.state.tx(() => {
    if (Object.values(body).some((value) => value != null)) requireOwnBrand(base, workspaceOf(base, workspaceId));
    const { display_name, primary_color, accent_color, website_url, support_email } = body;
    base.state.statement('account/workspaces/branding_put').run({
      workspace_id: workspaceId,
      display_name: display_name == null ? null : checkedName('display_name', display_name),
      primary_color: primary_color?.toLowerCase() ?? null,
      accent_color: accent_color?.toLowerCase() ?? null,
      website_url: website_url == null ? null : checkedWebsite(website_url),
      support_email: support_email == null ? null : checkedEmail(support_email),
      now: base.clock.now(),
    });
    const detail = { fields: Object.keys(body).sort() };
    writeAudit(base, { actor: actorOf(principal), action: 'branding.updated', workspaceId, subject: workspaceId, detail });
    return { data: shown(base, workspaceId) };
  }),
);

function checkedWebsite(value: string): string {
  const url = URL.parse(value);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new ApiError('validation_error', 'website_url: an https address without a password in it.');
  return url.href;
}

function checkedEmail(value: string): string {
  try {
    return normaliseEmail(value);
  } catch {
    throw new ApiError('validation_error', 'support_email: not an e-mail address.');
  }
}

/** The same picture again is the same logo. */
export const uploadWorkspaceLogo = stateChange('uploadWorkspaceLogo', ({ principal, workspaceId, body }, base) => {
  const { png, width, height } = pictureIn(body.content);
  const logoId = createHash('sha256').update(workspaceId).update(png).digest('hex');
  return base.state.tx(() => {
    requireOwnBrand(base, workspaceOf(base, workspaceId));
    const params = { workspace_id: workspaceId, logo_id: logoId, png, width, height, now: base.clock.now() };
    base.state.statement('account/workspaces/logo_put').run(params);
    const detail = { width, height, bytes: png.length };
    writeAudit(base, { actor: actorOf(principal), action: 'logo.updated', workspaceId, subject: workspaceId, detail });
    return { data: shown(base, workspaceId) };
  });
});

/** The picture of an uploaded logo, as it is stored. @throws ApiError `invalid_content` or `payload_too_large` */
export function pictureIn(content: string): Picture {
  const file = readBase64File(content, MAX_LOGO_BYTES, `a logo may have at most ${MAX_LOGO_BYTES / 1024} kB`);
  try {
    return rewritePng(file, MAX_LOGO_SIDE);
  } catch (error) {
    if (error instanceof PictureFault) throw new ApiError('invalid_content', `content: ${error.message}.`);
    throw error;
  }
}

/** Taking it away again changes nothing. */
export const deleteWorkspaceLogo = stateChange('deleteWorkspaceLogo', ({ principal, workspaceId }, base) =>
  base.state.tx(() => {
    const removed = base.state.statement('account/workspaces/logo_remove').run({ workspace_id: workspaceId });
    if (removed.changes > 0)
      writeAudit(base, { actor: actorOf(principal), action: 'logo.removed', workspaceId, subject: workspaceId });
    return { data: shown(base, workspaceId) };
  }),
);

/** The picture behind a logo's address, for anyone who sees a report or a mail. */
export function findLogo(base: Base, logoId: string): Buffer | undefined {
  const row = base.state.statement('account/workspaces/logo_find').get({ logo_id: logoId });
  return row && Buffer.from(row.png);
}

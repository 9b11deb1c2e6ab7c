// The look of a profile for those outside: name, colours, font, tone, logo. The logo has the rules of a workspace's.
import { createHash } from 'node:crypto';
import type { ReadBase } from '../../base/base.ts';
import { checkedName } from '../../base/contract/names.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import { actorOf, writeAudit } from '../audit/index.ts';
import { logoPath, pictureIn, requireOwnBrand, workspaceOf } from '../workspaces/index.ts';

type Branding = components['schemas']['ProfileBranding'];

export function brandingOf(base: ReadBase, profileId: string): Branding {
  const row = base.state.statement('account/brand/branding_get').get({ profile_id: profileId });
  return {
    profile_id: profileId,
    display_name: row?.display_name ?? null,
    primary_color: row?.primary_color ?? null,
    accent_color: row?.accent_color ?? null,
    font: row?.font ?? null,
    tone: row?.tone ?? null,
    logo: shownLogo(base, profileId),
  };
}

function shownLogo(base: ReadBase, profileId: string): Branding['logo'] {
  const row = base.state.statement('account/brand/logo_get').get({ profile_id: profileId });
  if (!row) return null;
  const { logo_id, width, height, bytes } = row;
  return { url: `${publicAddress(base)}${logoPath(logo_id)}`, content_type: 'image/png', width, height, bytes };
}

export const getProfileBranding = reading('getProfileBranding', ({ profile }, base) => ({
  data: brandingOf(base, profile.profileId),
}));

/** All of it but the logo: what is left out is removed, on every plan. */
export const putProfileBranding = stateChange('putProfileBranding', ({ principal, profile, body }, base) =>
  base.state.tx(() => {
    const { profileId, workspaceId } = profile;
    if (Object.values(body).some((value) => value != null)) requireOwnBrand(base, workspaceOf(base, workspaceId));
    const { display_name, primary_color, accent_color, font, tone } = body;
    base.state.statement('account/brand/branding_put').run({
      profile_id: profileId,
      display_name: display_name == null ? null : checkedName('display_name', display_name),
      primary_color: primary_color?.toLowerCase() ?? null,
      accent_color: accent_color?.toLowerCase() ?? null,
      font: font ?? null,
      tone: tone ?? null,
      now: base.clock.now(),
    });
    const detail = { fields: Object.keys(body).sort() };
    const actor = actorOf(principal);
    writeAudit(base, { actor, action: 'profile_branding.updated', workspaceId, profileId, subject: profileId, detail });
    return { data: brandingOf(base, profileId) };
  }),
);

/** The same picture again is the same logo. */
export const uploadProfileLogo = stateChange('uploadProfileLogo', ({ principal, profile, body }, base) => {
  const { profileId, workspaceId } = profile;
  const { png, width, height } = pictureIn(body.content);
  const logoId = createHash('sha256').update(profileId).update(png).digest('hex');
  return base.state.tx(() => {
    requireOwnBrand(base, workspaceOf(base, workspaceId));
    const params = { profile_id: profileId, logo_id: logoId, png, width, height, now: base.clock.now() };
    base.state.statement('account/brand/logo_put').run(params);
    const detail = { width, height, bytes: png.length };
    const actor = actorOf(principal);
    writeAudit(base, { actor, action: 'profile_logo.updated', workspaceId, profileId, subject: profileId, detail });
    return { data: brandingOf(base, profileId) };
  });
});

/** Removing it again changes nothing. */
export const deleteProfileLogo = stateChange('deleteProfileLogo', ({ principal, profile }, base) =>
  base.state.tx(() => {
    const { profileId, workspaceId } = profile;
    const removed = base.state.statement('account/brand/logo_remove').run({ profile_id: profileId });
    const actor = actorOf(principal);
    if (removed.changes > 0)
      writeAudit(base, { actor, action: 'profile_logo.removed', workspaceId, profileId, subject: profileId });
    return { data: brandingOf(base, profileId) };
  }),
);

/** The picture behind a logo's address, for anyone who sees the profile's pages. */
export function findProfileLogo(base: ReadBase, logoId: string): Buffer | undefined {
  const row = base.state.statement('account/brand/logo_find').get({ logo_id: logoId });
  return row && Buffer.from(row.png);
}

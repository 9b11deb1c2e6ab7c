// Short links of a profile: an address to share, in print too, that leads to one outside with its tags. Clicks are counted by day, without address,
// device or person.
import { randomInt, randomUUID } from 'node:crypto';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { checkedName } from '../../base/contract/names.ts';
import { type Call, reading, stateChange } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { qrSvg } from '../../base/kit/qr-code.ts';
import { actorOf, writeAudit } from '../audit/index.ts';
import { findProfile } from '../places/index.ts';
import { profileDay, profileSettings } from '../profiles/index.ts';
import { brandingOf } from './branding.ts';
import { recentDays } from './counted-days.ts';
import { publicPlace } from './public-place.ts';
import { type ChosenTags, storedLinkTags, storedTags } from './stored.ts';
import { checkedAddress, checkedTags, taggedAddress, tagsWith } from './tags.ts';

type ShortLink = components['schemas']['ShortLink'];

const MOST = 500;
/** Lower case without letters and digits that are mistaken for one another: a token is also typed from paper. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const TOKEN_CHARACTERS = 8;

export const shortPath = (token: string): string => `/l/${token}`;

const newToken = (): string => Array.from({ length: TOKEN_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

interface Row {
  link_id: string;
  token: string;
  label: string | null;
  url: string;
  utm: string;
  created_by: string;
  created_at: number;
}

type Clicks = Map<string, { clicks: number; clicks_recent: number }>;

function clicksOf(base: ReadBase, profileId: string): Clicks {
  const { from } = recentDays(base, profileId);
  const rows = base.state.statement('account/brand/short_link_clicks').all({ profile_id: profileId, from });
  return new Map(rows.map(({ link_id, clicks, clicks_recent }) => [link_id, { clicks, clicks_recent }]));
}

const tagsOf = (text: string) => tagsWith(storedLinkTags.read(text), { source: 'share', campaign: null });

function shown(row: Row, clicks: Clicks, place: string | null): ShortLink {
  const { link_id, token, label, url } = row;
  const utm = tagsOf(row.utm);
  const counted = clicks.get(link_id) ?? { clicks: 0, clicks_recent: 0 };
  return {
    link_id,
    label,
    url,
    utm,
    ...counted,
    short_url: place === null ? null : `${place}${shortPath(token)}`,
    tagged_url: taggedAddress(url, utm),
    created_at: new Date(row.created_at).toISOString(),
    created_by: row.created_by,
  };
}

function required(base: ReadBase, profileId: string, linkId: string): Row {
  const row = base.state.statement('account/brand/short_link_get').get({ profile_id: profileId, link_id: linkId });
  if (!row) throw new ApiError('not_found', 'This profile has no such link.');
  return row;
}

const answer = (base: ReadBase, profileId: string, linkId: string) => ({
  data: shown(required(base, profileId, linkId), clicksOf(base, profileId), publicPlace(base)),
  meta: { profile_id: profileId },
});

export const listShortLinks = reading('listShortLinks', ({ profile: { profileId } }, base) => {
  const rows = base.state.statement('account/brand/short_links_list').all({ profile_id: profileId });
  const clicks = clicksOf(base, profileId);
  const place = publicPlace(base);
  return { data: rows.map((row) => shown(row, clicks, place)), meta: { profile_id: profileId } };
});

export const createShortLink = stateChange('createShortLink', ({ principal, profile, body }, base) => {
  const { profileId } = profile;
  const { links = 0 } = base.state.statement('account/brand/short_links_count').get({ profile_id: profileId }) ?? {};
  if (links >= MOST) throw new ApiError('invalid_state', `A profile has at most ${MOST} short links. Delete some first.`);
  const { url, utm } = destinationOf(base, profileId, body);
  const linkId = randomUUID();
  base.state.statement('account/brand/short_link_add').run({
    link_id: linkId,
    profile_id: profileId,
    token: newToken(),
    url,
    utm: storedLinkTags.write(utm),
    label: body.label == null ? null : checkedName('label', body.label),
    created_by: actorOf(principal),
    now: base.clock.now(),
  });
  audit(base, { principal, profile }, 'short_link.created', { link_id: linkId, url });
  return { outcome: 'created', ...answer(base, profileId, linkId) };
});

/** The address that the body names, or the share destination with its tags. */
function destinationOf(
  base: ReadBase,
  profileId: string,
  { url, utm }: Call<'createShortLink'>['body'],
): { url: string; utm: ChosenTags } {
  const chosen = checkedTags('utm', utm);
  if (url != null) return { url: checkedAddress('url', url), utm: chosen };
  const share = base.state.statement('account/brand/share_get').get({ profile_id: profileId });
  if (!share) throw new ApiError('validation_error', 'url: required, because the profile has no share destination.');
  return { url: share.url, utm: { ...storedTags.read(share.utm), ...chosen } };
}

export const updateShortLink = stateChange('updateShortLink', ({ principal, profile, params, body }, base) => {
  const { profileId } = profile;
  const row = required(base, profileId, params.link_id);
  const { link_id } = row;
  const url = body.url === undefined ? row.url : checkedAddress('url', body.url);
  const label = body.label === undefined ? row.label : body.label === null ? null : checkedName('label', body.label);
  const utm = body.utm === undefined ? row.utm : storedLinkTags.write(checkedTags('utm', body.utm));
  base.state.statement('account/brand/short_link_change').run({ profile_id: profileId, link_id, label, url, utm });
  audit(base, { principal, profile }, 'short_link.updated', { link_id, url });
  return answer(base, profileId, link_id);
});

export const deleteShortLink = stateChange('deleteShortLink', ({ principal, profile, params }, base) => {
  const { profileId } = profile;
  const { link_id, url } = required(base, profileId, params.link_id);
  base.state.statement('account/brand/short_link_remove').run({ profile_id: profileId, link_id });
  audit(base, { principal, profile }, 'short_link.deleted', { link_id, url });
  return { data: { link_id, deleted: true }, meta: { profile_id: profileId } };
});

function audit(
  base: Base,
  { principal, profile: { profileId, workspaceId } }: Pick<Call<'createShortLink'>, 'principal' | 'profile'>,
  action: 'short_link.created' | 'short_link.updated' | 'short_link.deleted',
  { link_id, url }: { link_id: string; url: string },
): void {
  const detail = { host: new URL(url).host };
  writeAudit(base, { actor: actorOf(principal), action, workspaceId, profileId, subject: link_id, detail });
}

export const getShortLinkQrCode = reading('getShortLinkQrCode', ({ profile: { profileId }, params }, base) => {
  const { link_id, token } = required(base, profileId, params.link_id);
  const place = publicPlace(base);
  if (place === null)
    throw new ApiError(
      'invalid_state',
      'Short links have no address: the installation has several workspaces and no TRIBUTARY_PUBLIC_HOST.',
    );
  const short_url = `${place}${shortPath(token)}`;
  return { data: { link_id, short_url, svg: qrSvg(short_url) }, meta: { profile_id: profileId } };
});

/** Where a short link leads. */
export interface LinkOutside {
  profileId: string;
  linkId: string;
  title: string;
  url: string;
  tagged: string;
  branding: ReturnType<typeof brandingOf>;
}

/** Undefined where there is no such link, or its profile is archived. */
export function findShortLink(base: ReadBase, token: string): LinkOutside | undefined {
  const row = base.state.statement('account/brand/short_link_find').get({ token });
  if (!row || !findProfile(base, row.profile_id) || publicPlace(base) === null) return undefined;
  const { profile_id: profileId, link_id: linkId, url } = row;
  const branding = brandingOf(base, profileId);
  const title = branding.display_name ?? profileSettings(base, profileId).name;
  return { profileId, linkId, title, url, tagged: taggedAddress(url, tagsOf(row.utm)), branding };
}

export function countClick(base: Base, { profileId, linkId }: LinkOutside): void {
  const day = profileDay(base, profileId);
  base.state.statement('account/brand/short_link_click').run({ profile_id: profileId, link_id: linkId, day });
}

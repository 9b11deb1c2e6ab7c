// The page of links of a profile: its content, its address, and how often it was seen. Counts have no address, device or person.
import { createHash } from 'node:crypto';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { checkedName } from '../../base/contract/names.ts';
import { type Call, reading, stateChange } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { actorOf, writeAudit } from '../audit/index.ts';
import { findProfile } from '../places/index.ts';
import { profileDay, profileSettings } from '../profiles/index.ts';
import { brandingOf } from './branding.ts';
import { recentDays } from './counted-days.ts';
import { faultOfHandle, findHandle, handleOf, normalHandle, takeHandle } from './handles.ts';
import { publicPlace } from './public-place.ts';
import { type BioLink, storedLinks } from './stored.ts';
import { checkedAddress, checkedTags, taggedAddress, tagsWith } from './tags.ts';

type Page = components['schemas']['BioPage'];

const PAGE_ITSELF = '';
/** Line breaks are welcome, other controls and marks that turn the direction of what follows are not. */
const NOT_IN_TEXT = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u;

export const bioPath = (handle: string): string => `/b/${handle}`;

function shown(base: ReadBase, profileId: string): Page {
  const row = base.state.statement('account/brand/page_get').get({ profile_id: profileId });
  const handle = handleOf(base, profileId);
  const place = publicPlace(base);
  const isPublished = row?.is_published === 1;
  const reason = handle === null ? 'not_set' : isPublished ? (place === null ? 'no_public_host' : null) : 'not_published';
  const { from, to } = recentDays(base, profileId);
  const sums = base.state.statement('account/brand/days_sum').all({ profile_id: profileId, from, to });
  const times = new Map(sums.map((sum) => [sum.link_id, sum.times]));
  const views = times.get(PAGE_ITSELF) ?? 0;
  return {
    profile_id: profileId,
    handle,
    title: row?.title ?? null,
    text: row?.body ?? null,
    links: linksOf(row?.links).map((link) => ({
      ...link,
      utm: tagsWith(link.utm, { source: 'bio', campaign: handle }),
      clicks: times.get(link.id) ?? 0,
    })),
    theme: row?.theme ?? 'auto',
    is_published: isPublished,
    url: handle === null || place === null ? null : `${place}${bioPath(handle)}`,
    is_public: reason === null,
    reason,
    counts: { date_from: from, date_to: to, views, clicks: sums.reduce((sum, each) => sum + each.times, 0) - views },
  };
}

const linksOf = (text: string | undefined): BioLink[] => (text === undefined ? [] : storedLinks.read(text));

export const getBioPage = reading('getBioPage', ({ profile }, base) => ({ data: shown(base, profile.profileId) }));

export const putBioPage = stateChange('putBioPage', ({ principal, profile, body }, base) =>
  base.state.tx(() => {
    const { profileId, workspaceId } = profile;
    takeHandle(base, profileId, normalHandle(body.handle));
    base.state.statement('account/brand/page_put').run({
      profile_id: profileId,
      title: body.title == null ? null : checkedName('title', body.title),
      body: body.text == null ? null : checkedText(body.text),
      links: storedLinks.write(checkedLinks(profileId, body.links ?? [])),
      theme: body.theme ?? 'auto',
      is_published: body.is_published === true ? 1 : 0,
      now: base.clock.now(),
    });
    const page = shown(base, profileId);
    const detail = { handle: page.handle, is_published: page.is_published, links: page.links.length };
    const actor = actorOf(principal);
    writeAudit(base, { actor, action: 'bio_page.updated', workspaceId, profileId, subject: profileId, detail });
    return { data: page };
  }),
);

function checkedText(value: string): string | null {
  const text = value.replaceAll('\r\n', '\n').trim();
  if (!text.isWellFormed() || NOT_IN_TEXT.test(text))
    throw new ApiError('validation_error', 'text: has control characters or marks that turn the direction of text.');
  return text === '' ? null : text;
}

type WantedLink = NonNullable<Call<'putBioPage'>['body']['links']>[number];

/** The id of a link is that of its address and tags, so that its clicks stay with it when others come before it. */
function checkedLinks(profileId: string, wanted: readonly WantedLink[]): BioLink[] {
  const links = wanted.map(({ label, url, utm }, i): BioLink => {
    const place = `links[${i}]`;
    const link = { url: checkedAddress(`${place}.url`, url), utm: checkedTags(`${place}.utm`, utm) };
    const digest = createHash('sha256')
      .update(JSON.stringify([profileId, link.url, link.utm]))
      .digest('base64url');
    return { ...link, id: digest.slice(0, 12), label: checkedName(`${place}.label`, label) };
  });
  const twice = links.find((link, i) => links.findIndex(({ id }) => id === link.id) < i);
  if (twice) throw new ApiError('validation_error', `links: "${twice.label}" has the address and the tags of another link.`);
  return links;
}

export const getSlugAvailability = reading('getSlugAvailability', ({ profile, params }, base) => {
  const handle = normalHandle(params.handle);
  const reason = faultOfHandle(base, profile.profileId, handle) ?? null;
  return { data: { handle, is_available: reason === null, reason } };
});

/** The page as anybody sees it. */
export interface PublicPage {
  profileId: string;
  title: string;
  text: string | null;
  links: { id: string; label: string; url: string; tagged: string }[];
  theme: Page['theme'];
  branding: ReturnType<typeof brandingOf>;
}

/** Undefined where there is no page to see; `movedTo` where its handle is another now. */
export function findBioPage(base: ReadBase, handle: string): PublicPage | { movedTo: string } | undefined {
  const found = findHandle(base, handle);
  if (!found || !findProfile(base, found.profileId)) return undefined;
  const { profileId, movedTo } = found;
  const page = shown(base, profileId);
  if (!page.is_public) return undefined;
  if (movedTo !== null) return { movedTo };
  const branding = brandingOf(base, profileId);
  return {
    profileId,
    text: page.text,
    theme: page.theme,
    branding,
    title: page.title ?? branding.display_name ?? profileSettings(base, profileId).name,
    links: page.links.map(({ id, label, url, utm }) => ({ id, label, url, tagged: taggedAddress(url, utm) })),
  };
}

/** One more view of a page, or click on one of its links. */
export function countOnPage(base: Base, profileId: string, linkId: string = PAGE_ITSELF): void {
  const day = profileDay(base, profileId);
  base.state.statement('account/brand/day_count').run({ profile_id: profileId, day, link_id: linkId });
}

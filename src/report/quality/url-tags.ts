// URL parameters that make visits name their ad, by platform: each platform fills in its own templates.
import { namesOfSame, resolvePlatform } from '../../collect/events/index.ts';

const TAGS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  google: [
    ['utm_source', 'google'],
    ['utm_medium', 'cpc'],
    ['campaign_id', '{campaignid}'],
    ['adset_id', '{adgroupid}'],
    ['ad_id', '{creative}'],
  ],
  microsoft: [
    ['utm_source', 'bing'],
    ['utm_medium', 'cpc'],
    ['utm_campaign', '{Campaign}'],
    ['campaign_id', '{CampaignId}'],
    ['adset_id', '{AdGroupId}'],
    ['ad_id', '{AdId}'],
  ],
  meta: [
    ['utm_source', 'facebook'],
    ['utm_medium', 'paid_social'],
    ['utm_campaign', '{{campaign.name}}'],
    ['campaign_id', '{{campaign.id}}'],
    ['adset_id', '{{adset.id}}'],
    ['ad_id', '{{ad.id}}'],
  ],
  tiktok: [
    ['utm_source', 'tiktok'],
    ['utm_medium', 'paid_social'],
    ['utm_campaign', '__CAMPAIGN_NAME__'],
    ['campaign_id', '__CAMPAIGN_ID__'],
    ['adset_id', '__AID__'],
    ['ad_id', '__CID__'],
  ],
  linkedin: [
    ['utm_source', 'linkedin'],
    ['utm_medium', 'paid_social'],
    ['utm_campaign', '{{CAMPAIGN_NAME}}'],
    ['campaign_id', '{{CAMPAIGN_ID}}'],
    ['ad_id', '{{CREATIVE_ID}}'],
  ],
  // Its help names these three alone; the list of the others has lost its names (2026-11-29).
  reddit: [
    ['utm_source', 'reddit'],
    ['utm_medium', 'paid_social'],
    ['campaign_id', '{{CAMPAIGN_ID}}'],
    ['adset_id', '{{ADGROUP_ID}}'],
    ['ad_id', '{{AD_ID}}'],
  ],
  pinterest: [
    ['utm_source', 'pinterest'],
    ['utm_medium', 'paid_social'],
    ['utm_campaign', '{campaignname}'],
    ['campaign_id', '{campaignid}'],
    ['adset_id', '{adgroupid}'],
    ['ad_id', '{adid}'],
  ],
  snapchat: [
    ['utm_source', 'snapchat'],
    ['utm_medium', 'paid_social'],
    ['utm_campaign', '{{campaign.name}}'],
    ['campaign_id', '{{campaign.id}}'],
    ['adset_id', '{{adSet.id}}'],
    ['ad_id', '{{ad.id}}'],
  ],
};
const SAME_AS: Readonly<Record<string, string>> = {
  instagram: 'meta',
  sandbox: 'meta',
};

const tagsOf = (name: string): string => {
  const { platform } = resolvePlatform(name);
  return SAME_AS[platform] ?? platform;
};

const nameOf = (pair: string): string => (pair.split('=', 1)[0] ?? '').toLowerCase();

const textOf = (pair: string): string => pair.slice(pair.indexOf('=') + 1);

const pairsOf = (query: string): string[] => query.split('&').filter((pair) => pair !== '');

/** Templates are no valid part of an address, so that it is not parsed as one. */
const queryOf = (address: string): string => /^[^#?]*\?([^#]*)/.exec(address)?.[1] ?? '';

/**
 * The ad's own parameters, and what they and its link lack to name the ad; null for a platform whose templates are unknown. Names of campaigns
 * may say what somebody is treated for, so the addresses of healthcare profiles get ids alone.
 */
export function proposedTags(
  platform: string,
  { now, link }: { now: string | null; link: string | null },
  isHealthcare: boolean,
): string | null {
  const known = TAGS[tagsOf(platform)];
  if (!known) return null;
  const tags = isHealthcare ? withoutNames(known) : known;
  const own = pairsOf((now ?? '').replace(/^\?/, ''));
  const present = new Map([...own, ...pairsOf(queryOf(link ?? ''))].map((pair) => [nameOf(pair), textOf(pair)]));
  return [...own, ...tags.flatMap(([name, value]) => (isPresent(present, name, value) ? [] : [`${name}=${value}`]))].join('&');
}

/**
 * Under its name with any value, and under another that visits are read by: of words with any value too, of ids with the same template, as
 * `creative` may be a word.
 */
const isPresent = (present: ReadonlyMap<string, string>, name: string, value: string): boolean =>
  namesOfSame(name).some((each) => {
    const own = present.get(each);
    return own !== undefined && (each === name || name.startsWith('utm_') || own.toLowerCase() === value.toLowerCase());
  });

function withoutNames(tags: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  const id = tags.find(([name]) => name === 'campaign_id')?.[1];
  return tags.map(([name, value]) => [name, name === 'utm_campaign' && id !== undefined ? id : value]);
}

/** An ad as the catalogue has it, or as the platform has it now. */
export interface AdTraits {
  platform: string | null;
  url_tags: string | null;
  creative_type: string | null;
  objective: string | null;
  landing_page_url: string | null;
  effective_status: string | null;
  platform_status: string | null;
  ad_name: string | null;
}

const MESSAGE_HOST = /\/\/(?:wa\.me|api\.whatsapp\.com|m\.me|ig\.me)(?:\/|$)/i;

/** Why URL parameters are not set on an ad, by what the ad is. */
const TAG_FAULTS = {
  click_to_message: 'The ad opens a chat, and no page that could read parameters.',
  catalogue: 'The links of the ad come from a product catalogue.',
  dynamic: 'The platform puts the ad together from texts and links, and gives none of them parameters.',
  boosted: 'The ad shows a post or an event of the page.',
  in_review: 'The platform reviews the ad: a change now would begin the review again.',
  not_active: 'The ad is archived.',
  unchangeable: 'The platform does not let the links of this ad be changed.',
  no_template: 'The parameters of this platform are not known.',
  already_set: 'The ad has them already.',
} as const;
export type TagFault = keyof typeof TAG_FAULTS;

export const tagFaultText = (fault: TagFault): string => TAG_FAULTS[fault];

/** Responsive ads of search engines are put together too, and have parameters for all their links. */
const isAssembled = ({ platform, creative_type }: AdTraits): boolean =>
  creative_type === 'dynamic' && platform !== null && tagsOf(platform) === 'meta';

function obstacleOf(ad: AdTraits): TagFault | null {
  if (MESSAGE_HOST.test(ad.landing_page_url ?? '') || /messag|conversation/i.test(ad.objective ?? '')) return 'click_to_message';
  if (/catalog/i.test(ad.objective ?? '')) return 'catalogue';
  if (isAssembled(ad)) return 'dynamic';
  if (/^(?:post|event):/i.test(ad.ad_name ?? '') || /post_engagement/i.test(ad.objective ?? '')) return 'boosted';
  if (/review|pending/i.test(ad.platform_status ?? '')) return 'in_review';
  if (ad.effective_status === 'removed' || ad.effective_status === 'archived') return 'not_active';
  return null;
}

/**
 * The parameters that an ad would get, and why it does not get them; null where it does. The list of ads judges by this what the catalogue
 * has, and a change what the platform has.
 */
export function judgeTags(ad: AdTraits, isHealthcare: boolean): { tags: string | null; fault: TagFault | null } {
  const tags =
    ad.platform === null ? null : proposedTags(ad.platform, { now: ad.url_tags, link: ad.landing_page_url }, isHealthcare);
  const fault = obstacleOf(ad) ?? (tags === null ? 'no_template' : tags === (ad.url_tags ?? '') ? 'already_set' : null);
  return { tags, fault };
}

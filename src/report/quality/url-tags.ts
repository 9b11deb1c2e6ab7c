// URL parameters that make visits name their ad, by platform: each platform fills in its own templates.

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
};
const SAME_AS: Readonly<Record<string, string>> = {
  facebook: 'meta',
  instagram: 'meta',
  sandbox: 'meta',
  google_ads: 'google',
  microsoft_ads: 'microsoft',
};

const nameOf = (pair: string): string => (pair.split('=', 1)[0] ?? '').toLowerCase();

/**
 * The ad's own parameters, and what they lack to name the ad; null for a platform whose templates are unknown. Names of campaigns may
 * say what somebody is treated for, so the addresses of healthcare profiles get ids alone.
 */
export function proposedTags(platform: string, now: string | null, isHealthcare: boolean): string | null {
  const known = TAGS[SAME_AS[platform] ?? platform];
  if (!known) return null;
  const tags = isHealthcare ? withoutNames(known) : known;
  const own = (now ?? '')
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '');
  const names = new Set(own.map(nameOf));
  return [...own, ...tags.flatMap(([name, value]) => (names.has(name) ? [] : [`${name}=${value}`]))].join('&');
}

function withoutNames(tags: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  const id = tags.find(([name]) => name === 'campaign_id')?.[1];
  return tags.map(([name, value]) => [name, name === 'utm_campaign' && id !== undefined ? id : value]);
}

export interface AdTraits {
  creative_type: string | null;
  objective: string | null;
  landing_page_url: string | null;
  effective_status: string | null;
  platform_status: string | null;
  ad_name: string | null;
}

const MESSAGE_HOST = /\/\/(?:wa\.me|api\.whatsapp\.com|m\.me|ig\.me)(?:\/|$)/i;

/** Why parameters cannot be set on this ad, or would not help; null where they can. */
export function skipReason(ad: AdTraits) {
  if (MESSAGE_HOST.test(ad.landing_page_url ?? '') || /messag|conversation/i.test(ad.objective ?? '')) return 'click_to_message';
  if (/catalog/i.test(ad.objective ?? '')) return 'catalogue';
  if (ad.creative_type === 'dynamic') return 'dynamic';
  if (/^(?:post|event):/i.test(ad.ad_name ?? '') || /post_engagement/i.test(ad.objective ?? '')) return 'boosted';
  if (/review|pending/i.test(ad.platform_status ?? '')) return 'in_review';
  if (ad.effective_status === 'removed' || ad.effective_status === 'archived') return 'not_active';
  return null;
}

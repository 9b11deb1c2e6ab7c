// The sandbox's objects in the vocabulary of all ad platforms.
import type { z } from 'zod';
import type { Ad, DeliveryStatus } from '../ad-platform.ts';
import type * as shapes from './shapes.ts';

export const STATUSES = {
  ...{ ACTIVE: 'active', PAUSED: 'paused', ARCHIVED: 'archived', AD_SET_PAUSED: 'paused', CAMPAIGN_PAUSED: 'paused' },
} as const satisfies Record<string, DeliveryStatus>;

export const adOf = ({ creative, ...ad }: z.infer<typeof shapes.ad>): Ad => ({
  ...{ id: ad.id, adSetId: ad.ad_set_id, campaignId: ad.campaign_id, name: ad.name },
  ...{
    configuredStatus: STATUSES[ad.status],
    effectiveStatus: STATUSES[ad.effective_status],
    platformStatus: ad.effective_status,
  },
  creative: {
    ...{ id: creative.id, name: creative.name, type: creative.kind, thumbnailUrl: creative.picture_url },
    ...{ landingPageUrl: creative.landing_page, urlTags: creative.url_tags },
  },
  createdAt: `${ad.created_on}T00:00:00Z`,
});

export const learningOf = (word: 'LEARNING' | 'DONE') => (word === 'LEARNING' ? 'learning' : 'done');

// The sandbox's objects in the vocabulary of all ad platforms.
import type { z } from 'zod';
import type { Ad, DeliveryStatus, Study } from '../ad-platform.ts';
import type * as shapes from './shapes.ts';

export const STATUSES = {
  ACTIVE: 'active',
  PAUSED: 'paused',
  ARCHIVED: 'archived',
  AD_SET_PAUSED: 'paused',
  CAMPAIGN_PAUSED: 'paused',
} as const satisfies Record<string, DeliveryStatus>;

export const adOf = ({ creative, ...ad }: z.infer<typeof shapes.ad>): Ad => ({
  id: ad.id,
  adSetId: ad.ad_set_id,
  campaignId: ad.campaign_id,
  name: ad.name,
  configuredStatus: STATUSES[ad.status],
  effectiveStatus: STATUSES[ad.effective_status],
  platformStatus: ad.effective_status,
  creative: {
    id: creative.id,
    name: creative.name,
    type: creative.kind,
    thumbnailUrl: creative.picture_url,
    landingPageUrl: creative.landing_page,
    urlTags: creative.url_tags,
    texts: creative.texts,
    callToAction: creative.button ?? undefined,
    videoUrl: creative.video_url ?? undefined,
  },
  createdAt: `${ad.created_on}T00:00:00Z`,
});

const STATES = { PLANNED: 'planned', RUNNING: 'running', DONE: 'done', CANCELLED: 'cancelled' } as const;

export const studyOf = (raw: z.infer<typeof shapes.study>): Study => ({
  id: raw.id,
  name: raw.name,
  kind: raw.type === 'LIFT' ? 'lift' : 'split',
  state: STATES[raw.status],
  firstDay: raw.starts_on,
  lastDay: raw.ends_on,
  result: raw.outcome ?? undefined,
  arms: raw.arms.map(({ ad_set_ids: adSetIds, ...arm }) => ({ ...arm, adSetIds })),
});

export const learningOf = (word: 'LEARNING' | 'DONE') => (word === 'LEARNING' ? 'learning' : 'done');

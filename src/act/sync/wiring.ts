// The state of conversion sync per destination: its connection, its flow and its health, from the last deliveries.
import type { ReadBase } from '../../base/base.ts';
import { type Answer, reading } from '../../base/contract/operation.ts';
import { latestRows } from '../../base/deliver/list.ts';
import { isReplayWaiting } from '../../credit/progress/index.ts';
import { sentClickIds } from '../../providers/click-ids.ts';
import { findConnection } from '../connections/index.ts';
import { type Delivery, deliveries } from './delivery.ts';
import { type Destination, destinationsOf } from './destination.ts';
import { privacyModeOf } from './event/neutral-event.ts';
import { reasonOf } from './kinds.ts';
import { platformTargetOf } from './platform-safe/platform-target.ts';
import { type Reported, reportedConversions } from './reported.ts';

/** Deliveries that are read. */
const SAMPLE = 500;
const HOUR_MS = 3_600_000;

type Data = Answer<'getConversionWiring'>['data'];
type Shown = Data['destinations'][number];

/** The contribution of each match key to the quality of a match, up to 10. No platform publishes its weights: this is an estimate. */
const WEIGHTS: readonly [RegExp, number][] = [
  [/^em(ail|ails|ailAddress|ail_sha256)?$|email/i, 4],
  [/^ph$|phone/i, 3],
  [/external_?id/i, 1],
  [/^(fbp|ttp|sc_cookie1|ip|client_ip_address|user_agent|client_user_agent|userAgent)$/, 1],
  [/./, 0.5],
];
const CLICK_ID_WEIGHT = 3;
const MAX_QUALITY = 10;

const weightOf = (key: string): number =>
  key === 'click_id' || sentClickIds().has(key) ? CLICK_ID_WEIGHT : (WEIGHTS.find(([form]) => form.test(key))?.[1] ?? 0);

const qualityOf = ({ content }: Delivery): number =>
  Math.min(
    MAX_QUALITY,
    content.match_keys.reduce((sum, key) => sum + weightOf(key), 0),
  );

const share = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((1000 * part) / whole) / 1000);

function shownWiring(base: ReadBase, destination: Destination, reported: Reported | undefined): Shown {
  const { destinationId, kind, name, status, connectionId } = destination;
  const sample = latestRows(base, deliveries, destinationId, { limit: SAMPLE });
  const conversions = sample.filter(({ content }) => content.kind === 'conversion');
  const sent = conversions.filter(({ state }) => state === 'accepted' || state === 'sent');
  const within = (hours: number): number =>
    sent.filter(({ content }) => content.sent_at !== null && content.sent_at - content.occurred_at <= hours * HOUR_MS).length;
  const quality = sent.reduce((sum, each) => sum + qualityOf(each), 0);
  const connection = connectionId === null ? undefined : findConnection(base, connectionId);
  const last = sent.find(({ content }) => content.sent_at !== null)?.content.sent_at ?? null;
  return {
    destination_id: destinationId,
    kind,
    name,
    status,
    status_reason: reasonOf(base, destination),
    connection: connection ? { id: connection.connectionId, status: connection.status } : null,
    last_sent_at: last === null ? null : new Date(last).toISOString(),
    flow: {
      sampled: sample.length,
      statuses: deliveries.states.map((each) => ({
        status: each,
        deliveries: sample.filter(({ state }) => state === each).length,
      })),
      skip_reasons: countsOf(sample.filter(({ state }) => state === 'skipped')),
    },
    quality: {
      match_rate: share(conversions.filter(({ content }) => content.match_keys.length > 0).length, conversions.length),
      estimated_event_match_quality: sent.length === 0 ? null : Math.round((10 * quality) / sent.length) / 10,
      delivered_within_1h: share(within(1), conversions.length),
      delivered_within_24h: share(within(24), conversions.length),
    },
    reported: reported ?? null,
  };
}

function countsOf(skipped: readonly Delivery[]): { reason: string; deliveries: number }[] {
  const counts = new Map<string, number>();
  for (const { content } of skipped) counts.set(content.reason ?? '', (counts.get(content.reason ?? '') ?? 0) + 1);
  return [...counts].map(([reason, n]) => ({ reason, deliveries: n })).sort((a, b) => b.deliveries - a.deliveries);
}

export const getConversionWiring = reading('getConversionWiring', async ({ profile }, base) => {
  const { profileId } = profile;
  const mode = privacyModeOf(base, profileId);
  const { target, cleanDataset } = platformTargetOf(base, profileId);
  const destinations = destinationsOf(base, profileId);
  const reported = await reportedConversions(base, profileId, destinations);
  return {
    data: {
      privacy_mode: mode,
      waits_for_figures: isReplayWaiting(base, profileId),
      destinations: destinations.map((each) => shownWiring(base, each, reported.get(each.destinationId))),
      platform_safe: { is_active: mode === 'platform_safe', target, clean_dataset: cleanDataset },
    },
    meta: { profile_id: profileId },
  };
});

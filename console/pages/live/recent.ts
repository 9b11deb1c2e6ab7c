// The events of the last half hour, and their sums by channel.
import { type Answer, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useProfile } from '../../frame/place.tsx';

export type Event = Schemas['TrackingEvent'];

export const MINUTES = 30;
const LOOK_SECONDS = 10;
export const MOST = 1_000;

const queryOf = (profileId: string, now: number) => ({
  profile_id: profileId,
  order: 'newest' as const,
  from: new Date(now - MINUTES * 60_000).toISOString(),
  limit: MOST,
});

export function useRecent(): Answer<Schemas['TrackingEventListAnswer']> {
  const { profile_id } = useProfile();
  return useAnswer(
    ['live', profile_id],
    (signal) => unwrap(api.GET('/api/v1/tracking/events', { params: { query: queryOf(profile_id, Date.now()) }, signal })),
    { everySeconds: LOOK_SECONDS },
  );
}

const BEFORE = 60;

/** The newest events of any age, for a page on which the last half hour is empty. */
export function useNewest(): Answer<Schemas['TrackingEventListAnswer']> {
  const { profile_id } = useProfile();
  const query = { profile_id, order: 'newest' as const, limit: BEFORE };
  return useAnswer(['live', 'newest', profile_id], (signal) =>
    unwrap(api.GET('/api/v1/tracking/events', { params: { query }, signal })),
  );
}

export interface ChannelRow {
  /** Null: nothing in the event names one, as on later pages of a visit. */
  channel: string | null;
  events: number;
  pageViews: number;
  visitors: number;
}

/** Without bots and internal traffic; the most events first, and those without a channel last. */
export function byChannel(events: readonly Event[]): ChannelRow[] {
  const rows = new Map<string | null, ChannelRow & { seen: Set<string> }>();
  for (const { channel, is_excluded, is_page_view, visitor_id } of events) {
    if (is_excluded) continue;
    const row = rows.get(channel) ?? { channel, events: 0, pageViews: 0, visitors: 0, seen: new Set<string>() };
    row.events++;
    if (is_page_view) row.pageViews++;
    if (visitor_id !== null) row.seen.add(visitor_id);
    row.visitors = row.seen.size;
    rows.set(channel, row);
  }
  return [...rows.values()]
    .map(({ seen: _seen, ...row }) => row)
    .sort((a, b) => Number(a.channel === null) - Number(b.channel === null) || b.events - a.events);
}

export const isOfServer = ({ trust }: Event): boolean => trust === 'server';

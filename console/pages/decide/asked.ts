// Recommendations, and what their texts are beside.
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useProfile } from '../../frame/place.tsx';
import { useFigures } from '../../question/use-question.tsx';

export type Recommendation = Schemas['Recommendation'];
export type Status = Schemas['RecommendationStatus'];

const MOST = 100;

export function useRecommendations(status: readonly Status[]) {
  const { profile_id } = useProfile();
  const query = { profile_id, status: [...status], limit: MOST };
  return useFigures(['recommendations', query], (signal) =>
    unwrap(api.GET('/api/v1/recommendations', { params: { query }, signal })),
  );
}

/** By money, the largest amount first. */
export const byMoney = (rows: readonly Recommendation[]): Recommendation[] =>
  rows.toSorted((a, b) => Number(b.expected_impact_dollars) - Number(a.expected_impact_dollars));

export const KINDS: Readonly<Record<Recommendation['kind'], string>> = {
  scale: 'Scale',
  pause: 'Pause',
  reallocate: 'Move budget',
  refresh_creative: 'Refresh the creative',
};

export const STATUSES: Readonly<Record<Status, string>> = {
  open: 'Open',
  withheld: 'Withheld',
  awaiting_approval: 'Waits for an approval by an owner or admin',
  applied: 'Applied',
  approved: 'Approved',
  rejected: 'Rejected',
  failed: 'Failed: nothing is left of it at the platform',
  dismissed: 'Dismissed',
  superseded: 'Replaced by newer evidence',
  expired: 'Expired',
};

/** All ads of the window that a recommendation was judged on; several recommendations share the answer. */
export function useWindowAds({ rationale: { evidence } }: Recommendation) {
  const { profile_id } = useProfile();
  const { window_from: date_from, window_to: date_to, goal, model } = evidence;
  const query = { profile_id, date_from, date_to, goal, model, limit: MOST };
  return useFigures(['ads', query], (signal) => unwrap(api.GET('/api/v1/ads', { params: { query }, signal })));
}

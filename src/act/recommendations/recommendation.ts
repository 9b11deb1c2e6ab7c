// A recommendation as it is stored, and how it ends. Who ended it is named with the kind of credential: a person, a key or an agent.
import { actorOf } from '../../account/audit/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { announceEvent } from '../../base/contract/announce-event.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Principal } from '../../base/contract/operation.ts';
import type { RowOf } from '../../base/state/state.ts';
import { type StoredEvidence, storedEvidence } from './stored.ts';

type Row = RowOf<'act/recommendations/recommendation_get'>;

export type Status = Row['status'];

export interface Recommendation extends Omit<Row, 'evidence'> {
  evidence: StoredEvidence;
}

export const recommendationOf = (row: Row): Recommendation => ({ ...row, evidence: storedEvidence.read(row.evidence) });

export function findRecommendation(base: ReadBase, profileId: string, id: string): Recommendation {
  const row = base.state
    .statement('act/recommendations/recommendation_get')
    .get({ recommendation_id: id.toLowerCase(), profile_id: profileId });
  if (!row) throw new ApiError('not_found', 'The profile has no such recommendation.');
  return recommendationOf(row);
}

/** Agents act by tokens of persons, programs by keys. */
export function actorKind({ kind }: Pick<Principal, 'kind'>): 'user' | 'agent' | 'key' {
  if (kind === 'session') return 'user';
  return kind === 'user' ? 'agent' : 'key';
}

export const typedActor = (principal: Principal): string => `${actorKind(principal)} ${actorOf(principal)}`;

export interface Closing {
  status: Status;
  from: readonly Status[];
  by?: string;
  reason?: string;
  supersededBy?: string;
}

/** True where it was in a state that may end so. */
export function close(tx: Base, recommendationId: string, { status, from, by, reason, supersededBy }: Closing): boolean {
  const closed = tx.state.statement('act/recommendations/recommendation_close').run({
    recommendation_id: recommendationId,
    status,
    from_statuses: JSON.stringify(from),
    now: tx.clock.now(),
    closed_by: by ?? null,
    closed_reason: reason ?? null,
    superseded_by: supersededBy ?? null,
  });
  return closed.changes > 0;
}

/** In the transaction of what happened. */
export function announce(
  tx: Base,
  what: 'created' | 'applied' | 'rejected',
  { recommendation_id: id, profile_id: profileId, kind, evidence, platform, ad_id, wrong }: Recommendation,
): void {
  const occurredAt = tx.clock.now();
  const data = {
    recommendation_id: id,
    kind,
    target: { platform, ad_id },
    probability: round(1 - wrong),
    expected_impact_dollars: evidence.change.saved,
    currency: evidence.currency,
  };
  announceEvent(tx, { type: `recommendation.${what}`, key: `${id} ${what}`, profileId, occurredAt, data });
}

export const round = (share: number): number => Math.round(share * 10_000) / 10_000;

// Counts of a lane's entries by their end, for data quality.
import type { ReadBase } from '../base.ts';
import type { DeliverySum } from '../contract/slice-hooks.ts';
import type { Entry, Lane } from './ledger.ts';

/** With more, the latest are enough. */
const MOST = 1_000;
const MOST_REASONS = 3;
/** A code; what a provider says in words may name a person. */
const CODE = /^[a-z0-9_.:-]{1,60}$/i;

export interface EndedStates {
  /** The state of accepted deliveries. */
  good: string;
  /** The states of deliveries that were tried and not accepted. */
  bad: readonly string[];
  reasonOf: (entry: Entry) => string | null;
}

/** Entries since a moment whose end is known. */
export function sumEnded(
  base: ReadBase,
  lane: Lane,
  since: number,
  { good, bad, reasonOf }: EndedStates,
): Pick<DeliverySum, 'accepted' | 'attempted' | 'reasons'> {
  const entries = base.ledger.lanePage(lane, { limit: MOST, states: [good, ...bad] }).filter(({ at }) => at >= since);
  const refused = entries.filter(({ state }) => state !== good);
  const reasons = refused.flatMap((entry) => reasonOf(entry) ?? []).filter((reason) => CODE.test(reason));
  return {
    accepted: entries.length - refused.length,
    attempted: entries.length,
    reasons: [...new Set(reasons)].slice(0, MOST_REASONS),
  };
}

// When data quality is not measured. Figures that lack a part of what was accepted have gaps that are only their own delay, and would be reported
// as faults of the data.

import type { ReadBase } from '../../base/base.ts';
import { busyRefusal } from '../../base/contract/api-error.ts';
import { loadOf } from '../../base/loads.ts';
import { type Freshness, freshness } from '../../credit/progress/index.ts';

/** From this age of the oldest event that is not in the figures. */
export const BEHIND_SECONDS = 60;
const RETRY_SECONDS = 5;

const isLacking = ({ behind_facts, behind_seconds, through_seq }: Freshness): boolean =>
  behind_seconds > BEHIND_SECONDS || (through_seq === 0 && behind_facts > 0);

/** A load is under way, or accepted events wait for the figures. */
export const isBehind = (base: ReadBase, profileId: string): boolean =>
  loadOf(base, profileId) !== undefined || isLacking(freshness(base, profileId));

/** For what is announced and remembered: figures that are about to be replaced are not measured either. */
export function isWatchable(base: ReadBase, profileId: string): boolean {
  const { replay_status: replay } = freshness(base, profileId);
  return !isBehind(base, profileId) && replay !== 'waiting' && replay !== 'running';
}

/** The refusal to measure, with the share of what was accepted that is in the figures. */
export function behindRefusal(base: ReadBase, profileId: string): Error {
  const { through_seq, accepted_seq, behind_facts } = freshness(base, profileId);
  const share = accepted_seq === 0 ? 0 : Math.floor((100 * through_seq) / accepted_seq) / 100;
  const waiting =
    behind_facts === 0
      ? 'A file is being loaded'
      : `${behind_facts.toLocaleString('en')} accepted events are not in the figures yet`;
  return busyRefusal(`${waiting}: data quality is measured when they are.`, RETRY_SECONDS, share);
}

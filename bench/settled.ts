// Figures that miss their target for a reason in docs/decisions/speed.md ("Targets that the bench misses"), and the limit that applies
// instead, with room for a noisy machine: a run that is worse than this has lost something.
import type { Target } from './figure.ts';

/** By figure and demand. */
const SETTLED: Readonly<Record<string, number>> = {
  'collect ratio': 0.22,
  'collect-tens ratio': 0.11,
  'collect-tens p99': 90,
  'events ratio': 0.25,
  'landing ratio': 0.15,
  'backfill ratio': 0.03,
  'replay ratio': 34,
  'one-person ratio': 0.022,
  'hundred-people ratio': 0.11,
  'journey p50': 90,
  'people-search.name p50': 60,
  'people-search.e-mail-part p50': 60,
  'people-search.first-name p50': 60,
  'people-search.phone p50': 60,
  'people-list.common-word p50': 60,
  'search ratio': 2.3,
  'arrow ratio': 0.2,
  'freshness p95': 2.6,
  'heavy-reports.small-read p99 beyond twice the disk': 600,
  'rebuild facts/s': 90_000,
  'import-customers speed': 0.028,
};

export const settledFor = (figure: string, { of }: Target): number | undefined => SETTLED[`${figure} ${of}`];

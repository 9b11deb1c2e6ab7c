// Readings of data quality are computed once per version of the figures and local day: nothing is computed again while no fact comes.
import { profileDay } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { personsInQueue } from '../../collect/identity/index.ts';
import type { Version } from '../../credit/pipeline/index.ts';
import { cachedByVersion } from '../analytics/index.ts';

/** What the figures do not know of identity: the queue of proposals. */
export const queueMark = (base: ReadBase, profileId: string): string => {
  const people = personsInQueue(base, profileId);
  return `${people.length} ${people.reduce((sum, person) => sum + person, 0n)}`;
};

export const readAtVersion = <Report extends { meta?: { version: Version } }>(
  base: ReadBase,
  profileId: string,
  what: readonly unknown[],
  report: () => Promise<Report>,
): Promise<Report> => {
  const today = profileDay(base, profileId);
  return cachedByVersion(base, profileId, ['report/quality', ...what, today, queueMark(base, profileId)], report);
};

/** For what changes while no fact comes. */
export const hourOf = (base: Pick<ReadBase, 'clock'>): number => Math.floor(base.clock.now() / 3_600_000);

// Readings of data quality are computed once per version of the figures and local day, also where the service is started again in between:
// nothing is computed again while no fact comes.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { findReach } from '../../account/places/index.ts';
import { profileDay } from '../../account/profiles/index.ts';
import { type Base, keeperOf, type ReadBase } from '../../base/base.ts';
import { canonicalJson } from '../../base/kit/canonical.ts';
import { projectFile, projectRoot } from '../../base/kit/paths.ts';
import type { ParamsOf } from '../../base/state/state.ts';
import { refusedAttempts } from '../../collect/events/index.ts';
import { personsInQueue } from '../../collect/identity/index.ts';
import { profileVersion, type Version } from '../../credit/pipeline/index.ts';
import { ratesMark } from '../../credit/rates/index.ts';
import { cachedByVersion } from '../analytics/index.ts';
import { behindRefusal, isBehind } from './behind.ts';
import { closingsMark } from './completeness/closings.ts';
import { daysBefore } from './period.ts';
import { storedAnswer } from './stored.ts';

/** The code that computes and describes readings, beside the code of the figures, which their version covers. */
const CODE = ['src/report/quality/**/*.{ts,js}', 'sql/warehouse/report/**/*.sql', 'seeds/quality_thresholds.csv', 'openapi.json'];

/** Another release may measure otherwise, or answer in another form. */
const codeOf = (base: Pick<ReadBase, 'memo'>): string =>
  base.memo('report/quality code', () => {
    const hash = createHash('sha256');
    for (const path of CODE.flatMap((pattern) => globSync(pattern, { cwd: projectRoot }).sort()))
      hash.update(`${path}\0`).update(readFileSync(projectFile(path)));
    return hash.digest('base64url').slice(0, 16);
  });

/** The part of identity that the figures lack: the queue of proposals. */
const queueMark = (base: ReadBase, profileId: string): string => {
  const people = personsInQueue(base, profileId);
  return `${people.length} ${people.reduce((sum, person) => sum + person, 0n)}`;
};

/** What the door refused is in no version. A flood of it must not have everything computed again each time: the mark is how many digits (base 2) the count has. */
const refusedMark = (base: ReadBase, profileId: string): number =>
  Math.ceil(Math.log2(1 + refusedAttempts(base, profileId, daysBefore(profileDay(base, profileId), REFUSED_DAYS))));

/** The inputs of a reading beside the facts and the hour. */
export const markOf = (base: ReadBase, profileId: string): string =>
  [
    profileDay(base, profileId),
    base.state.lastDecision(profileId),
    queueMark(base, profileId),
    codeOf(base),
    findReach(base, profileId)?.isHealthcare === true,
    refusedMark(base, profileId),
    ratesMark(base),
    closingsMark(base, profileId),
  ].join(' ');

/** For what changes while no fact comes. */
const hourOf = (base: Pick<ReadBase, 'clock'>): number => Math.floor(base.clock.now() / 3_600_000);

/** From how long a computation is stored, so that it is not done again after a start; tests shorten it. */
export const storedFrom = (base: Pick<ReadBase, 'memo'>): { ms: number } =>
  base.memo('report/quality stored from', () => ({ ms: 50 }));

const REFUSED_DAYS = 90;

/** A row of another day: no reading answers it any more. */
const FORGOTTEN_MS = 2 * 86_400_000;

interface Reading<Report> {
  base: ReadBase;
  profileId: string;
  what: readonly unknown[];
  report: () => Promise<Report>;
  isHourly: boolean;
}

/** The last stored answer, of whatever version. */
export function storedReading<Report>(base: ReadBase, profileId: string, what: readonly unknown[]) {
  const row = base.state
    .statement('report/quality/quality_reading_get')
    .get({ profile_id: profileId, name: canonicalJson(what) });
  return row && { ...row, read: () => storedAnswer<Report>().read(row.answer) };
}

/** A file that was replaced may be of the same version and contain other figures. */
const versionText = ({ through_seq, through_decision, code }: Version, file: string, hour: number): string =>
  [through_seq, through_decision, code, hour, file].join(' ');

/** The stored answer where it is of this version; otherwise a new one, which is stored. */
async function storedOrNew<Report extends { meta?: { version: Version } }>({
  base,
  profileId,
  what,
  report,
  isHourly,
}: Reading<Report>) {
  const [mark, hour] = [markOf(base, profileId), isHourly ? hourOf(base) : 0];
  const file = (await base.warehouse.identity(profileId)) ?? '';
  const stored = storedReading<Report>(base, profileId, what);
  if (stored?.mark === mark && stored.version === versionText(await profileVersion(base, profileId), file, hour))
    return stored.read();
  const begun = performance.now();
  const answer = await report();
  const took_ms = Math.round(performance.now() - begun);
  const isOfOneFile = file !== '' && file === (await base.warehouse.identity(profileId));
  if (answer.meta && isOfOneFile && took_ms >= storedFrom(base).ms)
    store(keeperOf(base), {
      profile_id: profileId,
      name: canonicalJson(what),
      mark,
      version: versionText(answer.meta.version, file, hour),
      computed_at: base.clock.now(),
      took_ms,
      answer: storedAnswer<Report>().write(answer),
    });
  return answer;
}

/** If the machine loses it, or the disk is full, it is computed again. */
function store({ state, clock, log }: Base, row: ParamsOf<'report/quality/quality_reading_put'>): void {
  const before = clock.now() - FORGOTTEN_MS;
  try {
    state.txUnsynced(() => {
      state.statement('report/quality/quality_readings_forget').run({ profile_id: row.profile_id, before });
      state.statement('report/quality/quality_reading_put').run(row);
    });
  } catch (error) {
    log.warn(
      { err: error, profile_id: row.profile_id, name: row.name },
      'a reading of data quality could not be stored; it is computed again after a start',
    );
  }
}

/** Evidence has the numbers of orders, which may be those of the person. */
export const eraseReadings = ({ state, clock }: Base, profileId: string): void => {
  state.statement('report/quality/quality_readings_forget').run({ profile_id: profileId, before: clock.now() + FORGOTTEN_MS });
};

/** Of the same day, rules and privacy; without one nothing can be said yet. */
function lastReading<Report>(base: ReadBase, profileId: string, what: readonly unknown[]): Report {
  const stored = storedReading<Report>(base, profileId, what);
  if (stored?.mark !== markOf(base, profileId)) throw behindRefusal(base, profileId);
  return stored.read();
}

interface ReadingOptions {
  /** It also depends on the time. */
  isHourly?: boolean;
  /** It judges the data: while figures are behind, the last stored one is returned, or the call is refused as busy. */
  isMeasurement?: boolean;
}

/** Answers what `report` answered at this version before, or runs it, once for all who ask meanwhile. */
export async function readAtVersion<Report extends { meta?: { version: Version } }>(
  base: ReadBase,
  profileId: string,
  what: readonly unknown[],
  report: () => Promise<Report>,
  { isHourly = false, isMeasurement = true }: ReadingOptions = {},
): Promise<Report> {
  if (isMeasurement && isBehind(base, profileId)) return lastReading(base, profileId, what);
  const key = ['report/quality', ...what, markOf(base, profileId), isHourly ? hourOf(base) : 0];
  return cachedByVersion(base, profileId, key, () => storedOrNew({ base, profileId, what, report, isHourly }));
}

// Whether visits of two periods can be compared: not where one is shorter than it says, lacks what a sender did not send, or knows far fewer of its
// conversions by a touch. Then parts that are computed from visits are no causes, and the answer says so.
import type { ReadBase } from '../../../base/base.ts';
import type { components } from '../../../base/contract/types.ts';
import { type Warning, withOutages } from '../warnings.ts';

type Answer = Pick<components['schemas']['WhyAnswer'], 'warnings' | 'outages'> & {
  data: Pick<components['schemas']['WhyData'], 'coverage'>;
  meta: Pick<components['schemas']['WhyMeta'], 'comparison'>;
};

/** In percentage points: more than sampling moves it, in a shop of some hundred conversions. */
const COVERAGE_POINTS = 10;

/** The answer with the outages of the compared days too, and a warning where visits cannot be compared. */
export function incomparable<Found extends Answer>(
  base: ReadBase,
  profileId: string,
  { as_of }: { as_of?: string | undefined },
  answer: Found,
): Found & Pick<Answer, 'warnings' | 'outages'> {
  const { date_from, date_to } = answer.meta.comparison;
  const earlier = withOutages<Pick<Answer, 'warnings' | 'outages'>>(
    base,
    profileId,
    { date_from, date_to, ...(as_of === undefined ? {} : { as_of }) },
    {},
  );
  const now = answer.outages ?? [];
  const outages = [...(earlier.outages ?? []).filter((each) => !now.some((other) => isSame(each, other))), ...now];
  const reason = reasonOf(answer, { before: isOfBrowsers(earlier), after: isOfBrowsers(answer) });
  const own: Warning[] = reason === null ? [] : [{ code: 'visits_not_comparable', message: reason }];
  const warnings = [...(answer.warnings ?? []), ...(earlier.warnings ?? []), ...own];
  return {
    ...answer,
    ...(outages.length === 0 ? {} : { outages }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

type Outage = NonNullable<Answer['outages']>[number];
const isSame = (a: Outage, b: Outage): boolean => a.sender === b.sender && a.from === b.from;
const isOfBrowsers = ({ outages }: Pick<Answer, 'outages'>): boolean =>
  outages?.some(({ sender }) => sender === 'browsers') === true;

const NOT = 'Visits of the two periods cannot be compared, so the parts by visits, mix and conversion rate are no causes:';

function reasonOf({ data, meta }: Answer, lacks: { before: boolean; after: boolean }): string | null {
  const { visits } = meta.comparison;
  const { before, after } = data.coverage;
  if (visits === 'before_data') return `${NOT} visits were measured in a part of the compared days only.`;
  if (visits === 'period_running') return `${NOT} the period is not over.`;
  if (lacks.before && lacks.after) return `${NOT} both lack what browsers could not send during outages.`;
  if (lacks.before) return `${NOT} the compared days lack what browsers could not send during an outage.`;
  if (lacks.after) return `${NOT} the period lacks what browsers could not send during an outage.`;
  if (before === null || after === null || Math.abs(after - before) < COVERAGE_POINTS) return null;
  return `${NOT} a touch is known for ${after.toFixed(1)} % of conversions, and for ${before.toFixed(1)} % in the compared days.`;
}

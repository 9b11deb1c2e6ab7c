// The pages of visits, and the sequences in which visits viewed them, beside a compared period. Readers outside have no such report: pages divide
// people otherwise than the cells that they see.
import { type Call, reading } from '../../../base/contract/operation.ts';
import { ratio } from '../../../base/kit/decimals.ts';
import { prepared } from '../../../base/warehouse/statements.ts';
import { comparisonOf } from '../figures.ts';
import { filtersOf } from '../filters.ts';
import { journeyFigures, pageFigures } from '../receipts/page-receipts.ts';
import { type About, reportCompared } from '../report.ts';
import { comparedPeriod, coveredPeriods, fewestPeople, type PeriodParams } from './periods.ts';
import { bothOf, countText, type JourneyRow, type PageRow, pairsOf } from './traffic-figures.ts';

/** With what healthcare changes, so that a kept answer is not one from before. */
type Params = Omit<Call<'listTrafficPages' | 'listTrafficJourneys'>['params'], 'as_of' | 'include' | 'receipts_of'> & {
  fewest: number;
};

const shownOf = <Sent extends PeriodParams>(params: Sent) => ({ ...params, compared_from: comparedPeriod(params).from });

function boundOf({ params, frame: { goal } }: About<Params>) {
  const { date_from, date_to, limit, model, fewest } = params;
  const { from: compared_from, to: compared_to } = comparedPeriod(params);
  return { ...filtersOf(params), date_from, date_to, compared_from, compared_to, limit, fewest, goal, model: model ?? null };
}

async function metaOf({ profileId, params, frame, figures }: About<Params>) {
  const { date_from, date_to, limit, model, fewest } = params;
  return {
    date_from,
    date_to,
    profile_id: profileId,
    limit,
    people_at_least: fewest,
    goal: frame.goal,
    model: model ?? frame.model,
    timezone: frame.timezone,
    comparison: await comparisonOf(figures, comparedPeriod(params)),
  };
}

function figuresOfPage({ views, visits, people, entries, exits, bounces, engaged_ms, credited_millionths }: PageRow) {
  return {
    views: Number(views),
    visits: Number(visits),
    people: Number(people),
    entries: Number(entries),
    exits: Number(exits),
    bounce_rate: entries === 0n ? null : ratio(bounces, entries),
    avg_engaged_seconds: engaged_ms === 0n || views === 0n ? null : ratio(engaged_ms, views * 1000n, 3),
    conversions: countText(credited_millionths),
  };
}

export const listTrafficPages = reading('listTrafficPages', (call, base) => {
  const { profileId } = call.profile;
  const { sort } = call.params;
  const fewest = fewestPeople(base, profileId);
  return reportCompared(
    { base, profileId, operation: 'listTrafficPages', params: { ...call.params, fewest }, shown: shownOf(call.params) },
    (about) => prepared('warehouse/report/analytics/traffic_pages_list', { ...boundOf(about), sort }),
    async (rows, about) => {
      const { totals, keys } = pairsOf(rows);
      const covered = coveredPeriods(base, profileId, call.params, comparedPeriod(call.params));
      return {
        data: {
          rows: keys.map((pair) => ({ path: pair.current.path ?? '', ...bothOf(pair, figuresOfPage) })),
          totals: bothOf(totals, figuresOfPage),
        },
        meta: { ...(await metaOf(about)), sort, pages: Number(totals.current.pages) },
        receipts: () => pageFigures(rows, { covered, goal: about.frame.goal }),
      };
    },
  );
});

const figuresOfJourney = ({ visits, people, longer_visits, credited_millionths }: JourneyRow) => ({
  visits: Number(visits),
  people: Number(people),
  longer_visits: Number(longer_visits),
  conversions: countText(credited_millionths),
});

export const listTrafficJourneys = reading('listTrafficJourneys', (call, base) => {
  const { profileId } = call.profile;
  const { steps, from_page = null } = call.params;
  const fewest = fewestPeople(base, profileId);
  return reportCompared(
    { base, profileId, operation: 'listTrafficJourneys', params: { ...call.params, fewest }, shown: shownOf(call.params) },
    (about) => prepared('warehouse/report/analytics/traffic_journeys_list', { ...boundOf(about), steps, from_page }),
    async (rows, about) => {
      const { totals, keys } = pairsOf(rows);
      const covered = coveredPeriods(base, profileId, call.params, comparedPeriod(call.params));
      return {
        data: {
          rows: keys.map((pair) => ({ pages: pair.current.pages ?? [], ...bothOf(pair, figuresOfJourney) })),
          totals: bothOf(totals, figuresOfJourney),
        },
        meta: { ...(await metaOf(about)), steps, from_page, journeys: Number(totals.current.journeys) },
        receipts: () => journeyFigures(rows, { covered, goal: about.frame.goal }),
      };
    },
  );
});

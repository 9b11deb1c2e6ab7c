// The pages of visits, and the sequences in which visits viewed them, beside a compared period. Readers outside have no such report: pages divide
// people otherwise than the cells that they see.

import { profileDay } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { type Call, reading } from '../../../base/contract/operation.ts';
import { ratio } from '../../../base/kit/decimals.ts';
import { prepared } from '../../../base/warehouse/plan.ts';
import { figuresRequested } from '../as-of-reports.ts';
import { type Comparison, comparisonNow, comparisonOf } from '../comparison.ts';
import { filtersOf } from '../filters.ts';
import { type Figures, frameOf } from '../frame.ts';
import { asWarnings, type Warning } from '../money.ts';
import { journeyFigures, pageFigures } from '../receipts/page-receipts.ts';
import { type Receipts, receiptMembers } from '../receipts/receipt.ts';
import { withTrust } from '../trust.ts';
import { comparedPeriod, coveredPeriods, fewestPeople } from './periods.ts';
import { bothOf, countText, type JourneyRow, type PageRow, pairsOf } from './traffic-figures.ts';

type Operations = 'listTrafficPages' | 'listTrafficJourneys';
/** With what healthcare changes, so that a kept answer is not one from before. */
type Params<Operation extends Operations> = Omit<Call<Operation>['params'], 'as_of' | 'include' | 'receipts_of'> & {
  fewest: number;
};

/** What both reports have in common: their days, goal and parameters. */
async function requestOf(base: ReadBase, profileId: string, params: Params<Operations>, figures: Figures) {
  const { date_from, date_to, limit, model, fewest } = params;
  const compared = comparedPeriod(params);
  const frame = await frameOf(base, profileId, params.goal, figures);
  return {
    frame,
    bound: {
      ...filtersOf(params),
      ...{ date_from, date_to, compared_from: compared.from, compared_to: compared.to },
      ...{ limit, fewest, goal: frame.goal, model: model ?? null },
    },
    about: { covered: coveredPeriods(base, profileId, params, compared), goal: frame.goal },
    meta: {
      ...{ date_from, date_to, profile_id: profileId, limit, people_at_least: fewest },
      ...{ goal: frame.goal, model: model ?? frame.model, timezone: frame.timezone, version: frame.version },
      comparison: await comparisonOf(figures, compared),
    },
  };
}

function figuresOfPage({ views, visits, people, entries, exits, bounces, engaged_ms, credited_millionths }: PageRow) {
  return {
    ...{ views: Number(views), visits: Number(visits), people: Number(people), entries: Number(entries), exits: Number(exits) },
    bounce_rate: entries === 0n ? null : ratio(bounces, entries),
    avg_engaged_seconds: engaged_ms === 0n || views === 0n ? null : ratio(engaged_ms, views * 1000n, 3),
    conversions: countText(credited_millionths),
  };
}

async function pagesReport(base: ReadBase, profileId: string, params: Params<'listTrafficPages'>, figures: Figures) {
  const { frame, bound, about, meta } = await requestOf(base, profileId, params, figures);
  const { sort } = params;
  const plan = prepared('warehouse/report/analytics/traffic_pages_list', { ...bound, sort });
  const rows = await figures.read(plan);
  const { totals, keys } = pairsOf(rows);
  const receipts: Receipts = { source: { plan, version: frame.version }, figures: () => pageFigures(rows, about) };
  return {
    data: {
      rows: keys.map((pair) => ({ path: pair.current.path ?? '', ...bothOf(pair, figuresOfPage) })),
      totals: bothOf(totals, figuresOfPage),
    },
    meta: { ...meta, sort, pages: Number(totals.current.pages) },
    ...asWarnings([]),
    receipts,
  };
}

const figuresOfJourney = ({ visits, people, longer_visits, credited_millionths }: JourneyRow) => ({
  ...{ visits: Number(visits), people: Number(people), longer_visits: Number(longer_visits) },
  conversions: countText(credited_millionths),
});

async function journeysReport(base: ReadBase, profileId: string, params: Params<'listTrafficJourneys'>, figures: Figures) {
  const { frame, bound, about, meta } = await requestOf(base, profileId, params, figures);
  const { steps, from_page = null } = params;
  const plan = prepared('warehouse/report/analytics/traffic_journeys_list', { ...bound, steps, from_page });
  const rows = await figures.read(plan);
  const { totals, keys } = pairsOf(rows);
  const receipts: Receipts = { source: { plan, version: frame.version }, figures: () => journeyFigures(rows, about) };
  return {
    data: {
      rows: keys.map((pair) => ({ pages: pair.current.pages ?? [], ...bothOf(pair, figuresOfJourney) })),
      totals: bothOf(totals, figuresOfJourney),
    },
    meta: { ...meta, steps, from_page, journeys: Number(totals.current.journeys) },
    ...asWarnings([]),
    receipts,
  };
}

interface Found {
  meta: { comparison: Comparison };
  warnings?: Warning[];
  receipts: Receipts;
}

/** The answer with what is known now: objections, whether the period still runs, receipts. */
async function answered<Report extends Found>(call: Call<Operations>, base: ReadBase, { receipts, ...found }: Report) {
  const { params, profile } = call;
  const compared_from = comparedPeriod(params).from;
  const answer = await withTrust(base, profile.profileId, { ...params, compared_from }, found);
  const comparison = comparisonNow(answer.meta.comparison, { to: params.date_to, today: profileDay(base, profile.profileId) });
  return { ...answer, meta: { ...answer.meta, comparison }, ...receiptMembers(params, receipts, answer.warnings) };
}

export const listTrafficPages = reading('listTrafficPages', async (call, base) => {
  const { profileId } = call.profile;
  const { include: _, receipts_of: __, ...query } = call.params;
  const request = { ...query, fewest: fewestPeople(base, profileId) };
  const found = await figuresRequested(base, profileId, 'listTrafficPages', request, (figures) =>
    pagesReport(base, profileId, request, figures),
  );
  return answered(call, base, found);
});

export const listTrafficJourneys = reading('listTrafficJourneys', async (call, base) => {
  const { profileId } = call.profile;
  const { include: _, receipts_of: __, ...query } = call.params;
  const request = { ...query, fewest: fewestPeople(base, profileId) };
  const found = await figuresRequested(base, profileId, 'listTrafficJourneys', request, (figures) =>
    journeysReport(base, profileId, request, figures),
  );
  return answered(call, base, found);
});

// Receipts of patterns, archetypes and the roadmap: what each figure is, the numbers that it is made of, and the statement that these are from. A figure that
// is estimated says how, as no formula of a few terms gives it.
import type { Answer } from '../../base/contract/operation.ts';
import type { AnyStatement } from '../../base/warehouse/port.ts';
import type { Version } from '../../credit/pipeline/index.ts';
import { decimalsOf, type ReceiptFigure, type ReceiptsAsked, receiptMembers, term, whole } from '../../report/analytics/index.ts';
import type { Gap } from './roadmap/gaps.ts';

type Pattern = Answer<'listCreativePatterns'>['data'][number] & { share_of_spend?: number };
type ShownGap = Answer<'getTestRoadmap'>['data'][number];

/** Of one profile. */
export interface Receipted {
  profileId: string;
  version: Version;
  plan: readonly AnyStatement[];
  figures: () => Iterable<ReceiptFigure>;
}

type Added = Pick<Answer<'listCreativePatterns'>, 'receipts' | 'statements' | 'warnings'>;

/** Statements of several profiles have the profile in their names. */
export function receiptsOf(asked: ReceiptsAsked, parts: readonly Receipted[]): Added {
  if (!asked.include?.includes('receipt')) return {};
  const found = parts.map(({ profileId, version, plan, figures }) => {
    const { receipts = [], statements = [], warnings = [] } = receiptMembers(asked, { source: { plan, version }, figures });
    const named = (name: string): string => (parts.length === 1 ? name : `${name} of ${profileId}`);
    return {
      receipts: receipts.map((receipt) => ({ ...receipt, statement: named(receipt.statement) })),
      statements: statements.map((each) => ({ ...each, name: named(each.name) })),
      warnings,
    };
  });
  const warnings = found.flatMap((each) => each.warnings).slice(0, 1);
  return {
    receipts: found.flatMap(({ receipts }) => receipts),
    statements: found.flatMap(({ statements }) => statements),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

const decimal = (value: number, places: number): string => value.toFixed(places);
const asPrinted = (value: number | string): string => String(value);

const METRICS = [
  ['on_sales', 'sales', 'what it cost'],
  ['on_clicks', 'clicks', 'how often it was shown'],
] as const;

const ESTIMATED =
  'Mantel and Haenszel’s ratio over ad sets on shared days, with a variance between ads, drawn towards no difference by how much the levels of this profile differ.';

/** @param currency Of the profile. */
export function* patternFigures(data: readonly Pattern[], profileId: string, currency: string): Generator<ReceiptFigure> {
  for (const [at, row] of data.entries()) {
    if (row.profile_id !== profileId) continue;
    const path = `/data/${at}`;
    const counted = (name: string, what: string, value: number | string, unit: string): ReceiptFigure =>
      whole(`${path}/${name}`, what, term(name, asPrinted(value), unit));
    yield counted('ads', 'Ads that have the level and cost something in the window.', row.ads, 'ads');
    yield counted('adsets', 'Ad sets that these ads are in.', row.adsets, 'ad sets');
    yield counted('spend', 'What these ads cost in the window, in the profile’s currency.', row.spend, currency);
    yield counted(
      'sales',
      'Sales that visits of these ads led to, by the profile’s model; a shared sale counts for a part.',
      row.sales,
      'sales',
    );
    yield counted('clicks', 'Clicks of these ads, as their platforms report them.', row.clicks, 'clicks');
    yield counted('impressions', 'How often these ads were shown.', row.impressions, 'times shown');
    if (row.share_of_spend !== undefined)
      yield counted(
        'share_of_spend',
        'What these ads cost, of what all ads of the profile cost in the window.',
        row.share_of_spend,
        'share',
      );
    for (const [name, events, exposure] of METRICS) {
      const effect = row[name];
      if (!effect) continue;
      const of = (member: keyof typeof effect, what: string, unit: string): ReceiptFigure =>
        whole(`${path}/${name}/${member}`, what, term(member, asPrinted(effect[member]), unit));
      yield of(
        'ratio',
        `The middle of what is believed of ${events} by ${exposure}, of the level to the rest. ${ESTIMATED}`,
        'times',
      );
      yield of('low', `One of twenty is below. ${ESTIMATED}`, 'times');
      yield of('high', `One of twenty is above. ${ESTIMATED}`, 'times');
      yield of('p_higher', `The share of what is believed that is above no difference. ${ESTIMATED}`, 'probability');
      yield of('adsets', 'Ad sets in which ads of the level and others ran on the same days.', 'ad sets');
      yield of('holds_in', 'Those of them in which the level is on the same side as over all.', 'ad sets');
    }
  }
}

const MONTH_DAYS = '30';
const SIZES = {
  sales: 'Of each ad: 2 × (1.645 + 0.842)² ÷ ln(1.3)², rounded up, so that a difference of 30 % is seen in four of five cases.',
  clicks: 'Of each ad: 2 × (1.645 + 0.842)² ÷ ln(1.2)², rounded up, so that a difference of 20 % is seen in four of five cases.',
} as const;

/** @param gaps As they were computed, by their ids. */
export function* gapFigures(
  data: readonly ShownGap[],
  gaps: ReadonlyMap<string, Gap>,
  profileId: string,
): Generator<ReceiptFigure> {
  for (const [at, shown] of data.entries()) {
    const gap = gaps.get(shown.gap_id);
    if (shown.profile_id !== profileId || !gap) continue;
    const path = `/data/${at}`;
    const { currency, size } = shown;
    const gain = term('gain', decimal(gap.gain, 12), 'share');
    const [spend, days] = [
      term('spend', decimal(gap.window.spend, 6), currency),
      term('days', asPrinted(gap.window.days), 'days'),
    ];
    const month = term('days_of_month', MONTH_DAYS, 'days');
    yield {
      path: `${path}/monthly_spend`,
      text: 'What the parent costs in a month, by the window of the recommendations.',
      formula: `round(spend ÷ days × days_of_month, ${decimalsOf(currency)})`,
      terms: [spend, days, month],
      rows: [],
    };
    yield {
      path: `${path}/expected_gain`,
      rows: [],
      formula: 'round(gain, 4)',
      terms: [gain],
      text: 'The mean of what the new level may sell more per spend than the parent’s, if it is kept only when it is better: over what is believed of both.',
    };
    yield {
      path: `${path}/worth`,
      text: 'The expected gain, on what the parent costs in a month.',
      rows: [],
      formula: `round(gain × spend ÷ days × days_of_month, ${decimalsOf(currency)})`,
      terms: [gain, spend, days, month],
    };
    yield {
      path: `${path}/p_better`,
      rows: [],
      formula: 'round(better, 4)',
      terms: [term('better', decimal(gap.better, 12), 'probability')],
      text: 'The share of what is believed in which the new level sells more than the parent’s.',
    };
    if (size.measure === null || size.needed === null || size.days === null) continue;
    const perDay = `Until both ads have as many ${size.measure}, at the parent’s daily number now, rounded up.`;
    yield whole(`${path}/size/needed`, SIZES[size.measure], term('needed', asPrinted(size.needed), size.measure));
    yield whole(`${path}/size/days`, perDay, term('days', asPrinted(size.days), 'days'));
  }
}

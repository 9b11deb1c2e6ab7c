// Receipts of the leaderboard: what each figure of an ad is, and the numbers that it is made of.
import { decimalsOf, type ReceiptFigure, term, whole } from '../../report/analytics/index.ts';
import { money } from '../recommendations/index.ts';
import type { Placed } from './board.ts';
import { type Leaders, RATES, type RateName } from './leaders.ts';

type Priors = NonNullable<Leaders['meta']>['priors'];

const WORDS: Readonly<Record<RateName, { text: string; count: string; of: string }>> = {
  hook: { text: 'Views of its video of at least three seconds, of times shown', count: 'views', of: 'times shown' },
  hold: { text: 'Views of its video to the end or of fifteen seconds, of those of three seconds', count: 'views', of: 'views' },
  click: { text: 'Clicks, of times shown', count: 'clicks', of: 'times shown' },
  sale: { text: 'Sales, of clicks', count: 'sales', of: 'clicks' },
};

const BELIEVED =
  'Sales of an ad come by chance at a rate per money spent, and the rates of the profile’s ads are estimated together (Gamma and Poisson), so that few sales say little.';
const SHRUNK =
  'What the board is sorted by: the rates of the profile’s ads have a Beta distribution, and an ad of which little was counted is near their usual rate. The usual rate counts as if it had been seen prior_weight more times; both are estimated from the moments of all ads of the profile.';

const decimal = (value: number): string => value.toFixed(12);
const share = (value: number): string => String(Math.round(value * 10_000) / 10_000);

/** @param placed In the order of the answer. */
export function* leaderFigures(placed: readonly Placed[], profileId: string, priors: Priors): Generator<ReceiptFigure> {
  for (const [at, row] of placed.entries()) {
    if (row.profileId !== profileId) continue;
    yield* costFigures(`/data/${at}`, row);
    for (const name of RATES) yield* rateFigures(`/data/${at}/rates/${name}`, name, row, priors);
  }
}

function* costFigures(path: string, { spend, sales, cost, interval, currency }: Placed): Generator<ReceiptFigure> {
  const decimals = decimalsOf(currency);
  const [spent, sold] = [term('spend', decimal(spend), currency), term('sales', decimal(sales), 'sales')];
  yield {
    path: `${path}/spend`,
    text: 'What the ad cost in the window, in the profile’s currency.',
    formula: `round(spend, ${decimals})`,
    terms: [spent],
    rows: [],
  };
  yield {
    path: `${path}/attributed_cash_outcomes`,
    text: 'Sales that visits of the window led to, whenever they were paid, by the profile’s model; a shared sale counts for a part.',
    formula: 'round(sales, 3)',
    terms: [sold],
    rows: [],
  };
  if (cost !== null)
    yield {
      path: `${path}/cost_per_cash_outcome`,
      text: 'What the ad cost, by sales.',
      formula: `round(spend ÷ sales, ${decimals})`,
      terms: [spent, sold],
      rows: [],
    };
  const [low, high] = [
    term('low', money(interval.low, currency), currency),
    term('high', money(interval.high, currency), currency),
  ];
  yield whole(`${path}/interval/low`, `A sale costs less with a probability of 10 %. ${BELIEVED}`, low);
  yield whole(`${path}/interval/high`, `A sale costs less with a probability of 90 %. ${BELIEVED}`, high);
}

function* rateFigures(path: string, name: RateName, { rates }: Placed, priors: Priors): Generator<ReceiptFigure> {
  const [rate, prior] = [rates[name], priors[name]];
  if (!rate || !prior) return;
  const words = WORDS[name];
  const [counted, of] = [term('count', decimal(rate.count), words.count), term('of', decimal(rate.of), words.of)];
  const terms = [
    counted,
    of,
    term('prior_mean', decimal(prior.mean), 'share'),
    term('prior_weight', decimal(prior.weight), words.of),
  ];
  yield { path: `${path}/rate`, text: `${words.text}.`, formula: 'round(count ÷ of, 4)', terms: [counted, of], rows: [] };
  yield whole(`${path}/low`, `The low end of Wilson’s 95 % interval. ${words.text}.`, term('low', share(rate.low), 'share'));
  yield whole(`${path}/high`, `The high end of Wilson’s 95 % interval. ${words.text}.`, term('high', share(rate.high), 'share'));
  const formula = 'round((count + prior_mean × prior_weight) ÷ (of + prior_weight), 4)';
  yield { path: `${path}/shrunk`, text: `${words.text}. ${SHRUNK}`, formula, terms, rows: [] };
}

// The loss by Safari's short-lived ids: not the share of its users, but the cash with which its lost visits would have been credited. In other
// browsers ids outlive 90 days, so they show how much of a channel's cash is credited to visits before a silence longer than Safari keeps an id.
import type { ReadBase } from '../../base/base.ts';
import { type Answer, reading } from '../../base/contract/operation.ts';
import { evidenceOf, type FindingKind, findingOf } from './findings.ts';
import { withHistory } from './fixes.ts';
import { readAtVersion } from './kept.ts';
import { metaOf, type Scope, scopeOf } from './period.ts';
import { FEWEST_CASES, type Finding, percentText, statusOfValue, thresholdOf } from './rules.ts';
import { LONG_DAYS, type PartRow, readScopeRows, type ScopeRows, safariLifetime } from './scope-rows.ts';

type Row = PartRow<'cash'>;
type Visits = PartRow<'browsers'>;
type Report = Answer<'getItpExposure'>['data'];

const LONG_ENOUGH_DAYS = 90;
const GROUPS = 200;
const RESAMPLES = 400;
const Z_95 = 1.96;
/** More than this share is never believed lost: the estimate would explode. */
const MOST_LOST = 0.9;
const MILLION = 1e6;

interface Sums {
  conversions: number;
  cash: number;
  squares: number;
  beforeSilence: number;
}

const nothing = (): Sums => ({ conversions: 0, cash: 0, squares: 0, beforeSilence: 0 });

function added(sums: Sums, row: Row, times: number): void {
  sums.conversions += row.conversions * times;
  sums.cash += row.cash * times;
  sums.squares += row.squares * times;
  sums.beforeSilence += row.before_silence * times;
}

const shareLost = ({ cash, beforeSilence }: Sums): number => (cash > 0 ? Math.min(MOST_LOST, beforeSilence / cash) : 0);

/** By channel: cash that Safari still credits to it, the share of it that is lost in other browsers' terms, and what that makes. */
function lossesOf(rows: readonly Row[], timesOf: (row: Row) => number) {
  const safari = new Map<string, Sums>();
  const others = new Map<string, Sums>();
  const allOthers = nothing();
  for (const row of rows) {
    if (row.is_direct) continue;
    const into = row.is_safari ? safari : others;
    const sums = into.get(row.channel) ?? nothing();
    into.set(row.channel, sums);
    added(sums, row, timesOf(row));
    if (!row.is_safari) added(allOthers, row, timesOf(row));
  }
  return [...safari].map(([channel, kept]) => {
    const own = others.get(channel);
    const isOwn = own !== undefined && own.conversions >= FEWEST_CASES;
    const share = shareLost(isOwn ? own : allOthers);
    // The credited cash is the rest: kept = (1 − share) × total.
    return { channel, kept, share, isOwn, lost: (kept.cash * share) / (1 - share) };
  });
}

const sumOf = (losses: readonly { lost: number }[]): number => losses.reduce((sum, { lost }) => sum + lost, 0);

/** Numbers between 0 and 1 that are the same at every reading. */
function* dice(): Generator<number, never> {
  for (let state = 1; ; ) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    yield (state >>> 8) / 2 ** 24;
  }
}

/** Groups of people are drawn again; beside that, what was lost is itself a sum of few purchases. */
function intervalOf(rows: readonly Row[], lost: number): [number, number] {
  const next = dice();
  const draws = Array.from({ length: RESAMPLES }, () => {
    const times = new Array<number>(GROUPS).fill(0);
    for (let i = 0; i < GROUPS; i += 1) {
      const group = Math.floor(next.next().value * GROUPS);
      times[group] = (times[group] ?? 0) + 1;
    }
    return sumOf(lossesOf(rows, (row) => times[row.people_group] ?? 0));
  });
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / RESAMPLES;
  const spread = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / (RESAMPLES - 1);
  const paid = nothing();
  for (const row of rows) if (!row.is_direct) added(paid, row, 1);
  const purchase = paid.cash > 0 ? paid.squares / paid.cash : 0;
  const half = Z_95 * Math.sqrt(spread + lost * purchase);
  return [Math.max(0, lost - half), lost + half];
}

const itpKind: FindingKind = {
  name: 'itp',
  title: 'Cash that Safari hides from channels',
  family: 'itp',
  explain: ({ share = null, interval, hits, cases }) => {
    if (cases === 0) return 'There are no conversions with cash to measure it on.';
    const safari = `${hits.toLocaleString('en')} of ${cases.toLocaleString('en')} credited conversions are Safari's`;
    if (share === null) return `${safari}: too few to estimate how much cash its short-lived ids hide.`;
    if (share === 0) return `Safari's short-lived ids hide no cash. ${safari}.`;
    const [low, high] = interval ?? [share, share];
    const range =
      low === 0
        ? `Between nothing and ${percentText(high)}`
        : `About ${percentText(share)} (${percentText(low)} to ${percentText(high)})`;
    return `${range} of cash came so long after a visit that Safari had forgotten the browser, and lacks that visit. This is estimated from customers of other browsers. ${safari}.`;
  },
  next: 'Collect on a domain of your own whose cookies Safari keeps (POST /api/v1/tracking/custom-domains); the remedies say how much each may add.',
  second: 'Put link tokens into mails, and identify customers at the checkout: both join browsers whose ids were lost.',
  fix: { operation: 'createCustomDomain', params: {} },
};

const money = (cash: number): string => cash.toFixed(2);

function remediesOf(losses: ReturnType<typeof lossesOf>, lost: number, identifiedShare: number): Report['remedies'] {
  const byMail = sumOf(losses.filter(({ channel }) => channel === 'Email' || channel === 'SMS'));
  return [
    {
      name: 'own_domain',
      cash: money(lost),
      text: `Collect on a domain of your own: Safari keeps its cookies for ${LONG_DAYS} days.`,
    },
    {
      name: 'link_tokens',
      cash: money(byMail),
      text: 'Put link tokens into mails and messages: each opened link joins the browser to its customer.',
    },
    {
      name: 'identify_at_checkout',
      cash: money(lost * identifiedShare),
      text: 'Call identify when a customer names themselves: their later visits are joined.',
    },
  ];
}

const returningOf = (visits: readonly Visits[]): Report['returning'] => {
  const shareOf = (isSafari: boolean): number | null => {
    const row = visits.find(({ is_safari }) => is_safari === isSafari);
    return row && row.visits >= FEWEST_CASES ? Math.round((row.returning_visits / row.visits) * 10_000) / 10_000 : null;
  };
  return { safari: shareOf(true), others: shareOf(false) };
};

export function exposureOf(rows: readonly Row[], visits: readonly Visits[], lifetimeDays: number, scope: Scope): Report {
  const losses = lifetimeDays >= LONG_ENOUGH_DAYS ? [] : lossesOf(rows, () => 1);
  const lost = sumOf(losses);
  const [low, high] = losses.length === 0 ? [0, 0] : intervalOf(rows, lost);
  const all = Number(scope.period.money.cash ?? 0n) / MILLION;
  const safari = rows.filter(({ is_safari }) => is_safari);
  const count = (of: readonly Row[]): number => of.reduce((sum, { conversions }) => sum + conversions, 0);
  const identified = safari.reduce((sum, row) => sum + row.identified, 0);
  const isJudged = all > 0 && count(safari) >= FEWEST_CASES;
  const status = isJudged ? statusOfValue(low / all, thresholdOf('itp')) : 'ok';
  const evidence = losses
    .toSorted((a, b) => b.lost - a.lost)
    .map(({ channel, kept, share, isOwn, lost: cash }) =>
      evidenceOf(channel, {
        count: kept.conversions,
        of: null,
        cash: money(cash),
        note: `${percentText(share)} of the cash of ${isOwn ? 'the channel' : 'all channels, as the channel has too few conversions,'} comes that late in other browsers`,
      }),
    );
  const measured = {
    hits: count(safari),
    cases: count(rows),
    share: isJudged ? lost / all : null,
    interval: all > 0 ? ([low / all, Math.min(1, high / all)] as const) : null,
    money: { spend: null, cash: BigInt(Math.round(lost * MILLION)) },
  };
  return {
    finding: findingOf(itpKind, { ...measured, evidence }, scope, { status }),
    lifetime_days: lifetimeDays,
    cash_at_risk: money(lost),
    interval: [money(low), money(high)],
    saved: {
      conversions: safari.reduce((sum, { joined }) => sum + joined, 0),
      cash: money(safari.reduce((sum, row) => sum + row.joined_cash, 0)),
    },
    returning: returningOf(visits),
    remedies: remediesOf(losses, lost, count(safari) === 0 ? 0 : identified / count(safari)),
  };
}

const exposure = (base: ReadBase, { cash, browsers }: Pick<ScopeRows, 'cash' | 'browsers'>, scope: Scope): Report =>
  exposureOf(cash, browsers, safariLifetime(base, scope.profileId), scope);

export const itpFindings = (base: ReadBase, rows: Pick<ScopeRows, 'cash' | 'browsers'>, scope: Scope): Finding[] => [
  exposure(base, rows, scope).finding,
];

export const getItpExposure = reading('getItpExposure', async ({ params, profile: { profileId } }, base) => {
  const what = ['getItpExposure', params.days, params.goal ?? null, safariLifetime(base, profileId)];
  const { data, meta } = await readAtVersion(base, profileId, what, async () => {
    const scope = await scopeOf(base, profileId, params);
    return { data: exposure(base, await readScopeRows(base, scope, ['cash', 'browsers']), scope), meta: metaOf(scope) };
  });
  const [finding = data.finding] = withHistory(base, profileId, [data.finding]);
  return { data: { ...data, finding }, meta };
});

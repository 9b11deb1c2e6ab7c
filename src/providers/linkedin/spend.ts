// Spend from LinkedIn's reports. A report has no pages and is silently cut off at its maximum of rows, so one that reaches it is read again in
// halves; and an empty one is the same as a forbidden one, so the caller's role is read before it counts as no spend.
import { Temporal } from 'temporal-polyfill';
import type { AdAccount, AdSpend, Grant } from '../ad-platform.ts';
import { roundedAmount } from '../money.ts';
import { wholeSpend } from '../whole-report.ts';
import { encodedUrn, failure, idOf, type LinkedInApi, PROVIDER } from './api.ts';
import { type AnalyticsElement, accountRoles, analytics, campaigns } from './shapes.ts';

/** Rows at which a report is cut off. */
export const MAX_ROWS = 15_000;
/** Days of one report; a longer range is read in parts. */
const DAYS_AT_ONCE = 31;
/** Campaigns that one address can name. */
const CAMPAIGNS_AT_ONCE = 100;
const FIELDS =
  'dateRange,pivotValues,costInLocalCurrency,impressions,clicks,landingPageClicks,externalWebsiteConversions,conversionValueInLocalCurrency';

interface Range {
  from: string;
  to: string;
}

export async function* readSpend(api: LinkedInApi, grant: Grant, account: AdAccount, range: Range): AsyncGenerator<AdSpend[]> {
  let rows = 0;
  for (const part of partsOf(range)) {
    for await (const found of reportOf(api, grant, account.id, part)) {
      rows += found.length;
      if (found.length > 0) yield found;
    }
  }
  if (rows === 0) await requireRole(api, grant, account.id);
}

/** The accounts that the person may see, with their role in each. */
export async function rolesOf(api: LinkedInApi, grant: Grant): Promise<Map<string, string>> {
  const roles = new Map<string, string>();
  const question = { path: 'adAccountUsers', rawQuery: 'q=authenticatedUser' };
  for await (const part of api.parts(grant, question, accountRoles))
    for (const { account, role } of part) roles.set(idOf(account), role);
  return roles;
}

async function requireRole(api: LinkedInApi, grant: Grant, accountId: string): Promise<void> {
  const roles = await rolesOf(api, grant);
  if (!roles.has(accountId)) throw failure('forbidden', 'the report is empty and the grant has no role in the account');
}

function* partsOf({ from, to }: Range): Generator<Range> {
  const last = Temporal.PlainDate.from(to);
  for (let day = Temporal.PlainDate.from(from); Temporal.PlainDate.compare(day, last) <= 0; ) {
    const end = day.add({ days: DAYS_AT_ONCE - 1 });
    const until = Temporal.PlainDate.compare(end, last) > 0 ? last : end;
    yield { from: day.toString(), to: until.toString() };
    day = until.add({ days: 1 });
  }
}

async function* reportOf(api: LinkedInApi, grant: Grant, accountId: string, range: Range): AsyncGenerator<AdSpend[]> {
  const { rows, isCut } = await report(
    api,
    grant,
    accountId,
    range,
    `accounts=List(${encodedUrn('sponsoredAccount', accountId)})`,
  );
  if (!isCut) {
    yield rows;
    return;
  }
  if (range.from === range.to) {
    yield* byCampaign(api, grant, accountId, range);
    return;
  }
  const from = Temporal.PlainDate.from(range.from);
  const middle = from.add({ days: Math.floor(from.until(range.to).days / 2) });
  yield* reportOf(api, grant, accountId, { from: range.from, to: middle.toString() });
  yield* reportOf(api, grant, accountId, { from: middle.add({ days: 1 }).toString(), to: range.to });
}

/** One day that is too long for one report. */
async function* byCampaign(api: LinkedInApi, grant: Grant, accountId: string, range: Range): AsyncGenerator<AdSpend[]> {
  const ids: string[] = [];
  const question = { path: `adAccounts/${encodeURIComponent(accountId)}/adCampaigns`, rawQuery: 'q=search', account: accountId };
  for await (const part of api.parts(grant, question, campaigns)) ids.push(...part.map(({ id }) => id));
  const groups = Array.from({ length: Math.ceil(ids.length / CAMPAIGNS_AT_ONCE) }, (_, at) =>
    ids.slice(at * CAMPAIGNS_AT_ONCE, (at + 1) * CAMPAIGNS_AT_ONCE),
  );
  while (groups.length > 0) {
    const group = groups.shift() ?? [];
    const list = group.map((id) => encodedUrn('sponsoredCampaign', id)).join(',');
    const { rows, isCut } = await report(api, grant, accountId, range, `campaigns=List(${list})`);
    if (!isCut) {
      yield rows;
      continue;
    }
    if (group.length === 1) throw failure('unusable', `one campaign has more than ${MAX_ROWS} rows of a day`);
    const half = Math.ceil(group.length / 2);
    groups.unshift(group.slice(0, half), group.slice(half));
  }
}

/** `isCut`: it has as many rows as a report can have. */
async function report(api: LinkedInApi, grant: Grant, account: string, { from, to }: Range, facet: string) {
  const dates = `dateRange=(start:${dateText(from)},end:${dateText(to)})`;
  const pivots = 'pivots=List(CREATIVE,CAMPAIGN,CAMPAIGN_GROUP)';
  const rawQuery = `q=statistics&${pivots}&timeGranularity=DAILY&${dates}&${facet}&fields=${FIELDS}`;
  let isCut = false;
  const rows = await wholeSpend(PROVIDER, async () => {
    const { elements } = await api.ask(grant, { path: 'adAnalytics', rawQuery, account }, analytics);
    isCut = elements.length >= MAX_ROWS;
    return elements.map(spendOf);
  });
  return { rows, isCut };
}

function dateText(day: string): string {
  const { year, month, day: dayOfMonth } = Temporal.PlainDate.from(day);
  return `(year:${year},month:${month},day:${dayOfMonth})`;
}

/** A row of a report, by any grouping. */
export function spendOf(element: AnalyticsElement): AdSpend {
  const idOfKind = (kind: string): string | undefined => {
    const urn = element.pivotValues.find((value) => value.startsWith(`urn:li:${kind}:`));
    return urn === undefined ? undefined : idOf(urn);
  };
  const { year, month, day } = element.dateRange.start;
  const { impressions, clicks, landingPageClicks, externalWebsiteConversions, conversionValueInLocalCurrency } = element;
  return {
    day: new Temporal.PlainDate(year, month, day).toString(),
    ...present({
      campaignId: idOfKind('sponsoredCampaignGroup'),
      adSetId: idOfKind('sponsoredCampaign'),
      adId: idOfKind('sponsoredCreative'),
    }),
    spend: amountOf(element.costInLocalCurrency ?? '0'),
    impressions: impressions ?? 0,
    clicks: clicks ?? 0,
    ...present({
      linkClicks: landingPageClicks,
      platformConversions: externalWebsiteConversions === undefined ? undefined : String(externalWebsiteConversions),
      platformConversionValue:
        conversionValueInLocalCurrency === undefined ? undefined : amountOf(conversionValueInLocalCurrency),
    }),
  };
}

function amountOf(text: string): string {
  try {
    return roundedAmount(text);
  } catch {
    throw failure('unusable', 'an amount of a report is no decimal');
  }
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
function present<T extends Record<string, string | number | undefined>>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
}

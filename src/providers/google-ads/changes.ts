// Google's change events: one per changed resource, with the fields that changed, before and after. A budget is a resource of its own that several
// campaigns may share; at most 10,000 events are listed at once, from which on the next request goes on.
import type { z } from 'zod';
import { localDay, localMs, momentOfWallClock, shiftsOfZone } from '../../base/kit/time/zone-shifts.ts';
import type { AdAccount, ChangeField, Grant, LoggedChange } from '../ad-platform.ts';
import { fromMicros } from '../money.ts';
import type { Search } from './client.ts';
import * as queries from './queries.ts';
import { budgetOwner, changeEventRow } from './shapes.ts';

type Event = z.infer<typeof changeEventRow>['changeEvent'];

const DAY_MS = 86_400_000;
/** Google refuses a first day of more than 30 days ago. */
export const LOG_DAYS = 29;

/** By campaign ids, and the budget's resource name. */
type BudgetOwners = (budget: string) => Promise<readonly { id: string; name: string }[]>;

export async function* readChangeEvents(
  search: Search,
  grant: Grant,
  account: AdAccount,
  { since, now }: { since: number; now: number },
): AsyncGenerator<LoggedChange[]> {
  const day = (ms: number): string => localDay(ms, account.timezone);
  // Google's days are those of the account; a day more on both sides costs nothing.
  const first = Math.max(since - DAY_MS, now - LOG_DAYS * DAY_MS);
  const to = day(now + DAY_MS);
  const owners = budgetOwners(search, grant, account);
  for (let from = day(first); ; ) {
    const rows = await search(grant, account, queries.changeEvents(from, to), changeEventRow);
    yield (await Promise.all(rows.map(({ changeEvent }) => changesOf(changeEvent, account, owners)))).flat();
    const last = rows.at(-1)?.changeEvent.changeDateTime;
    if (rows.length < queries.MAX_CHANGE_EVENTS || last === undefined) return;
    // So many changes of one moment that no request lists them all: the others are out of reach.
    from = last === from ? nextMoment(last) : last;
  }
}

/** A millionth of a second later. */
function nextMoment(text: string): string {
  const [head = '', fraction = '0'] = text.split('.');
  const micros = Number(fraction.padEnd(6, '0').slice(0, 6)) + 1;
  if (micros < 1_000_000) return `${head}.${String(micros).padStart(6, '0')}`;
  return new Date(Date.parse(`${head.replace(' ', 'T')}Z`) + 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** Campaigns by their budget, read at the first change of a budget alone. */
function budgetOwners(search: Search, grant: Grant, account: AdAccount): BudgetOwners {
  let reading: Promise<Map<string, { id: string; name: string }[]>> | undefined;
  const read = async () =>
    Map.groupBy(
      await search(grant, account, queries.BUDGET_OWNERS, budgetOwner),
      ({ campaign }) => campaign.campaignBudget ?? '',
    );
  return async (budget) => {
    reading ??= read().then((groups) => new Map([...groups].map(([name, rows]) => [name, rows.map(({ campaign }) => campaign)])));
    return (await reading).get(budget) ?? [];
  };
}

async function changesOf(event: Event, account: AdAccount, owners: BudgetOwners): Promise<LoggedChange[]> {
  const at = momentOf(event, account.timezone);
  if (at === undefined) return [];
  const objects = await objectsOf(event, owners);
  const common = { at, word: wordOf(event), actor: event.userEmail, via: event.clientType };
  const mayBeOwn = event.clientType === undefined || event.clientType === 'GOOGLE_ADS_API';
  return objects.flatMap((object) =>
    fieldsOf(event).map(({ field, ...values }) => ({
      ...common,
      ...object,
      field,
      ...values,
      mayBeOwn,
      key: [event.resourceName, object.type, object.id, field].join(' '),
    })),
  );
}

/** The resource name has the moment in microseconds; its text is a time of the account's zone. */
function momentOf({ resourceName, changeDateTime }: Event, timezone: string): number | undefined {
  const wall = Date.parse(`${changeDateTime.replace(' ', 'T').slice(0, 23)}Z`);
  if (!Number.isFinite(wall)) return undefined;
  const shifts = shiftsOfZone(timezone);
  const named = Number(/changeEvents\/(\d{16})~/.exec(resourceName)?.[1] ?? Number.NaN) / 1000;
  return Math.abs(localMs(shifts, named) - wall) < DAY_MS ? Math.floor(named) : momentOfWallClock(shifts, wall);
}

const wordOf = ({ resourceChangeOperation: operation, changeResourceType: type, changedFields }: Event): string =>
  [operation, type, changedFields].filter((part) => part !== undefined && part !== '').join(' ');

const idIn = (name: string | undefined, part: string): string | undefined =>
  new RegExp(`/${part}/(?:\\d+~)?(\\d{1,20})`).exec(name ?? '')?.[1];

type Changed = Pick<LoggedChange, 'type' | 'id' | 'name'>;

/** The object of this vocabulary that a change is about: assets and criteria are changes of what they belong to. */
async function objectsOf(event: Event, owners: BudgetOwners): Promise<Changed[]> {
  const { changeResourceType: type, changeResourceName: name, campaign, adGroup } = event;
  if (type === 'CAMPAIGN_BUDGET') {
    const found = await owners(name);
    if (found.length > 0) return found.map(({ id, name: title }) => ({ type: 'campaign', id, name: title }));
  }
  const ad = idIn(name, 'adGroupAds') ?? idIn(name, 'ads');
  if (ad !== undefined) return [{ type: 'ad', id: ad }];
  const group = idIn(adGroup, 'adGroups') ?? idIn(name, 'adGroups');
  if (group !== undefined) return [{ type: 'adset', id: group, name: titleOf(event, 'adGroup') }];
  const id = idIn(campaign, 'campaigns') ?? idIn(name, 'campaigns');
  return id === undefined ? [] : [{ type: 'campaign', id, name: titleOf(event, 'campaign') }];
}

function titleOf({ newResource, oldResource }: Event, of: 'campaign' | 'adGroup'): string | undefined {
  const name = newResource?.[of]?.['name'] ?? oldResource?.[of]?.['name'];
  return typeof name === 'string' ? name : undefined;
}

interface FieldChange {
  field: ChangeField;
  before?: string | undefined;
  after?: string | undefined;
}

/** By the first part of the path of a changed field. */
const FIELDS: readonly [RegExp, ChangeField][] = [
  [/^status$/, 'status'],
  [/^name$/, 'name'],
  [/^(start|end)Date|^adSchedule/, 'schedule'],
  [/^(amountMicros|totalAmountMicros|campaignBudget)$/, 'budget'],
  [/[bB]id|[cC]pc|[cC]pa|[cC]pm|[cC]pv|[rR]oas|^maximize|^manual|^target(Spend|ImpressionShare)|^percentCpc|^commission/, 'bid'],
  [/^(ad|asset|finalUrl|trackingUrl|urlCustom)/, 'creative'],
  [/[tT]arget|[gG]eo|keyword|network|[lL]anguage|audience|criteri|negative|location/, 'targeting'],
];

const OF_TYPE: readonly [RegExp, ChangeField][] = [
  [/BID_MODIFIER/, 'bid'],
  [/CRITERION/, 'targeting'],
  [/ASSET|FEED|^AD$/, 'creative'],
  [/BUDGET/, 'budget'],
];

/** Named by the kind of the resource; `status` of a criterion is its targeting. */
function fieldOf(type: string, path: string): ChangeField {
  const own = OF_TYPE.find(([pattern]) => pattern.test(type))?.[1];
  if (own !== undefined) return own === 'targeting' && FIELDS[4]?.[0].test(path) ? 'bid' : own;
  return FIELDS.find(([pattern]) => pattern.test(path.split('.')[0] ?? ''))?.[1] ?? 'other';
}

/** One change for each kind of field, with the values of the first field of that kind. */
function fieldsOf(event: Event): FieldChange[] {
  const { changeResourceType: type, resourceChangeOperation: operation } = event;
  const isObject = type === 'CAMPAIGN' || type === 'AD_GROUP' || type === 'AD_GROUP_AD';
  if (isObject && operation === 'CREATE') return [{ field: 'created' }];
  if (isObject && operation === 'REMOVE') return [{ field: 'status', after: 'removed' }];
  const found = new Map<ChangeField, FieldChange>();
  for (const path of (event.changedFields ?? '').split(',').map((each) => each.trim())) {
    const field = fieldOf(type, path);
    if (!found.has(field)) found.set(field, { field, ...valuesOf(event, path, field) });
  }
  return [...found.values()];
}

const STATUSES: Readonly<Record<string, string>> = { ENABLED: 'active', PAUSED: 'paused', REMOVED: 'removed' };

function valuesOf(event: Event, path: string, field: ChangeField): Pick<FieldChange, 'before' | 'after'> {
  const text = (resource: Event['oldResource']): string | undefined => {
    const value = valueAt(Object.values(resource ?? {})[0], path);
    if (value === undefined) return undefined;
    if (field === 'status') return STATUSES[value] ?? value.toLowerCase();
    return /Micros$/.test(path) && /^\d{1,18}$/.test(value) ? fromMicros(value) : value;
  };
  return { before: text(event.oldResource), after: text(event.newResource) };
}

/** A text, number or switch at the path; a list of them is joined. */
function valueAt(resource: unknown, path: string): string | undefined {
  let value = resource;
  for (const name of path.split('.'))
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? Object.entries(value).find(([key]) => key === name)?.[1]
        : undefined;
  if (Array.isArray(value)) return value.filter((part) => typeof part !== 'object').join(', ') || undefined;
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

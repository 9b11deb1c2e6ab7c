// Change events in the fake of Google Ads: listed by the time of the account's zone, within bounds that Google demands.
import { localMs, shiftsOfZone } from '../../../src/base/kit/time/zone-shifts.ts';
import type { FakeCustomer } from '../google-ads.ts';

export interface GoogleChange {
  changeEvent: Record<string, unknown> & { resourceName: string; changeDateTime: string };
}

export interface GoogleActor {
  userEmail: string;
  clientType: string;
}
export const OUR_TOKEN: GoogleActor = { userEmail: 'owner@shop.example', clientType: 'GOOGLE_ADS_API' };
export const EDITOR: GoogleActor = { userEmail: 'agency@other.example', clientType: 'GOOGLE_ADS_EDITOR' };

const DAY_MS = 86_400_000;
const MOST = 10_000;

/** As Google writes a time of the zone. */
const textOf = (ms: number, zone: string): string =>
  `${new Date(localMs(shiftsOfZone(zone), ms)).toISOString().replace('T', ' ').slice(0, 23)}000`;

interface Entry {
  type: string;
  name: string;
  operation?: 'CREATE' | 'UPDATE' | 'REMOVE';
  fields: string;
  /** The kind of the resource, and what differs of it. */
  kind: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  campaign?: string;
  adGroup?: string;
  at: number;
  by: GoogleActor;
}

export function logChange(customer: FakeCustomer, { type, name, fields, kind, before, after, at, by, ...more }: Entry): void {
  const { operation = 'UPDATE', campaign, adGroup } = more;
  customer.changes ??= [];
  customer.changes.push({
    changeEvent: {
      resourceName: `customers/${customer.id}/changeEvents/${at}000~${customer.changes.length}~0`,
      changeDateTime: textOf(at, customer.timezone),
      changeResourceType: type,
      changeResourceName: name,
      resourceChangeOperation: operation,
      changedFields: fields,
      ...by,
      oldResource: { [kind]: before },
      newResource: { [kind]: after },
      ...(campaign === undefined ? {} : { campaign: `customers/${customer.id}/campaigns/${campaign}` }),
      ...(adGroup === undefined ? {} : { adGroup: `customers/${customer.id}/adGroups/${adGroup}` }),
    },
  });
}

/** The rows of a query, or the code of its refusal. */
export function changesOf(customer: FakeCustomer, query: string, now: number): { rows: GoogleChange[] } | { error: string } {
  const limit = /LIMIT (\d+)$/.exec(query)?.[1];
  if (limit === undefined) return { error: 'LIMIT_NOT_SPECIFIED' };
  if (Number(limit) > MOST) return { error: 'INVALID_LIMIT_CLAUSE' };
  const [from = '', to = ''] = [/>= '([^']+)'/, /<= '([^']+)'/].map((part) => part.exec(query)?.[1]);
  if (from === '' || to === '') return { error: 'CHANGE_DATE_RANGE_INFINITE' };
  if (from.slice(0, 10) < textOf(now - 30 * DAY_MS, customer.timezone).slice(0, 10)) return { error: 'START_DATE_TOO_OLD' };
  const rows = (customer.changes ?? [])
    .filter(({ changeEvent: { changeDateTime: at } }) => at >= from && at <= to)
    .toSorted((a, b) => (a.changeEvent.changeDateTime < b.changeEvent.changeDateTime ? -1 : 1));
  return { rows: rows.slice(0, Number(limit)) };
}

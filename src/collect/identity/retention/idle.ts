// Who is removed by the age of their last event: browsers of no customer, as the figures know them, and persons none of whose customers was seen.
import { setImmediate as otherTurns } from 'node:timers/promises';
import type { ReadBase } from '../../../base/base.ts';
import { statement } from '../../../base/warehouse/statements.ts';
import { membersOf } from '../stitching/components.ts';

const DAY_US = 86_400_000_000n;
const PAGE_CUSTOMERS = 2_000;
const MAX_VISITORS = 10_000;
const MAX_CUSTOMERS = 500;
const HEAVY = { size: 'heavy', deadlineMs: 120_000 } as const;

/** A rule, and how far it is carried out. */
export interface Rule {
  visitorDays: number | null;
  customerDays: number | null;
  visitorsBefore: bigint;
  visitorsSeq: bigint;
}

/** Microseconds since 1970. */
export const beforeOf = (base: Pick<ReadBase, 'clock'>, days: number): bigint =>
  BigInt(base.clock.now()) * 1_000n - BigInt(days) * DAY_US;

export interface IdleVisitors {
  keys: bigint[];
  /** Browsers last seen before it are removed with these. */
  before: bigint;
  /** The last fact that was looked at. */
  seq: bigint;
  isAll: boolean;
}

const params = (rule: Rule, before: bigint) => ({
  before_us: before,
  done_us: rule.visitorsBefore,
  done_seq: rule.visitorsSeq,
});

/** The longest unseen first. */
export async function idleVisitors(base: ReadBase, profileId: string, rule: Rule): Promise<IdleVisitors> {
  if (rule.visitorDays === null || !(await base.warehouse.exists(profileId)))
    return { keys: [], before: rule.visitorsBefore, seq: rule.visitorsSeq, isAll: true };
  const before = beforeOf(base, rule.visitorDays);
  const [landed] = await base.warehouse.query({ profileId }, statement('warehouse/collect/identity/landed_get'));
  const list = statement('warehouse/collect/identity/idle_visitors_list', { ...params(rule, before), limit: MAX_VISITORS + 1 });
  const rows = await base.warehouse.query({ profileId }, list, HEAVY);
  const isAll = rows.length <= MAX_VISITORS;
  const next = rows[MAX_VISITORS]?.last_us;
  return {
    keys: rows.filter(({ last_us }) => next === undefined || last_us < next).map(({ visitor_key }) => visitor_key),
    before: next ?? (before > rule.visitorsBefore ? before : rule.visitorsBefore),
    seq: landed?.landed_seq ?? rule.visitorsSeq,
    isAll,
  };
}

export interface VisitorCounts {
  visitors: number;
  visitors_of: number;
  events: number;
}

export async function countIdleVisitors(base: ReadBase, profileId: string, rule: Rule): Promise<VisitorCounts> {
  if (!(await base.warehouse.exists(profileId))) return { visitors: 0, visitors_of: 0, events: 0 };
  const before = rule.visitorDays === null ? 0n : beforeOf(base, rule.visitorDays);
  const count = statement('warehouse/collect/identity/idle_visitors_count', params(rule, before));
  const [row] = await base.warehouse.query({ profileId }, count, HEAVY);
  return {
    visitors: Number(row?.idle_visitors ?? 0),
    visitors_of: Number(row?.all_visitors ?? 0),
    events: Number(row?.idle_events ?? 0),
  };
}

/** All customers of persons who were not seen since, by person. */
export async function* idlePersons(base: ReadBase, profileId: string, before: bigint): AsyncGenerator<bigint[]> {
  const page = base.state.statement('collect/identity/idle_customers_page');
  for (let after = 0n; ; ) {
    const rows = page.allBig({ profile_id: profileId, before, after, limit: PAGE_CUSTOMERS });
    const persons = rows
      .map(({ customer_no }) => membersOf(base, profileId, customer_no))
      .filter(
        (members, i) => members[0] === rows[i]?.customer_no && members.every((no) => isUnseen(base, profileId, no, before)),
      );
    const active = await activeOf(
      base,
      profileId,
      persons.flatMap(([head]) => head ?? []),
      before,
    );
    for (const members of persons) if (members[0] !== undefined && !active.has(members[0])) yield members;
    if (rows.length < PAGE_CUSTOMERS) return;
    after = rows.at(-1)?.customer_no ?? after;
    await otherTurns();
  }
}

/** The customers of the first persons; `isAll` where there are no more. */
export async function idleCustomers(
  base: ReadBase,
  profileId: string,
  days: number | null,
): Promise<{ members: bigint[]; isAll: boolean }> {
  if (days === null) return { members: [], isAll: true };
  const members: bigint[] = [];
  for await (const person of idlePersons(base, profileId, beforeOf(base, days))) {
    if (members.length >= MAX_CUSTOMERS) return { members, isAll: false };
    members.push(...person);
  }
  return { members, isAll: true };
}

export const isUnseen = (base: ReadBase, profileId: string, customer_no: bigint, before: bigint): boolean => {
  const [row] = base.state.statement('collect/identity/customer_last_seen').allBig({ profile_id: profileId, customer_no });
  return row !== undefined && row.last_seen_at < before;
};

/** A customer's browser may have come back without anything that names the customer. */
async function activeOf(base: ReadBase, profileId: string, people: bigint[], since_us: bigint): Promise<Set<bigint>> {
  if (people.length === 0 || !(await base.warehouse.exists(profileId))) return new Set();
  const active = statement('warehouse/collect/identity/people_active', { people, since_us });
  const rows = await base.warehouse.query({ profileId }, active, HEAVY);
  return new Set(rows.map(({ person_key }) => person_key));
}

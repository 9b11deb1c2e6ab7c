// The queue of pairs that may be one person: looking through it, and deciding. A merge is always a person's decision on a pair.

import { actorOf } from '../../../account/audit/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { reading, stateChange } from '../../../base/contract/operation.ts';
import type { components } from '../../../base/contract/types.ts';
import { numberOf, publicId } from '../../../base/kit/ids.ts';
import { millisOf } from '../../../base/kit/time/instants.ts';
import type { BigRow, RowOf } from '../../../base/state/state.ts';
import { type CustomerDescription, describeCustomers } from '../search/describe.ts';
import { headOf } from '../stitching/components.ts';
import { addMerge, type Deciding, mergeOfPair } from '../stitching/merges.ts';
import { storedReasons } from '../stored.ts';
import { type Pair, pairOfId, proposalId } from './pairs.ts';

type Proposal = components['schemas']['MergeProposal'];
type Status = Proposal['status'];
type Row = BigRow<RowOf<'collect/identity/proposal_get' | 'collect/identity/proposals_list'>>;

const STATUSES: readonly Status[] = ['open', 'merged', 'dismissed', 'snoozed'];
const DAY_MS = 86_400_000;
const DEFAULT_SNOOZE_DAYS = 30;
const MAX_SNOOZE_DAYS = 365;

const instant = (ms: bigint | number): string => new Date(Number(ms)).toISOString();
const instantOrNull = (ms: bigint | number | null): string | null => (ms === null ? null : instant(ms));

const pairOfRow = (row: Row): Pair => ({ customer_a: row.customer_a, customer_b: row.customer_b });

/** The pair of a proposal's id. @throws not_found for any other id. */
function requireProposal(base: Pick<ReadBase, 'state' | 'clock'>, profileId: string, id: string): Row {
  const pair = pairOfId(profileId, id);
  const params = pair && { profile_id: profileId, ...pair, now: base.clock.now() };
  const row = params && base.state.statement('collect/identity/proposal_get').allBig(params)[0];
  if (!row) throw new ApiError('not_found', `There is no merge proposal ${id}.`);
  return row;
}

/** The persons that a proposal is about, as they are now: the older first. They are the same when they are one already. */
export function personsOfProposal(base: Pick<ReadBase, 'state' | 'clock'>, profileId: string, id: string): [bigint, bigint] {
  const row = requireProposal(base, profileId, id);
  const [a, b] = [row.head_a, row.head_b];
  return a <= b ? [a, b] : [b, a];
}

/** Persons in pairs that wait for a decision, of the likeliest pairs. */
export const personsInQueue = (base: Pick<ReadBase, 'state'>, profileId: string): bigint[] => {
  const pairs = base.state.statement('collect/identity/proposals_people').allBig({ profile_id: profileId });
  return [...new Set(pairs.flatMap(({ head_a, head_b }) => [head_a, head_b]))];
};

/** The reasons for a pair: those from facts, then those of the proposer. */
function reasonsOf(base: Pick<ReadBase, 'state'>, profileId: string, row: Row): Proposal['reasons'] {
  const params = { profile_id: profileId, ...pairOfRow(row) };
  const evidence = base.state.statement('collect/identity/proposal_evidence_list').all(params);
  const found = storedReasons.read(row.match_reasons);
  return [
    ...evidence.map(({ kind, type, times }) => ({ code: kind as string, identifier_type: type as string, times: Number(times) })),
    ...found.map((code) => ({ code, identifier_type: null, times: 1 })),
  ];
}

function customerOf(
  profileId: string,
  customer: bigint,
  description: CustomerDescription | undefined,
): Proposal['customers'][number] {
  return {
    customer_profile_id: publicId('customer', profileId, customer),
    first_name: description?.first_name ?? null,
    last_name: description?.last_name ?? null,
    primary_email: description?.primary_email ?? null,
    primary_phone: description?.primary_phone ?? null,
    first_seen_at: description?.first_seen_at ?? null,
    last_seen_at: description?.last_seen_at ?? null,
  };
}

function shown(base: Pick<ReadBase, 'state'>, profileId: string, rows: Row[]): Proposal[] {
  const headsOf = (row: Row): bigint[] => [row.head_a, row.head_b];
  const people = describeCustomers(base, profileId, [...new Set(rows.flatMap(headsOf))]);
  return rows.map((row) => ({
    proposal_id: proposalId(profileId, pairOfRow(row)),
    status: row.status,
    score: Number(row.score) / 1000,
    reasons: reasonsOf(base, profileId, row),
    customers: headsOf(row)
      .sort((a, b) => (a < b ? -1 : 1))
      .map((head) => customerOf(profileId, head, people.get(head))),
    opened_at: instant(row.opened_at),
    snoozed_until: row.status === 'snoozed' ? instantOrNull(row.snoozed_until) : null,
    decided_at: row.status === 'open' ? null : instantOrNull(row.decided_at),
    decided_by: row.status === 'open' ? null : row.decided_by,
  }));
}

const NO_CURSOR = { cursor_score: null, cursor_a: null, cursor_b: null };

/** Where the page before ended; an unreadable cursor starts from the beginning. */
function cursorOf(cursor: string | undefined): Record<keyof typeof NO_CURSOR, bigint | null> {
  const [, score, a, b] = /^(\d{1,4})\.(\d{1,18})\.(\d{1,18})$/.exec(cursor ?? '') ?? [];
  if (score === undefined || a === undefined || b === undefined) return NO_CURSOR;
  return { cursor_score: BigInt(score), cursor_a: BigInt(a), cursor_b: BigInt(b) };
}

export const listMergeProposals = reading('listMergeProposals', (call, base) => {
  const { profileId } = call.profile;
  const { status, min_score, customer_profile_id: id, cursor, limit } = call.params;
  const now = base.clock.now();
  const customer = id === undefined ? null : numberOf('customer', profileId, id);
  const rows = base.state.statement('collect/identity/proposals_list').allBig({
    profile_id: profileId,
    now,
    status: status === 'all' ? null : status,
    min_score: Math.ceil(min_score * 1000),
    // A stranger's id has no pairs.
    customer_no: customer === null ? null : customer === undefined ? -1 : headOf(base, profileId, customer),
    ...cursorOf(cursor),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const has_next = rows.length > page.length && last !== undefined;
  return {
    data: shown(base, profileId, page),
    status_counts: statusCounts(base, profileId, now),
    meta: { profile_id: profileId },
    pagination: { has_next, cursor: has_next ? `${last.score}.${last.customer_a}.${last.customer_b}` : null },
  };
});

function statusCounts(base: Pick<ReadBase, 'state'>, profileId: string, now: number): Record<Status, number> {
  const rows = base.state.statement('collect/identity/proposals_count').all({ profile_id: profileId, now });
  const counted = new Map(rows.map((row) => [row.status, row.pairs]));
  return Object.fromEntries(STATUSES.map((status) => [status, counted.get(status) ?? 0])) as Record<Status, number>;
}

export const decideMergeProposal = stateChange('decideMergeProposal', (call, base) => {
  const { profileId } = call.profile;
  const before = base.state.lastDecision(profileId);
  const answer = base.state.tx(() => {
    const row = requireProposal(base, profileId, call.params.id);
    const { audit, replayed } = decided(base, call, row, call.body);
    const [proposal] = shown(base, profileId, [requireProposal(base, profileId, call.params.id)]);
    const audit_log_id = audit === undefined ? null : publicId('merge', profileId, audit);
    return { data: { proposal: proposal as Proposal, audit_log_id, replayed }, meta: { profile_id: profileId } };
  });
  if (base.state.lastDecision(profileId) !== before) base.signals.emit('decisions', profileId);
  return answer;
});

type Body = components['schemas']['MergeDecision'];

/** The result of a decision. `audit` is the merge that is between the pair. */
function decided(base: Base, deciding: Deciding, row: Row, body: Body): { audit?: bigint; replayed: boolean } {
  const { profileId } = deciding.profile;
  const pair = pairOfRow(row);
  const status = row.status;
  if (body.action !== 'snooze' && body.snooze_until !== undefined)
    throw new ApiError('validation_error', 'snooze_until: is allowed only with the action snooze.');
  if (status === 'merged') {
    const audit = mergeOfPair(base, profileId, pair);
    if (body.action === 'merge' && audit !== undefined) return { audit, replayed: true };
    throw new ApiError('invalid_state', 'The pair was merged; undo the merge first.');
  }
  if (status === 'dismissed') {
    if (body.action === 'dismiss') return { replayed: true };
    throw new ApiError('invalid_state', 'The pair was dismissed, and stays dismissed.');
  }
  const settle = (next: Status, until: number | null = null): void => {
    base.state.statement('collect/identity/proposal_decide').run({
      profile_id: profileId,
      ...pair,
      status: next,
      snoozed_until: until,
      decided_at: base.clock.now(),
      decided_by: actorOf(deciding.principal),
    });
  };
  if (body.action === 'merge') {
    const audit = addMerge(base, deciding, pair);
    settle('merged');
    return { audit, replayed: false };
  }
  if (row.head_a === row.head_b) throw new ApiError('invalid_state', 'The two are one person by other merges; undo those first.');
  if (body.action === 'dismiss') {
    settle('dismissed');
    return { replayed: false };
  }
  const until = snoozeUntil(base, body.snooze_until);
  const replayed = status === 'snoozed' && body.snooze_until !== undefined && Number(row.snoozed_until) === until;
  settle('snoozed', until);
  return { replayed };
}

function snoozeUntil(base: Pick<Base, 'clock'>, name: string | undefined): number {
  const now = base.clock.now();
  const until = name === undefined ? now + DEFAULT_SNOOZE_DAYS * DAY_MS : millisOf(name);
  if (until > now && until <= now + MAX_SNOOZE_DAYS * DAY_MS) return until;
  throw new ApiError('validation_error', `snooze_until: must be within the next ${MAX_SNOOZE_DAYS} days.`);
}

/** Open pairs that came after a moment. */
export const newProposals = (base: ReadBase, profileId: string, since: number): number =>
  base.state.statement('collect/identity/proposals_new_count').get({ profile_id: profileId, since, now: base.clock.now() })
    ?.pairs ?? 0;

// Merges: an edge between two customers, written as a decision with an audit row, and removed again by another. No row of a
// customer is ever rewritten; the person of a fact follows from the current edges.
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { announceEvent } from '../../../base/contract/announce-event.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { type Principal, type ProfileRef, reading, stateChange } from '../../../base/contract/operation.ts';
import type { components } from '../../../base/contract/types.ts';
import { numberOf, publicId } from '../../../base/kit/ids.ts';
import { isKnown } from '../links/link-tokens.ts';
import { type Pair, regroup } from '../matching/pairs.ts';
import { headOf, membersOf } from './components.ts';

type Merge = components['schemas']['Merge'];
type State = Pick<ReadBase, 'state'>;

const instant = (ms: unknown): string => new Date(Number(ms)).toISOString();

/** The actor and the profile. */
export interface Deciding {
  profile: ProfileRef;
  principal: Principal;
}

/**
 * The customer of this public id, for a write or a preview that names one.
 * @throws customer_not_in_profile for a stranger's, and for one that was merged into another: the call would act on another person.
 */
export function requireCustomer(base: State, profileId: string, id: string): bigint {
  const customer = numberOf('customer', profileId, id);
  if (customer === undefined || !isKnown(base, profileId, customer))
    throw new ApiError('customer_not_in_profile', `${id} is no customer of this profile.`);
  refuseMergedAway(base, profileId, id);
  return customer;
}

/** @throws customer_not_in_profile where the id is of a customer that was merged into another. */
export function refuseMergedAway(base: State, profileId: string, id: string): void {
  const customer = numberOf('customer', profileId, id);
  const head = customer === undefined ? undefined : headOf(base, profileId, customer);
  if (head === undefined || head === customer) return;
  throw new ApiError(
    'customer_not_in_profile',
    `${id} was merged into ${publicId('customer', profileId, head)}: name that one, or undo the merge.`,
  );
}

/** The actor, as decisions and audit name it, and the profile. */
interface By {
  workspaceId: string;
  profileId: string;
  actor: string;
}

const byOf = ({ profile: { workspaceId, profileId }, principal }: Deciding): By => ({
  workspaceId,
  profileId,
  actor: actorOf(principal),
});

/** What a decision on a merge says to the models. */
export const edgePayload = (pair: Pair) => ({ customer_a: pair.customer_a.toString(), customer_b: pair.customer_b.toString() });

const edgeDecision = (base: Base, { profileId, actor }: By, kind: 'merge_edge_added' | 'merge_edge_removed', pair: Pair) =>
  base.state.decide({
    profileId,
    kind,
    afterSeq: base.journal.lastSeq(profileId),
    subject: publicId('customer', profileId, pair.customer_a),
    payload: edgePayload(pair),
    actor,
    decidedAt: base.clock.now(),
  });

/** The number of the merge that makes the pair one; undefined when none is between just these two. */
export const mergeOfPair = (base: State, profileId: string, pair: Pair): bigint | undefined =>
  base.state.statement('collect/identity/merge_of_pair').allBig({ profile_id: profileId, ...pair })[0]?.merge_no;

/** Makes the persons of a pair one, inside the caller's transaction; answers the number of the merge. */
export function addMerge(base: Base, deciding: Deciding, pair: Pair): bigint {
  const { profileId, workspaceId } = deciding.profile;
  const persons = [headOf(base, profileId, pair.customer_a), headOf(base, profileId, pair.customer_b)] as const;
  const [into, merged] = persons[0] <= persons[1] ? persons : ([persons[1], persons[0]] as const);
  const mergeNo = edgeDecision(base, byOf(deciding), 'merge_edge_added', pair);
  base.state.statement('collect/identity/merge_edge_add').run({ profile_id: profileId, ...pair, decision_no: mergeNo });
  base.state.statement('collect/identity/merge_add').run({
    profile_id: profileId,
    merge_no: mergeNo,
    ...pair,
    into_customer_no: into,
    merged_customer_no: merged,
    merged_at: base.clock.now(),
    merged_by: actorOf(deciding.principal),
  });
  // A person's word confirms what only browsers have said of the two.
  for (const customer_no of [pair.customer_a, pair.customer_b])
    base.state.statement('collect/identity/customer_confirm').run({ profile_id: profileId, customer_no, keeps_told: 1 });
  regroup(base, profileId, [into]);
  writeAudit(base, {
    actor: actorOf(deciding.principal),
    action: 'customers.merged',
    workspaceId,
    profileId,
    subject: publicId('merge', profileId, mergeNo),
    detail: { into: publicId('customer', profileId, into), merged: publicId('customer', profileId, merged) },
  });
  announceMerge(base, 'customer.merged', profileId, { mergeNo, into, merged });
  return mergeNo;
}

function removeMerge(base: Base, by: By, mergeNo: bigint, pair: Pair): void {
  const { workspaceId, profileId, actor } = by;
  const undoNo = edgeDecision(base, by, 'merge_edge_removed', pair);
  base.state.statement('collect/identity/merge_edge_remove').run({ profile_id: profileId, ...pair, decision_no: mergeNo });
  base.state.statement('collect/identity/merge_undo').run({
    profile_id: profileId,
    merge_no: mergeNo,
    undo_no: undoNo,
    undone_at: base.clock.now(),
    undone_by: actor,
  });
  base.state.statement('collect/identity/proposal_reopen').run({ profile_id: profileId, ...pair });
  regroup(base, profileId, [pair.customer_a, pair.customer_b]);
  writeAudit(base, {
    actor,
    action: 'customers.merge_undone',
    workspaceId,
    profileId,
    subject: publicId('merge', profileId, mergeNo),
  });
  const row = mergeRow(base, profileId, mergeNo);
  const persons = { into: row?.into_customer_no ?? pair.customer_a, merged: row?.merged_customer_no ?? pair.customer_b };
  announceMerge(base, 'customer.merge_undone', profileId, { mergeNo, ...persons });
}

function announceMerge(
  tx: Base,
  type: 'customer.merged' | 'customer.merge_undone',
  profileId: string,
  { mergeNo, into, merged }: { mergeNo: bigint; into: bigint; merged: bigint },
): void {
  const id = (kind: 'customer' | 'merge', number: bigint): string => publicId(kind, profileId, number);
  const data = {
    merge_id: id('merge', mergeNo),
    customer_profile_id: id('customer', into),
    merged_customer_profile_id: id('customer', merged),
  };
  announceEvent(tx, { type, key: data.merge_id, profileId, occurredAt: tx.clock.now(), data, customerNo: into });
}

/**
 * Undoes the merges between these customers and any others: where they leave, no other may continue as one with them. So it is in an older backup
 * that lacks an undo.
 */
export function separate(base: Base, by: By, customers: readonly bigint[]): void {
  const { profileId: profile_id } = by;
  const params = { profile_id, customer_nos: `[${customers.join(',')}]` };
  for (const row of base.state.statement('collect/identity/merges_across').allBig(params))
    removeMerge(base, by, row.merge_no, pairOfRow(row));
}

const mergeRow = (base: State, profileId: string, mergeNo: bigint) =>
  base.state.statement('collect/identity/merge_get').allBig({ profile_id: profileId, merge_no: mergeNo })[0];

const pairOfRow = (row: Pair): Pair => ({
  customer_a: row.customer_a,
  customer_b: row.customer_b,
});

export const undoMerge = stateChange('undoMerge', (call, base) => {
  const { profileId } = call.profile;
  const id = call.params.auditLogId;
  const mergeNo = numberOf('merge', profileId, id);
  const answer = base.state.tx(() => {
    const merge = mergeNo === undefined ? undefined : mergeRow(base, profileId, mergeNo);
    if (mergeNo === undefined || !merge) throw new ApiError('not_found', `There is no merge ${id}.`);
    const replayed = merge.undo_no !== null;
    if (!replayed) removeMerge(base, byOf(call), mergeNo, pairOfRow(merge));
    const { customer_a, customer_b } = pairOfRow(merge);
    return {
      data: {
        merge: shown(profileId, { ...(mergeRow(base, profileId, mergeNo) ?? merge), merge_no: mergeNo }),
        customer_profile_ids: [...new Set([customer_a, customer_b].map((customer) => headOf(base, profileId, customer)))].map(
          (customer) => publicId('customer', profileId, customer),
        ),
        replayed,
      },
      meta: { profile_id: profileId },
    };
  });
  if (!answer.data.replayed) base.signals.emit('decisions', profileId);
  return answer;
});

interface MergeRow extends Pair {
  merge_no: bigint;
  into_customer_no: bigint;
  merged_customer_no: bigint;
  merged_at: bigint;
  merged_by: string;
  undone_at: bigint | null;
  undone_by: string | null;
}

function shown(profileId: string, row: MergeRow): Merge {
  const customer = (number: bigint): string => publicId('customer', profileId, number);
  const undoneAt = row.undone_at;
  return {
    audit_log_id: publicId('merge', profileId, row.merge_no),
    status: undoneAt === null ? 'merged' : 'undone',
    customer_profile_id: customer(row.into_customer_no),
    merged_customer_profile_id: customer(row.merged_customer_no),
    between: [customer(row.customer_a), customer(row.customer_b)],
    merged_at: instant(row.merged_at),
    merged_by: row.merged_by,
    undone_at: undoneAt === null ? null : instant(undoneAt),
    undone_by: row.undone_by,
  };
}

/** A merge's number as it is in a cursor; an unreadable one begins again. */
const beforeOf = (cursor: string | undefined): bigint | null => (cursor && /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : null);

export const listMerges = reading('listMerges', (call, base) => {
  const { profileId } = call.profile;
  const { customer_profile_id: id, limit, cursor } = call.params;
  const customer = numberOf('customer', profileId, id);
  const members = customer === undefined ? [] : membersOf(base, profileId, customer);
  const rows = base.state.statement('collect/identity/merges_list').allBig({
    profile_id: profileId,
    customer_nos: `[${members.join(',')}]`,
    before: beforeOf(cursor),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const has_next = rows.length > page.length;
  return {
    data: page.map((row) => shown(profileId, row)),
    meta: { profile_id: profileId },
    pagination: { has_next, cursor: has_next ? String(page.at(-1)?.merge_no) : null },
  };
});

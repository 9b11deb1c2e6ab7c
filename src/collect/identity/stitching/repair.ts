// Faults of a profile's identifiers: ones that a customer lacks although its browser sent them, and ones of two customers. A manager may have the
// first filled in, as decisions like any other; the second are for merging, which is not done here.

import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { type Call, reading, stateChange } from '../../../base/contract/operation.ts';
import type { components } from '../../../base/contract/types.ts';
import { publicId } from '../../../base/kit/ids.ts';
import type { BigRow, RowOf } from '../../../base/state/state.ts';
import { statementsOfProfile } from '../../../base/state/statements.ts';
import { LIMITS } from '../identifiers.ts';
import { SearchTexts } from '../search/search-texts.ts';
import { CLAIM_CONTEXT, NATIONAL_ID_CONTEXT } from './claims.ts';
import { headOf } from './components.ts';

type Fault = components['schemas']['IdentityFault'];
type Backfill = components['schemas']['IdentityBackfill'];
type Repairable = BigRow<RowOf<'collect/identity/repairable_claims'>>;
type FaultRow = BigRow<RowOf<'collect/identity/repairs_list'>>;

const limits = JSON.stringify(LIMITS);

export const getRepairScan = reading('getRepairScan', (call, base) => {
  const { profileId } = call.profile;
  const { limit, offset } = call.params;
  const rows = base.state
    .statement('collect/identity/repairs_list')
    .allBig({ profile_id: profileId, limits, limit: limit + 1, offset });
  const counts = base.state.statement('collect/identity/repairs_count').get({ profile_id: profileId, limits });
  return {
    data: rows.slice(0, limit).map((row) => faultOf(base, profileId, row)),
    total_count: Number(counts?.total),
    auto_repairable_count: Number(counts?.repairable),
    auto_merge_count: Number(counts?.merges),
    meta: { profile_id: profileId },
    pagination: { has_next: rows.length > limit, cursor: null },
  };
});

function faultOf(base: Pick<ReadBase, 'state'>, profileId: string, row: FaultRow): Fault {
  const person = (customer: bigint): string => publicId('customer', profileId, headOf(base, profileId, customer));
  return {
    kind: row.kind,
    customer_profile_id: person(row.customer_no),
    other_customer_profile_id: row.other_no === null ? null : person(row.other_no),
    identifier_type: row.type,
    times: Number(row.times),
    repairable: row.obstacle === null,
    obstacle: row.obstacle,
  };
}

export const repairIdentity = stateChange('repairIdentity', (call, base) => {
  const { profileId } = call.profile;
  const isApplied = call.body.mode === 'apply';
  const before = base.state.lastDecision(profileId);
  const backfills = base.state.tx(() => {
    const rows = base.state
      .statement('collect/identity/repairable_claims')
      .allBig({ profile_id: profileId, limits, limit: call.body.limit });
    const results = withinLimits(base, profileId, rows);
    const texts = new SearchTexts(base, profileId);
    if (isApplied) for (const row of results) backfill(base, call, row, texts);
    texts.close();
    if (isApplied && results.length > 0) audit(base, call, results.length);
    return results.map((row) => backfillOf(base, profileId, row));
  });
  const counts = base.state.statement('collect/identity/repairs_count').get({ profile_id: profileId, limits });
  if (base.state.lastDecision(profileId) !== before) base.signals.emit('decisions', profileId);
  return {
    data: { mode: call.body.mode, backfills, applied: isApplied ? backfills.length : 0, remaining: Number(counts?.repairable) },
    meta: { profile_id: profileId },
  };
});

/** Several claims of one type may be more than a customer has room for: the oldest come first. */
function withinLimits(base: Pick<Base, 'state'>, profileId: string, rows: Repairable[]): Repairable[] {
  const counts = new Map<string, number>();
  return rows.filter((row) => {
    const { type } = row;
    const name = `${row.customer_no} ${type}`;
    const params = { profile_id: profileId, customer_no: row.customer_no, type };
    const count = counts.get(name) ?? Number(base.state.statement('collect/identity/identifiers_count').get(params)?.held ?? 0);
    if (count >= LIMITS[type]) return false;
    counts.set(name, count + 1);
    return true;
  });
}

function backfill(base: Base, { profile, principal }: Call<'repairIdentity'>, row: Repairable, texts: SearchTexts): void {
  const { profileId } = profile;
  const [identifierKey, customerNo] = [row.identifier_key, row.customer_no];
  const { type } = row;
  const value = base.state.keys.decrypt(profileId, CLAIM_CONTEXT, row.sealed ?? Buffer.alloc(0));
  const decisionNo = base.state.decide({
    profileId,
    kind: 'identifier_added',
    afterSeq: base.journal.lastSeq(profileId),
    subject: publicId('customer', profileId, customerNo),
    payload: { type, identifier_key: identifierKey.toString(), customer_no: customerNo.toString() },
    actor: actorOf(principal),
    decidedAt: base.clock.now(),
  });
  const isSecret = type === 'national_id';
  const statements = statementsOfProfile(base.state, profileId);
  statements.run('collect/identity/identifier_add', {
    identifier_key: identifierKey,
    type,
    customer_no: customerNo,
    value: isSecret ? null : value,
    sealed: isSecret ? base.state.keys.encrypt(profileId, NATIONAL_ID_CONTEXT, value) : null,
    decision_no: decisionNo,
    seq: row.first_seq,
  });
  statements.run('collect/identity/customer_confirm', { customer_no: customerNo, keeps_told: 1 });
  if (type !== 'national_id') texts.add(customerNo, type, value);
  statements.rows('collect/identity/identifier_claims_take', { identifier_key: identifierKey });
}

function audit(base: Base, { profile, principal }: Call<'repairIdentity'>, identifiers: number): void {
  writeAudit(base, {
    actor: actorOf(principal),
    action: 'customers.identifiers_backfilled',
    workspaceId: profile.workspaceId,
    profileId: profile.profileId,
    subject: profile.profileId,
    detail: { identifiers },
  });
}

const backfillOf = (base: Pick<Base, 'state'>, profileId: string, row: Repairable): Backfill => ({
  customer_profile_id: publicId('customer', profileId, headOf(base, profileId, row.customer_no)),
  identifier_type: row.type,
});

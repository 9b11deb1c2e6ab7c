// Appends and reads decisions. Each has a checksum, and its number is the last one of its profile plus one.
import { z } from 'zod';
import { storedJson } from '../kit/stored-json.ts';
import { decisionSum, requireSound, StateDamaged } from './decision-sums.ts';
import { type Decision, isDecisionKind, type NewDecision } from './decisions.ts';
import type { BigRow, RowOf, State } from './state.ts';
import type { Transactions } from './transactions.ts';

/** Each kind of decision has its own shape, which its followers check. */
const storedDecision = storedJson('decisions.payload', z.unknown());

type DecisionMethods = Pick<State, 'decide' | 'decisions' | 'lastDecision' | 'rekeyDecision'>;

function decisionOf(row: BigRow<RowOf<'base/decision_list'>>): Decision {
  requireSound(row);
  const { kind, caused_by_seq: causedBy } = row;
  if (!isDecisionKind(kind))
    throw new StateDamaged(`State has a decision of an unknown kind: ${kind} (${row.decision_no} of profile ${row.profile_id}).`);
  return {
    profileId: row.profile_id,
    decisionNo: row.decision_no,
    afterSeq: row.after_seq,
    ...(causedBy === null ? {} : { causedBySeq: causedBy }),
    kind,
    subject: row.subject,
    payload: storedDecision.read(row.payload),
    actor: row.actor,
    decidedAt: Number(row.decided_at),
  };
}

export function decisionLog({ statement }: Pick<State, 'statement'>, transactions: Transactions): DecisionMethods {
  /** Per profile, of the running transaction: one that is rolled back rolls back its numbers. */
  const lastInTransaction = new Map<string, bigint>();
  transactions.onEnd(() => lastInTransaction.clear());

  function lastDecision(profileId: string): bigint {
    const last = lastInTransaction.get(profileId);
    return last ?? statement('base/decision_last').allBig({ profile_id: profileId })[0]?.decision_no ?? 0n;
  }

  function decide(decision: NewDecision): bigint {
    const decisionNo = lastDecision(decision.profileId) + 1n;
    const row = {
      profile_id: decision.profileId,
      decision_no: decisionNo,
      after_seq: decision.afterSeq,
      caused_by_seq: decision.causedBySeq ?? null,
      kind: decision.kind,
      subject: decision.subject,
      payload: storedDecision.write(decision.payload),
      actor: decision.actor,
      decided_at: BigInt(decision.decidedAt),
    };
    statement('base/decision_add').run({ ...row, checksum: decisionSum(row) });
    if (transactions.isRunning) lastInTransaction.set(decision.profileId, decisionNo);
    return decisionNo;
  }

  function rekeyDecision(profileId: string, decisionNo: bigint, field: string, key: string): void {
    const [row] = statement('base/decision_list').allBig({ profile_id: profileId, after: decisionNo - 1n, limit: 1 });
    if (row?.decision_no !== decisionNo) return;
    requireSound(row);
    const payload = JSON.stringify({ ...JSON.parse(row.payload), [field]: key });
    const checksum = row.checksum === null ? null : decisionSum({ ...row, payload });
    statement('base/decision_rewrite').run({ profile_id: profileId, decision_no: decisionNo, payload, checksum });
  }

  return {
    decide,
    decisions: (profileId, after, limit) =>
      statement('base/decision_list').allBig({ profile_id: profileId, after, limit }).map(decisionOf),
    lastDecision,
    rekeyDecision,
  };
}

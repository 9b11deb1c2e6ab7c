// Facts that cannot be landed. A poison fact never stops the rest: it keeps its seq, its reason is a decision, and landing
// leaves it out, in increments and rebuilds alike.
import type { Base } from '../../base/base.ts';

const known = new WeakMap<object, Map<string, Set<bigint>>>();

function listOf(base: Base, profileId: string): Set<bigint> {
  const lists = known.get(base.state) ?? new Map<string, Set<bigint>>();
  known.set(base.state, lists);
  const list =
    lists.get(profileId) ??
    new Set(
      base.state
        .statement('credit/attribution/quarantine_list')
        .allBig({ profile_id: profileId })
        .map((row) => row['seq'] as bigint),
    );
  lists.set(profileId, list);
  return list;
}

export const isQuarantined = (base: Base, profileId: string, seq: bigint): boolean => listOf(base, profileId).has(seq);

export const quarantinedSeqs = (base: Base, profileId: string): bigint[] => [...listOf(base, profileId)];

/** The engine's words, cut short. What they quote may be of the fact, and reasons are kept for ever. */
export const reasonOf = ({ message }: Error): string =>
  (message.split('\n')[0] as string).replace(/(["'`])(?:(?!\1).)*\1?/g, '$1…$1').slice(0, 200);

/** Records that a fact is left out from now on, as a decision. */
export function quarantine(base: Base, profileId: string, seq: bigint, reason: string): void {
  base.state.tx(() => {
    const decisionNo = base.state.decide({
      profileId,
      kind: 'quarantine_verdict',
      afterSeq: base.journal.lastSeq(profileId),
      causedBySeq: seq,
      subject: seq.toString(),
      payload: { seq: seq.toString(), verdict: 'quarantined', stage: 'land', reason },
      actor: 'system',
      decidedAt: base.clock.now(),
    });
    base.state
      .statement('credit/attribution/quarantine_add')
      .run({ profile_id: profileId, seq, reason, decision_no: decisionNo });
  });
  listOf(base, profileId).add(seq);
}

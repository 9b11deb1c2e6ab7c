// Facts that cannot be landed. A poison fact never stops the rest: it keeps its seq, its reason is a decision, and landing
// leaves it out, in increments and rebuilds alike.

import type { Base, ReadBase } from '../../base/base.ts';
import { type Statement, type Target, WarehouseFailure } from '../../base/warehouse/port.ts';
import { statement } from '../../base/warehouse/statements.ts';
import type { FactSource } from './model-statements.ts';

function listOf(base: ReadBase, profileId: string): Set<bigint> {
  const lists = base.memo('credit/pipeline/quarantine known', () => new Map<string, Set<bigint>>());
  const list =
    lists.get(profileId) ??
    new Set(
      base.state
        .statement('credit/pipeline/quarantine_list')
        .allBig({ profile_id: profileId })
        .map((row) => row.seq),
    );
  lists.set(profileId, list);
  return list;
}

export const quarantinedSeqs = (base: ReadBase, profileId: string): bigint[] => [...listOf(base, profileId)];

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
    base.state.statement('credit/pipeline/quarantine_add').run({ profile_id: profileId, seq, reason, decision_no: decisionNo });
  });
  listOf(base, profileId).add(seq);
}

const readableStatement = (source: FactSource): Statement<{ seq: bigint }> =>
  'json' in source
    ? statement('warehouse/credit/pipeline/facts_readable', { file: source.json, line_bytes: source.lineBytes })
    : statement('warehouse/credit/pipeline/facts_readable_sealed', {
        files: source.segments.map(({ path }) => path),
        after: source.after,
        up_to: source.upTo,
      });

/**
 * Quarantines those facts of a batch whose body cannot be read, and answers how many. One question finds them all. When none can be
 * read, or no statement can be run, the fault is not in a fact, and none is put aside for it.
 */
export async function quarantineUnreadable(
  base: Base,
  target: Target,
  { source, after, upTo }: { source: FactSource; after: bigint; upTo: bigint },
): Promise<number> {
  const { profileId } = target;
  const readable = new Set((await readableSeqs(base, target, source)) ?? []);
  if (readable.size === 0) return 0;
  const seqs = listOf(base, profileId);
  let found = 0;
  for (let seq = after + 1n; seq <= upTo; seq += 1n) {
    if (readable.has(seq) || seqs.has(seq)) continue;
    base.log.error(
      { profile_id: profileId, seq: seq.toString() },
      'the body of a fact cannot be read: it is quarantined and in no figure, other facts are processed. `tributary status` counts such facts; report it to the maintainers, since it should have been refused',
    );
    quarantine(base, profileId, seq, 'its body cannot be read');
    found += 1;
  }
  return found;
}

async function readableSeqs(base: Base, target: Target, source: FactSource): Promise<bigint[] | undefined> {
  try {
    return (await base.warehouse.query(target, readableStatement(source))).map((row) => row.seq);
  } catch (error) {
    if (error instanceof WarehouseFailure) return undefined;
    throw error;
  }
}

// Knowledge at an earlier version or instant: the last fact and the last decision.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { isInstant, millisOf } from '../../base/kit/time/instants.ts';
import type { Decision } from '../../base/state/decisions.ts';
import { statement } from '../../base/warehouse/statements.ts';
import { codeVersion, leastOf, type Version } from '../pipeline/index.ts';

/** A state of knowledge: facts up to a seq, and decisions up to a number. */
export interface Knowledge {
  seq: bigint;
  decision: bigint;
  /** Milliseconds since 1970, where a decision before the last was taken later: a clock was set back. Null where the numbers say all. */
  at: number | null;
  /** The moment that was requested; null for a version. */
  requestedAt: number | null;
}

export const knowledgeVersion = ({ seq, decision }: Knowledge): Version => ({
  through_seq: Number(seq),
  through_decision: Number(decision),
  code: Number(codeVersion()),
});

/** The initial settings of a profile: time zone, currency, privacy mode, own domains. */
const BIRTH_DECISIONS = 4;

export const isKnown = (knowledge: Knowledge, decision: Decision): boolean =>
  decision.decisionNo <= knowledge.decision && (knowledge.at === null || decision.decidedAt <= knowledge.at);

/** The knowledge that a request means: a version, `<through_seq>.<through_decision>`, or an instant. */
export async function knowledgeOf(base: ReadBase, profileId: string, name: string, text: string): Promise<Knowledge> {
  const knowledge = await knowledgeNamed(base, profileId, name, text);
  // A profile is born with its settings; without a currency and a zone there are no figures.
  const birth = base.state.decisions(profileId, 0n, BIRTH_DECISIONS).findLast(({ kind }) => kind === 'setting');
  if (!birth || !isKnown(knowledge, birth))
    throw new ApiError('invalid_parameter', `${name}: at ${text} there was nothing to know of this profile.`);
  return knowledge;
}

async function knowledgeNamed(base: ReadBase, profileId: string, name: string, text: string): Promise<Knowledge> {
  const stitched = base.state.cursor('stitched', profileId);
  const version = /^(\d{1,15})\.(\d{1,15})$/.exec(text);
  if (version) {
    const point = { seq: BigInt(version[1] as string), decision: BigInt(version[2] as string), at: null, requestedAt: null };
    const last = base.state.lastDecision(profileId);
    if (point.seq > stitched || point.decision > last)
      throw new ApiError('invalid_parameter', `${name}: the figures have come to ${stitched}.${last}, not to ${text}.`);
    return point;
  }
  // Without its zone a time would be the server's.
  if (!isInstant(text))
    throw new ApiError('invalid_parameter', `${name}: an instant with its zone, or a version such as 18234.913.`);
  const at = millisOf(text);
  const seq = leastOf(await seqAt(base, profileId, at), stitched);
  const last = base.state.statement('credit/as-of/decision_by').get({ profile_id: profileId, at });
  const decision = last?.decision_no ?? 0;
  // Decisions are numbered without gaps.
  return { seq, decision: BigInt(decision), at: last?.taken === decision ? null : at, requestedAt: at };
}

/** The last fact received by a moment. */
async function seqAt(base: ReadBase, profileId: string, at: number): Promise<bigint> {
  const receivedAt = (seq: bigint): number => base.journal.read(profileId, seq - 1n, 1)[0]?.receivedAt ?? 0;
  const { segments, sealedUpTo } = base.archive.describeFacts(profileId);
  let [low, high] = [sealedUpTo, base.journal.lastSeq(profileId)];
  if (high > low && receivedAt(low + 1n) <= at) {
    while (low < high) {
      const middle = (low + high + 1n) / 2n;
      if (receivedAt(middle) <= at) low = middle;
      else high = middle - 1n;
    }
    return low;
  }
  for (const segment of segments.toReversed()) {
    await base.archive.requireSound(segment);
    const params = { file: segment.path, moment: BigInt(at) * 1000n };
    const [rows] = await base.warehouse.convert(profileId, [statement('warehouse/credit/as-of/sealed_seq_at', params)]);
    const seq = rows?.[0]?.seq;
    if (seq) return seq;
  }
  return 0n;
}

/** When the last fact known was received; what occurred later could not have been known. */
export async function momentOf(base: ReadBase, profileId: string, { seq, requestedAt }: Knowledge): Promise<number> {
  if (requestedAt !== null || seq === 0n) return requestedAt ?? 0;
  const segment = base.archive.describeFacts(profileId).segments.find(({ lastSeq }) => seq <= lastSeq);
  if (!segment) return base.journal.read(profileId, seq - 1n, 1)[0]?.receivedAt ?? 0;
  await base.archive.requireSound(segment);
  const [rows] = await base.warehouse.convert(profileId, [
    statement('warehouse/credit/as-of/sealed_moment_of', { file: segment.path, seq }),
  ]);
  return Number(rows?.[0]?.received_ms ?? 0);
}

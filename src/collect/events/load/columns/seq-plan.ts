// The seqs that the rows of a piece get, and how facts that were made one by one are written for the engine.
import type { NewFact } from '../../../../base/journal/journal.ts';
import type { LoadBase } from '../file-load.ts';

/** A row that is read by itself. */
export interface OtherRow {
  place: bigint;
  line: number;
  record: Record<string, string>;
}

export interface OtherFact extends OtherRow {
  fact: NewFact;
}

/** A piece that was read, with its values enriched. */
export interface Enriched {
  rows: number;
  occurredAtSum: bigint;
  others: OtherRow[];
}

export type Sealed = { isNew: boolean; seq: bigint };

export interface Known {
  row: OtherFact;
  seq: bigint;
  isSame: boolean;
}

/** The seqs that the rows of a piece get: a row that is refused, or whose key is known, has none. */
export class SeqPlan {
  readonly firstSeq: bigint;
  readonly rows: number;
  readonly others: (OtherFact & { seq: bigint })[] = [];
  readonly known: Known[] = [];
  readonly leftOut: bigint[] = [];
  readonly #enriched: Enriched;

  constructor(
    base: LoadBase,
    profileId: string,
    { enriched, facts, firstSeq }: { enriched: Enriched; facts: readonly OtherFact[]; firstSeq: bigint },
  ) {
    this.firstSeq = firstSeq;
    this.#enriched = enriched;
    const sound = new Map(facts.map((row) => [row.place, row]));
    const keys = new Map<string, { seq: bigint; contentHash: Uint8Array }>();
    for (const { place } of enriched.others) {
      const row = sound.get(place);
      const seq = firstSeq + place - BigInt(this.leftOut.length);
      const name = row?.fact.outcomeKey && Buffer.from(row.fact.outcomeKey).toString('hex');
      const { outcomeKey = new Uint8Array(), contentHash = new Uint8Array() } = row?.fact ?? {};
      const earlier = name === undefined ? undefined : (keys.get(name) ?? base.journal.outcomeOf(profileId, outcomeKey));
      if (!row || earlier) this.leftOut.push(place);
      if (row && earlier)
        this.known.push({ row, seq: earlier.seq, isSame: Buffer.from(contentHash).equals(earlier.contentHash) });
      if (!row || earlier) continue;
      this.others.push({ ...row, seq });
      if (name !== undefined) keys.set(name, { seq, contentHash });
    }
    this.rows = enriched.rows - this.leftOut.length;
  }

  /** All facts of the piece, in the order of its rows, and those that were there before. */
  sealed(): Sealed[] {
    const left = new Set(this.leftOut);
    const earlierSeqs = new Map(this.known.filter(({ isSame }) => isSame).map(({ row, seq }) => [row.place, seq]));
    const sealed: Sealed[] = [];
    let seq = this.firstSeq;
    for (let place = 0n; place < BigInt(this.#enriched.rows); place += 1n) {
      const earlier = earlierSeqs.get(place);
      if (earlier !== undefined) sealed.push({ seq: earlier, isNew: false });
      else if (!left.has(place)) sealed.push({ seq: seq++, isNew: true });
    }
    return sealed;
  }
}

/** As the journal's own statement writes it for the archive, by its place. */
export const factLine = (place: bigint, fact: NewFact): string =>
  `{"place":${place},"dedupe_hash":${fact.dedupeHash ?? 'null'},${JSON.stringify({
    kind: fact.kind,
    schema_version: fact.schemaVersion,
    received_ms: fact.receivedAt,
    occurred_us: fact.occurredAt,
    trust: fact.trust,
    event_type: fact.eventType ?? null,
    anonymous_token: fact.anonymousToken ?? null,
    identifier_tokens: fact.identifierTokens ? JSON.stringify(fact.identifierTokens) : null,
    body: fact.body,
  }).slice(1)}`;

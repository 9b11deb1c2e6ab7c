// Records as facts: what a record counts as now is compared with what it has brought before. New events are added, changed ones come as the
// next generation of their key, and what counts no longer is withdrawn. A record that is unchanged writes nothing.
import type { Base } from '../../../base/base.ts';
import { canonicalJson } from '../../../base/kit/canonical.ts';
import { jsonObject, readJson } from '../../../base/kit/stored-json.ts';
import type { RowOf } from '../../../base/state/state.ts';
import { patiently, type TakenEvent, takeEvents } from '../../../collect/events/index.ts';
import type { OutcomeSource, SourceRecord } from '../../../providers/record-source.ts';
import { type Entry, type EntryContext, entriesOf } from './entries.ts';
import { originName, type RecordOrigin } from './origin.ts';

type FactRow = RowOf<'act/connections/source_facts_list'>;

export interface RecordReading {
  origin: RecordOrigin;
  mapping: EntryContext['mapping'];
  sources: EntryContext['sources'];
  currency: string;
  /** When the reading began: what a later one has brought stays. */
  readAt: number;
}

export interface Applied {
  /** Records that were not known so. */
  changed: number;
  /** Events that intake refused. */
  refused: number;
}

/** The events to write for a record. */
interface Plan {
  recordId: string;
  contentHash: Uint8Array;
  entries: Entry[];
  rows: Map<string, FactRow>;
}

interface Change {
  facts: { recordId: string; row: FactRow }[];
  withdrawn: number[];
  restored: number[];
  refused: number;
}

export function applyRecords(base: Base, reading: RecordReading, records: readonly SourceRecord[]): Promise<Applied> {
  const { profileId } = reading.origin;
  return base.mutex('act/connections records', profileId, async () => {
    const plans = plansOf(base, reading, records);
    if (plans.length === 0) return { changed: 0, refused: 0 };
    const change: Change = { facts: [], withdrawn: [], restored: [], refused: 0 };
    for (const plan of plans) settleKnown(base, reading.origin, plan, change);
    await takeNew(base, reading.origin, plans, change, ({ of }) => of === undefined);
    await takeNew(base, reading.origin, plans, change, ({ of }) => of !== undefined);
    write(base, reading, plans, change);
    return { changed: plans.length, refused: change.refused };
  });
}

const recordIdOf = ({ type, id }: SourceRecord): string => `${type}/${id}`;

/** Records that are new, or not stored with this content. */
function plansOf(base: Base, reading: RecordReading, records: readonly SourceRecord[]): Plan[] {
  const last = new Map(records.map((record) => [recordIdOf(record), record]));
  return [...last].flatMap(([recordId, record]) => {
    const at = { ...addressOf(reading.origin), record_id: recordId };
    const known = base.state.statement('act/connections/record_get').get(at);
    if (known && known.read_at > reading.readAt) return [];
    const rows = base.state.statement('act/connections/source_facts_list').all(at);
    const entries = entriesOf(record, {
      ...reading,
      known: rows.map(({ outcome_key, part, occurred_at }) => ({ key: outcome_key, part, occurredAt: occurred_at })),
    });
    const contentHash = hashOf(
      base,
      reading.origin,
      entries.map(({ input }) => comparedOf(input)),
    );
    if (known && Buffer.compare(known.content_hash, contentHash) === 0) return [];
    // A record that never counted is not stored.
    if (!known && entries.length === 0) return [];
    return [{ recordId, contentHash, entries, rows: new Map(rows.map((row) => [row.outcome_key, row])) }];
  });
}

const addressOf = ({ profileId, provider, accountId }: RecordOrigin) => ({
  profile_id: profileId,
  provider,
  account_id: accountId,
});

/** What is compared: without ids by which others know the sale, as one that is added changes nothing of what counts. */
const comparedOf = ({ sale: _, ...input }: Entry['input']): Entry['input'] => input;

/** Keyed, since it represents personal data. */
const hashOf = (base: Base, { profileId }: RecordOrigin, content: unknown): Uint8Array =>
  base.state.keys.tokenBytes(profileId, 'source record', canonicalJson(content));

/** Events that the record has sent before: each stays, is restored, or is withdrawn. */
function settleKnown(base: Base, origin: RecordOrigin, { recordId, entries, rows }: Plan, change: Change): void {
  for (const row of rows.values()) {
    if (row.is_own === 0) continue;
    const entry = entries.find(({ key }) => key === row.outcome_key);
    const isSame = entry !== undefined && Buffer.compare(row.content_hash, hashOf(base, origin, comparedOf(entry.input))) === 0;
    if (isSame === (row.is_withdrawn === 0)) continue;
    (isSame ? change.restored : change.withdrawn).push(row.seq);
    const settled: FactRow = { ...row, is_withdrawn: isSame ? 0 : 1 };
    rows.set(row.outcome_key, settled);
    change.facts.push({ recordId, row: settled });
  }
}

interface NewEntry {
  plan: Plan;
  entry: Entry;
  generation: number;
}

/** Takes in what is new, until nothing of this account stands in its way. */
async function takeNew(
  base: Base,
  origin: RecordOrigin,
  plans: readonly Plan[],
  change: Change,
  isMeant: (entry: Entry) => boolean,
): Promise<void> {
  let waiting = plans.flatMap((plan) => plan.entries.filter(isMeant).flatMap((entry) => newOf(base, origin, plan, entry)));
  while (waiting.length > 0) {
    const rows = waiting.map(({ entry, generation }) => ({ input: entry.input, content: comparedOf(entry.input), generation }));
    const taken = await patiently(() =>
      takeEvents(base, origin.profileId, rows, 'server', { kind: 'connection', credential: origin.provider }),
    );
    waiting = waiting.flatMap((each, at) => {
      const fact = taken[at];
      return fact ? noteTaken(base, origin, each, fact, change) : [];
    });
  }
}

/** Nothing for what is there already, or is another sender's. */
function newOf(base: Base, origin: RecordOrigin, plan: Plan, entry: Entry): NewEntry[] {
  if (entry.of !== undefined && isReversedElsewhere(base, origin, plan.rows.get(entry.of))) return [];
  const row = plan.rows.get(entry.key);
  if (!row) return [{ plan, entry, generation: 0 }];
  if (row.is_own === 0 || row.is_withdrawn === 0) return [];
  return [{ plan, entry, generation: row.generation + 1 }];
}

/** A payment that another connected account has brought: that one brings its reversals too. */
const isReversedElsewhere = (base: Base, origin: RecordOrigin, payment: FactRow | undefined): boolean =>
  payment?.is_own === 0 &&
  base.state.statement('act/connections/source_fact_of_another').get({ ...addressOf(origin), seq: payment.seq }) !== undefined;

/** Stores the outcome of each record; answers the records to try again. */
function noteTaken(base: Base, origin: RecordOrigin, added: NewEntry, taken: TakenEvent, change: Change): NewEntry[] {
  const { plan, entry, generation } = added;
  if (taken.status === 'rejected') {
    change.refused += 1;
    base.log.warn({ provider: origin.provider, record: plan.recordId, code: taken.error.code }, 'intake refused a record');
    return [];
  }
  const isOther = taken.status === 'conflict';
  if (isOther && isOwnFact(base, origin, taken.seq)) {
    // Left by an attempt that was interrupted, when the record had other content.
    change.withdrawn.push(Number(taken.seq));
    return [{ plan, entry, generation: generation + 1 }];
  }
  const row: FactRow = {
    outcome_key: entry.key,
    part: entry.part,
    generation,
    seq: Number(taken.seq),
    occurred_at: entry.at,
    content_hash: Buffer.from(hashOf(base, origin, comparedOf(entry.input))),
    is_own: isOther ? 0 : 1,
    is_withdrawn: 0,
  };
  plan.rows.set(entry.key, row);
  change.facts.push({ recordId: plan.recordId, row });
  return [];
}

function isOwnFact(base: Base, origin: RecordOrigin, seq: bigint): boolean {
  const [fact] = base.journal.read(origin.profileId, seq - 1n, 1);
  if (fact?.seq !== seq) return false;
  const { properties } = readJson('the body of an event', jsonObject, fact.body);
  return jsonObject.safeParse(properties).data?.['connection'] === originName(origin);
}

/** Deals with an outcome that counts. */
export function countedDealIds(base: Base, origin: RecordOrigin): string[] {
  const rows = base.state.statement('act/connections/source_facts_of_account').all(addressOf(origin));
  const ids = rows.flatMap(({ record_id }) => (record_id.startsWith('deal/') ? [record_id.slice('deal/'.length)] : []));
  return [...new Set(ids)];
}

const APPOINTMENTS = 'appointment/';

/** Appointments that count and have not ended before a moment. */
export const countedAppointments = (base: Base, origin: RecordOrigin, endsAfter: number): string[] =>
  base.state
    .statement('act/connections/source_facts_of_account')
    .all(addressOf(origin))
    .flatMap(({ record_id, ends_at }) =>
      record_id.startsWith(APPOINTMENTS) && ends_at !== null && ends_at > endsAfter ? [record_id.slice(APPOINTMENTS.length)] : [],
    );

/** When they end now, as one that moves is the same outcome. */
export function noteEnds(base: Base, origin: RecordOrigin, appointments: readonly { id: string; endsAt: number }[]): void {
  base.state.tx(() => {
    for (const { id, endsAt } of appointments)
      base.state
        .statement('act/connections/source_fact_ends_put')
        .run({ ...addressOf(origin), record_id: `${APPOINTMENTS}${id}`, ends_at: endsAt });
  });
}

/** What the part of a record is. */
function kindOf(recordId: string): OutcomeSource['kind'] {
  if (recordId.startsWith(APPOINTMENTS)) return 'calendar';
  return recordId.startsWith('lead/') ? 'form' : 'stage';
}

/**
 * Withdraws outcomes of stages and forms that mean nothing any more, and that no reading comes across: leads of such a form, and deals that
 * have not changed for long.
 */
export function withdrawUnmapped(base: Base, { origin, mapping }: Pick<RecordReading, 'origin' | 'mapping'>): void {
  const mapped = new Set(mapping.map(({ kind, id }) => `${kind}/${id}`));
  const rows = base.state.statement('act/connections/source_facts_of_account').all(addressOf(origin));
  const unmapped = rows.filter(({ record_id, part }) => !mapped.has(`${kindOf(record_id)}/${part}`));
  if (unmapped.length === 0) return;
  base.state.tx(() => {
    for (const { record_id, seq } of unmapped) {
      base.state.statement('act/connections/source_fact_withdraw').run({ ...addressOf(origin), seq });
      base.state.statement('act/connections/record_forget').run({ ...addressOf(origin), record_id });
    }
    decide(
      base,
      origin,
      'facts_withdrawn',
      unmapped.map(({ seq }) => seq),
    );
  });
  base.signals.emit('decisions', origin.profileId);
}

/** One transaction: what a crash before it leaves in the journal is found again by its keys. */
function write(base: Base, { origin, readAt }: RecordReading, plans: readonly Plan[], change: Change): void {
  base.state.tx(() => {
    for (const { recordId, contentHash } of plans)
      base.state
        .statement('act/connections/record_put')
        .run({ ...addressOf(origin), record_id: recordId, read_at: readAt, content_hash: contentHash });
    for (const { recordId, row } of change.facts)
      base.state.statement('act/connections/source_fact_put').run({ ...addressOf(origin), record_id: recordId, ...row });
    decide(base, origin, 'facts_withdrawn', change.withdrawn);
    decide(base, origin, 'facts_restored', change.restored);
  });
  if (change.withdrawn.length + change.restored.length > 0) base.signals.emit('decisions', origin.profileId);
}

function decide(base: Base, origin: RecordOrigin, kind: 'facts_withdrawn' | 'facts_restored', seqs: readonly number[]): void {
  if (seqs.length === 0) return;
  const { profileId } = origin;
  base.state.decide({
    profileId,
    kind,
    subject: originName(origin),
    payload: { ranges: seqs.map((seq) => [seq, seq]) },
    actor: 'system',
    afterSeq: base.journal.lastSeq(profileId),
    decidedAt: base.clock.now(),
  });
}

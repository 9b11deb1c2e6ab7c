// The history of another analytics tool, as events.

import { z } from 'zod';
import { profileSettings } from '../../../account/profiles/index.ts';
import type { Base } from '../../../base/base.ts';
import { unitsOf } from '../../../base/kit/decimals.ts';
import { UnusableFile } from '../../../base/rows/csv-rows.ts';
import {
  countFileRows,
  countRefusedRow,
  generationsOf,
  type InputRow,
  inputTaker,
  saveRefused,
} from '../../../collect/events/index.ts';
import { type Reading, readBeside } from '../../../collect/imports/index.ts';
import { BY_COMMAND } from '../elsewhere/days.ts';
import { EventDays } from '../elsewhere/event-days.ts';
import { eventRowOf, type Purchase, type Purchases } from './event-rows.ts';
import { type KindWork, leaveOut, noOutcome, type Outcome, type Work } from './work.ts';

/** Decimals of amounts. */
const SCALE = 6;

const refundedWhole = (reading: Reading): string | undefined =>
  reading.kind === 'outcome' && reading.type === 'refund' && reading.amount === undefined
    ? (reading.transaction_id ?? undefined)
    : undefined;

/** The purchases that refunds without an amount return whole. */
async function findPurchases(base: Base, work: Work, wanted: ReadonlySet<string>): Promise<Purchases> {
  const purchases = new Map<string, Purchase>();
  const { profileId } = work.request;
  const find: Purchases = (transaction) => purchases.get(transaction) ?? purchaseBefore(base, profileId, transaction);
  if (wanted.size === 0) return find;
  for await (const part of readBeside(work.request.orderOf(work.file), work))
    for (const reading of 'readings' in part ? part.readings : []) {
      if (reading.kind !== 'outcome' || reading.type !== 'purchase' || reading.transaction_id === null) continue;
      const { amount, currency, transaction_id } = reading;
      if (wanted.has(transaction_id) && amount !== undefined && currency !== undefined)
        purchases.set(transaction_id, { amount, currency });
    }
  return find;
}

const money = z.looseObject({ value_amount: z.string(), currency: z.string() });

/** A purchase that came before under its transaction; undefined also of one that is no longer in the journal. */
function purchaseBefore(base: Base, profileId: string, transaction: string): Purchase | undefined {
  for (const { seq } of generationsOf(base, profileId, transaction)) {
    const [fact] = base.journal.read(profileId, seq - 1n, 1);
    const { data } = fact?.seq === seq ? money.safeParse(JSON.parse(fact.body)) : {};
    if (data) return { amount: data.value_amount, currency: data.currency };
  }
  return undefined;
}

/** A page of thanks that is opened again, in the file of another day: the first counts. */
function isKnownPurchase(base: Base, profileId: string, input: InputRow['input'] | undefined): boolean {
  const { event_type, idempotency_key, value } = input ?? {};
  if (event_type !== 'payment_received' || typeof idempotency_key !== 'string' || !value) return false;
  const before = purchaseBefore(base, profileId, idempotency_key);
  return (
    before !== undefined &&
    before.currency === value.currency &&
    unitsOf(before.amount, SCALE) === unitsOf(String(value.amount), SCALE)
  );
}

interface Reads {
  host: string | undefined;
  purchases: Purchases;
}

async function take(base: Base, work: Work, reads: Reads, isDryRun: boolean, onRows: (rows: number) => void): Promise<Outcome> {
  const { request, file, memory } = work;
  const outcome = noOutcome();
  const takeInputs = inputTaker(base, request.profileId, isDryRun);
  const days = new EventDays(profileSettings(base, request.profileId).timezone);
  let rows = 0;
  let [zone, source] = [request.timezone, ''];
  for await (const part of readBeside(request.orderOf(file), work)) {
    if ('head' in part) {
      zone = part.head.zone ?? zone;
      source = part.head.layout?.source ?? '';
    }
    if (!('readings' in part)) continue;
    const inputs: InputRow[] = [];
    for (const reading of part.readings) {
      days.see(reading);
      const row = eventRowOf(reading, { ...reads, zone, source });
      if (row && 'words' in row) leaveOut(outcome, work, reading.line, row.words);
      else if (row) inputs.push({ line: reading.line, ...row });
    }
    const { created, known: existing, refused, facts } = await takeInputs(inputs);
    const own = memory && !isDryRun ? facts.filter((fact) => memory.isOwnFact(fact)).length : created;
    outcome.created += own;
    outcome.known += existing + created - own;
    for (const { line, words, reason, input } of refused) {
      if (isKnownPurchase(base, request.profileId, input)) {
        outcome.known += 1;
        continue;
      }
      leaveOut(outcome, work, line, words);
      if (!isDryRun && (input.idempotency_key !== undefined || input.value !== undefined))
        countRefusedRow(base, request.profileId, { layout: source || 'mapping', reason, event: input });
    }
    if (!isDryRun)
      countFileRows(base, request.profileId, source || 'mapping', {
        accepted: created,
        repeated: existing,
        refused: refused.length,
      });
    rows += part.readings.length;
    onRows(rows);
  }
  if (isDryRun) return outcome;
  saveRefused(base);
  if (source !== '') days.put(base, { profileId: request.profileId, importId: memory?.importId ?? BY_COMMAND }, source);
  return outcome;
}

export function eventsWork(base: Base, work: Work): KindWork {
  const wanted = new Set<string>();
  let hasPathsAlone = false;
  return {
    see: (reading) => {
      const transaction = refundedWhole(reading);
      if (transaction !== undefined) wanted.add(transaction);
      if (reading.kind === 'event') hasPathsAlone ||= reading.values['url'] === undefined && reading.values['path'] !== undefined;
    },
    ready: async () => {
      const [host] = profileSettings(base, work.request.profileId).domains;
      if (hasPathsAlone && host === undefined)
        throw new UnusableFile(
          'The file has paths of pages without a host: name the domain of the site in the settings of the profile first.',
        );
      const reads = { host, purchases: await findPurchases(base, work, wanted) };
      return {
        preview: () => take(base, work, reads, true, () => undefined),
        commit: (onRows) => take(base, work, reads, false, onRows),
      };
    },
  };
}

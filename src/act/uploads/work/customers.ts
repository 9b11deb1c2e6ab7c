// Customers of files: their identifiers and details, stored like a list that a server sends.
import type { Base } from '../../../base/base.ts';
import { takeCustomers } from '../../../collect/identity/index.ts';
import { type Reading, readBeside } from '../../../collect/imports/index.ts';
import { type KindWork, leaveOut, noOutcome, type Outcome, type Work } from './work.ts';

const ROWS_AT_ONCE = 500;

type Customer = Extract<Reading, { kind: 'customer' }>;

async function take(base: Base, work: Work, isDryRun: boolean, onRows: (rows: number) => void): Promise<Outcome> {
  const { request, file } = work;
  const outcome = noOutcome();
  let waiting: Customer[] = [];
  let rows = 0;
  const send = async (): Promise<void> => {
    const results = await takeCustomers(
      base,
      request.profileId,
      waiting.map(({ values }) => values),
      isDryRun,
    );
    for (const [at, { status, reason }] of results.entries()) {
      if (status === 'created') outcome.created += 1;
      else if (status === 'matched') outcome.known += 1;
      else leaveOut(outcome, work, waiting[at]?.line ?? 0, reason ?? '');
    }
    rows += waiting.length;
    waiting = [];
    onRows(rows);
  };
  for await (const part of readBeside(request.orderOf(file), work))
    for (const reading of 'readings' in part ? part.readings : []) {
      if (reading.kind !== 'customer') continue;
      waiting.push(reading);
      if (waiting.length === ROWS_AT_ONCE) await send();
    }
  if (waiting.length > 0) await send();
  return outcome;
}

export const customersWork = (base: Base, work: Work): KindWork => ({
  ready: async () => ({
    preview: () => take(base, work, true, () => undefined),
    commit: (onRows) => take(base, work, false, onRows),
  }),
});

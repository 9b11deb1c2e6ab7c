// Two files of one shop: which of their sales are one. Certain is only a payment id of the provider that both name; the same amount and minute is not.

import type { Reading } from './reading.ts';
import { ReadingSums } from './sums.ts';

/** Payment ids of a sale: its own, and that of the provider that a shop's order names. */
function idsOf(reading: Reading): string[] {
  if (reading.kind !== 'sale') return [];
  return [reading.reference, reading.payment_reference].flatMap((id) => id ?? []);
}

const saleOf = (reading: Reading): string | null =>
  reading.kind === 'refund' || reading.kind === 'reversal' || reading.kind === 'won_back' ? reading.of : null;

/** What files come to together, each sale once: that of the file before. */
export function sumTogether(files: readonly (readonly Reading[])[]): Record<string, string> {
  const sums = new ReadingSums();
  const earlier = new Set<string>();
  for (const readings of files) {
    const repeated = new Set(readings.flatMap((reading) => (idsOf(reading).some((id) => earlier.has(id)) ? idsOf(reading) : [])));
    for (const reading of readings) {
      const isRepeated = [...idsOf(reading), ...[saleOf(reading) ?? []].flat()].some((id) => repeated.has(id));
      if (!isRepeated) sums.add(reading);
    }
    for (const reading of readings) for (const id of idsOf(reading)) earlier.add(id);
  }
  return sums.byCurrency();
}

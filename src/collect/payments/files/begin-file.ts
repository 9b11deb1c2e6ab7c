// A file of another tool in the terms of a statement: how it is written and read.
import type { FileHead } from '../../imports/index.ts';
import type { Found } from '../import-store.ts';
import type { ReadingPlan } from '../statements/interpret.ts';
import { noCounts } from '../statements/scan.ts';

/** An import of events, which no list of payments shows. */
export const EVENTS_FORMAT = 'events';

/** How the file is written, in the terms of a statement. */
export function foundIn({ form, zone = 'UTC' }: Pick<FileHead, 'form' | 'zone'>): Found {
  const written: Found['written'] = {
    form: form === 'table' ? 'csv' : form,
    encoding: null,
    delimiter: null,
    isDecimalFound: true,
    isDateOrderFound: true,
    decimal: '.',
    dateOrder: 'ymd',
    zone,
    isZoneFound: true,
    isCurrencyFound: true,
  };
  return { written, headerRow: 1, delimiter: '', columns: [], counts: noCounts(), totals: [] };
}

/** @param named Instead of the layout. */
export function planOf(
  { layout, zone = 'UTC', currency = '' }: Pick<FileHead, 'layout' | 'zone' | 'currency'>,
  prefix: string,
  until: number,
  named = { format: layout?.layout ?? '', title: layout?.title ?? '' },
): ReadingPlan {
  const format = { ...named, zone: undefined, ignoresUnknownKinds: true };
  return { format, columns: {}, decimal: '.', dateOrder: 'ymd', zone, currency, referencePrefix: prefix, until };
}

// Receipts: how each figure of an answer is calculated. A receipt is an expression over exact numbers, which gives the figure to its last
// digit; it is made only when a request includes it, from the rows that the answer was made of, so both are of one version.
import type { components } from '../../../base/contract/types.ts';
import { decimalText } from '../../../base/kit/decimals.ts';
import type { AnyStatement } from '../../../base/warehouse/port.ts';
import type { Version } from '../../../credit/pipeline/index.ts';

type Schemas = components['schemas'];
export type Receipt = Schemas['Receipt'];
export type Term = Schemas['ReceiptTerm'];
export type Rows = Schemas['ReceiptRows'];

/** The common part of all receipts of an answer: the last statement of the plan produced the figures. */
export interface Source {
  plan: readonly AnyStatement[];
  version: Version;
}

/** The part that differs from figure to figure. */
export type Figure = Pick<Receipt, 'path' | 'text' | 'formula' | 'terms' | 'rows'>;

/** Makes the receipts of an answer, one after the other, so that no more are made than are taken. */
export interface Receipts {
  source: Source;
  figures: () => Iterable<Figure>;
}

export interface ReceiptsAsked {
  include?: readonly string[];
  receipts_of?: string;
}

/** The JSON pointer of a member below another. */
export const pointer = (...parts: (string | number)[]): string =>
  parts.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

export const term = (name: string, value: string | null, unit: string, path?: string): Term => ({
  name,
  value,
  unit,
  ...(path === undefined ? {} : { path }),
});

/** A term as a number of units of 10^-scale. */
export const exactTerm = (name: string, units: bigint | null, scale: number, unit: string): Term =>
  term(name, units === null ? null : decimalText(units, scale), unit);

/** A figure that the statement counts or adds up as a whole: its formula is the name of its only term. */
export const whole = (path: string, text: string, only: Term, rows: Rows[] = []): Figure => ({
  path,
  text,
  formula: only.name,
  terms: [only],
  rows,
});

// Receipts: how each figure of an answer is calculated. A receipt is an expression over exact numbers, which gives the figure to its last
// digit; it is made only when a request includes it, from the rows that the answer was made of, so both are of one version.
import type { components } from '../../../base/contract/types.ts';
import { decimalText } from '../../../base/kit/decimals.ts';
import type { AnyStatement, Param } from '../../../base/warehouse/port.ts';
import type { Version } from '../../../credit/pipeline/index.ts';
import type { Warning } from '../money.ts';

type Schemas = components['schemas'];
export type Receipt = Schemas['Receipt'];
export type Term = Schemas['ReceiptTerm'];
export type Rows = Schemas['ReceiptRows'];

/** A response stays below a megabyte. */
const MAX_RECEIPTS = 2_000;

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

interface Added {
  receipts?: Receipt[];
  statements?: Schemas['ReceiptStatements'];
  warnings?: Warning[];
}

/** The members that a request with `include=receipt` adds to an answer; none without it. */
export function receiptMembers(
  selection: ReceiptsAsked,
  { source, figures }: Receipts,
  warnings: readonly Warning[] = [],
): Added {
  if (!selection.include?.includes('receipt')) return {};
  const { plan, version } = source;
  const name = plan.at(-1)?.name ?? '';
  const receipts: Receipt[] = [];
  let isCut = false;
  for (const figure of figures()) {
    if (selection.receipts_of !== undefined && !isWithin(figure.path, selection.receipts_of)) continue;
    isCut = receipts.length === MAX_RECEIPTS;
    if (isCut) break;
    receipts.push({ ...figure, statement: name, version });
  }
  const all = isCut ? [...warnings, CUT] : warnings;
  return {
    receipts,
    statements: [{ name, sql: plan.map(({ sql }) => sql).join(';\n\n'), parameters: parametersOf(plan) }],
    ...(all.length > 0 ? { warnings: [...all] } : {}),
  };
}

const CUT: Warning = {
  code: 'receipts_cut',
  message: `The response has more than ${MAX_RECEIPTS} figures; receipts of the first are included. Request others by receipts_of.`,
};

const isWithin = (path: string, pointer: string): boolean => path === pointer || path.startsWith(`${pointer}/`);

function parametersOf(plan: readonly AnyStatement[]): Record<string, unknown> {
  const bound = plan.flatMap(({ params = {} }) => Object.entries(params));
  return Object.fromEntries(bound.map(([name, value]) => [name, jsonOf(value)]));
}

const jsonOf = (value: Param): unknown =>
  typeof value === 'bigint' ? String(value) : Array.isArray(value) ? value.map(String) : value;

/** The JSON pointer of a member below another. */
export const pointer = (...parts: (string | number)[]): string =>
  parts.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

export const term = (name: string, value: string | null, unit: string, path?: string): Term => ({
  ...{ name, value, unit },
  ...(path === undefined ? {} : { path }),
});

/** A term as a number of units of 10^-scale. */
export const exactTerm = (name: string, units: bigint | null, scale: number, unit: string): Term =>
  term(name, units === null ? null : decimalText(units, scale), unit);

/** A figure that the statement counts or adds up as a whole: its formula is the name of its only term. */
export const whole = (path: string, text: string, only: Term, rows: Rows[] = []): Figure => ({
  ...{ path, text, formula: only.name, terms: [only], rows },
});

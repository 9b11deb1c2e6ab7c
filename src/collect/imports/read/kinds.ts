// The kinds of files and their readers.
import type { Layout } from '../layout/shape.ts';
import { deals } from './deals.ts';
import { payments } from './payments.ts';
import type { Kind } from './reader.ts';
import { spend } from './spend.ts';

/** Undefined of a kind that nothing reads yet: its files are asked about like those without a layout. */
const KINDS: Readonly<Record<Layout['reads'], Kind | undefined>> = {
  payments,
  receipts: payments,
  spend,
  deals,
  events: undefined,
  aggregates: undefined,
};

export const kindOf = (layout: Layout): Kind | undefined => KINDS[layout.reads];

// The kinds of files and their readers.
import type { Layout } from '../layout/shape.ts';
import { aggregates } from './aggregates.ts';
import { customers } from './customers.ts';
import { deals } from './deals.ts';
import { events } from './events.ts';
import { payments } from './payments.ts';
import type { Kind } from './reader.ts';
import { spend } from './spend.ts';

const KINDS: Readonly<Record<Layout['reads'], Kind>> = {
  payments,
  receipts: payments,
  spend,
  deals,
  events,
  aggregates,
  customers,
};

export const kindOf = (layout: Layout): Kind => KINDS[layout.reads];

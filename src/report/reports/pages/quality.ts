// Data quality as a report: how much of the known money of its days the figures count, and the findings of the four weeks to the day on which it is made.
import type { ReadBase } from '../../../base/base.ts';
import type { components } from '../../../base/contract/types.ts';
import {
  type At,
  type Contents,
  daysIn,
  type Headline,
  inReaderWords,
  type Question,
  type Shown,
} from '../../analytics/index.ts';
import { completenessOf, findingsNow } from '../../quality/index.ts';
import type { OwnPage } from './own-page.ts';

type Schemas = components['schemas'];
type Block = Contents['blocks'][number];
type Findings = Pick<Awaited<ReturnType<typeof findingsNow>>, 'findings' | 'money_in_doubt' | 'meta'>;

/** As the console's page has them. */
const FINDING_DAYS = 28;
const MAX_ROWS = 20;
const MAX_WORDS = 3;

async function show({ profile: { profileId } }: At, base: ReadBase, question: Question): Promise<Shown> {
  const { data, meta } = await completenessOf(base, profileId, daysIn(question));
  const found = await findingsNow(base, profileId, { days: FINDING_DAYS });
  const headline = headlineOf(data);
  const figures = [...headline, ...doubtOf(found)];
  return {
    contents: {
      currency: meta.currency,
      timezone: meta.timezone,
      goal: found.meta.goal,
      model: null,
      warnings: [],
      sentence: data.sentence,
      blocks: [{ kind: 'figures', figures }, ...wordsOf(found), ...barsOf(data), findingsTable(found), ...reasonsTable(data)],
    },
    headline,
    version: meta.version,
  };
}

/** Of the days of the report alone, so that they can be compared with those of later. */
const headlineOf = ({ counted, not_counted, share, ...completeness }: Schemas['Completeness']): Headline => [
  { name: 'Known money', unit: 'money', value: completeness.known },
  { name: 'Counted', unit: 'money', value: counted },
  { name: 'Not counted', unit: 'money', value: not_counted },
  { name: 'Share counted', unit: 'percent', value: share === null ? null : String(Math.round(share * 1e6) / 1e4) },
];

function doubtOf({ findings, money_in_doubt: { spend, cash } }: Findings): Headline {
  const count = (status: Schemas['QualityStatus']): string => String(findings.filter((each) => each.status === status).length);
  return [
    { name: 'Spend in doubt', unit: 'money', value: spend },
    { name: 'Cash in doubt', unit: 'money', value: cash },
    { name: 'Problems', unit: 'count', value: count('problem') },
    { name: 'Needs attention', unit: 'count', value: count('attention') },
  ];
}

const outside = ({ reasons }: Schemas['Completeness']) =>
  reasons.filter(({ kind, is_contained, status }) => kind === 'cash' && !is_contained && status === 'open');

/** None where all is counted. */
function barsOf(completeness: Schemas['Completeness']): Block[] {
  const rows = outside(completeness);
  if (rows.length === 0) return [];
  const bar = (name: string, amount: string) => ({ name, value: Number(amount), low: Number(amount), high: Number(amount) });
  return [
    {
      kind: 'bars',
      title: 'Known money, by whether it is counted',
      unit: 'money',
      rows: [bar('Counted', completeness.counted), ...rows.map(({ title, amount }) => bar(title, amount))],
    },
  ];
}

const openOf = ({ findings }: Findings) => findings.filter(({ status }) => status !== 'ok');

/** What a mail says to do, as its tables are files. */
function wordsOf(found: Findings): Block[] {
  const first = openOf(found)
    .slice(0, MAX_WORDS)
    .map(({ title, next }) => `${title}: ${inReaderWords(next)}`);
  return first.length === 0 ? [] : [{ kind: 'text', text: ['What to do first:', ...first].join('\n') }];
}

const STATUS = { problem: 'Problem', attention: 'Attention', ok: 'OK' } as const;

/** What is not as it should be, by the money that it touches. */
function findingsTable(found: Findings): Block {
  const { meta } = found;
  const open = openOf(found);
  return {
    kind: 'table',
    title: `Findings of ${meta.date_from} to ${meta.date_to}`,
    columns: [
      { name: 'Finding', unit: null },
      { name: 'Status', unit: null },
      { name: 'Spend', unit: 'money' },
      { name: 'Cash', unit: 'money' },
      { name: 'What to do', unit: null },
    ],
    rows: open
      .slice(0, MAX_ROWS)
      .map(({ title, status, money, next }) => [
        title,
        STATUS[status],
        money?.spend ?? null,
        money?.cash ?? null,
        inReaderWords(next),
      ]),
    rows_left_out: Math.max(0, open.length - MAX_ROWS),
  };
}

/** None where all is counted. */
function reasonsTable(completeness: Schemas['Completeness']): Block[] {
  const rows = outside(completeness);
  if (rows.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'Money that is not counted',
      columns: [
        { name: 'Reason', unit: null },
        { name: 'Entries', unit: 'count' },
        { name: 'Amount', unit: 'money' },
        { name: 'What ends it', unit: null },
      ],
      rows: rows.slice(0, MAX_ROWS).map(({ title, entries, amount, cure }) => [title, entries, amount, inReaderWords(cure.text)]),
      rows_left_out: Math.max(0, rows.length - MAX_ROWS),
    },
  ];
}

export const quality: OwnPage = { title: 'Data quality', takes: ['date_from', 'date_to'], show };

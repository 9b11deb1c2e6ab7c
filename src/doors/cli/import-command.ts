// The command `import`: its options, its result as text, and its exit codes: 0 all, 3 in part, 1 refused with nothing written, 2 used wrongly.

import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { countWords } from '../../base/rows/count-words.ts';
import type { Result } from '../jobs/command.ts';
import { EXIT, forProfile, type Options, run } from './command-options.ts';
import { valueText as text } from './screen.ts';

const KINDS = ['events', 'spend', 'payments', 'customers', 'deals', 'aggregates'];
const ON_CONFLICT = ['add', 'replace', 'same'];

export const onConflict = (): Option =>
  new Option(
    '--on-conflict <how>',
    'what a file of spend is where its days came before: add (more of them), replace (all of them), same (they stay)',
  ).choices(ON_CONFLICT);

const collected = (value: string, before: string[]): string[] => [...before, value];

interface ImportOptions extends Options {
  as?: string;
  layout?: string;
  timezone?: string;
  currency?: string;
  account?: string;
  platform?: string;
  map: string[];
  without: string[];
  answer: string[];
  prefix?: string;
  onConflict?: string;
  rejectFile?: string;
  dryRun?: boolean;
  wait: boolean;
}

interface Shown {
  file: string;
  kind: string;
  layout_title?: string;
  rows: number;
  counts?: Record<string, number>;
  left_out?: { reason: string; rows: number; first: { line: number; words?: string }[] }[];
  sums?: { month: string; currency: string; amount: string }[];
  times?: { zone?: string; days_only?: number; without_zone?: number };
  warnings?: string[];
  replaced?: { day: string; before: string; after: string }[];
  maybe_twice?: { currency: string; payments: number; amount: string }[];
  created: number;
  known: number;
  restored?: number;
  not_taken: { rows: number; first: { line: number; words: string }[] };
}

interface Imported {
  dry_run: boolean;
  computed: boolean;
  files: Shown[];
}

const SHOWN = 20;
/** Rows of these reasons were to be imported, and are not. */
const IN_PART = new Set(['unreadable', 'unknown_status', 'unknown_type', 'unknown_amount']);

export const isInPart = ({ left_out = [], not_taken }: Shown): boolean =>
  not_taken.rows > 0 || left_out.some(({ reason }) => IN_PART.has(reason));

function leftOutLines({ left_out = [] }: Shown): string[] {
  return left_out.slice(0, SHOWN).map(({ reason, rows, first }) => {
    const lines = first.slice(0, 5).map(({ line }) => line);
    const words = first.find((each) => each.words !== undefined)?.words;
    const more = rows > lines.length ? ', …' : '';
    return `  left out: ${text(rows)} ${reason} (line ${lines.join(', ')}${more})${words === undefined ? '' : `: ${words}`}`;
  });
}

function fileLines(file: Shown, isDryRun: boolean): string[] {
  const {
    rows,
    created,
    known: existing,
    restored = 0,
    not_taken,
    sums = [],
    times,
    warnings = [],
    replaced = [],
    maybe_twice = [],
  } = file;
  const again = restored > 0 ? `, ${text(restored)} undone before that count again` : '';
  const lines = [
    `${file.file}: ${file.layout_title ?? file.kind}, ${countWords(rows, 'row')}: ${text(created)} new, ${text(existing)} already known${again}, ${text(not_taken.rows)} not taken${isDryRun ? ' (nothing written)' : ''}.`,
  ];
  lines.push(...leftOutLines(file));
  for (const { line, words } of not_taken.first.slice(0, SHOWN)) lines.push(`  line ${line}: ${words}`);
  for (const { month, currency, amount } of sums.slice(0, SHOWN)) lines.push(`  ${month}: ${amount} ${currency}`);
  for (const { payments, amount, currency } of maybe_twice)
    lines.push(
      `  ${countWords(payments, 'payment')} of ${amount} ${currency} may be sales that another system has reported already.`,
    );
  for (const { day, before, after } of replaced.slice(0, SHOWN)) lines.push(`  ${day}: ${before} before, ${after} in its place`);
  if (times?.zone !== undefined)
    lines.push(`  Times that name no zone: on the clocks of ${times.zone} (--timezone names another).`);
  if (times?.days_only)
    lines.push(
      `  ${text(times.days_only)} of them ${times.days_only === 1 ? 'is a day: its outcome is' : 'are days: outcomes are'} counted at ${times.days_only === 1 ? 'its' : 'their'} end.`,
    );
  return [...lines, ...warnings.map((each) => `  ${each}`)];
}

export function imported(result: Result): string {
  const { files, dry_run, computed } = result as unknown as Imported;
  const lines = files.flatMap((file) => fileLines(file, dry_run));
  return [...lines, ...(computed ? ['The figures are up to date.'] : [])].join('\n');
}

const ABOUT = `
A file is read by the layout of the tool that wrote it (docs/layouts.md lists what is known), or as --map says. What nobody may guess is asked, and nothing is
written without a reply:
  --map "Column=field"      the meaning of a column of an unknown file; --without FIELD says that there is none
  --answer question=value   e.g. amount_unit=minor, date_order=dmy, status=leave_out`;

export function addImport(program: Command): void {
  forProfile(program.command('import'))
    .description(
      'import files of other tools: orders, payments, ad spend, events, deals, customers; importing one twice adds nothing',
    )
    .argument('<file...>', 'paths of the files: CSV, JSON, XLSX, Parquet, Avro, OFX, CAMT.053, MT940, also in a zip or gzip')
    .addOption(new Option('--as <kind>', 'what the files are').choices(KINDS))
    .option('--layout <name>', 'the layout of the files, e.g. shopify.orders')
    .option(
      '--timezone <zone>',
      "IANA; on whose clocks times without a zone are (default: the layout's, otherwise the profile's)",
    )
    .option('--currency <code>', "of amounts that name none (default: the profile's)")
    .option('--account <id>', 'the ad account, where a file of spend names none')
    .option('--platform <name>', 'the ad platform, where a file of spend names none')
    .option('--map <column=field>', 'what a column means, of files of no known layout (repeatable)', collected, [])
    .option('--without <field>', 'a field that the file does not have (repeatable)', collected, [])
    .option('--answer <question=value>', 'the answer to a question (repeatable)', collected, [])
    .option('--prefix <text>', 'put before each reference, so that two shops that both number from 1 do not mean the same sales')
    .addOption(onConflict())
    .option('--reject-file <file>', 'write every row that is not imported to this file (CSV), with its line and reason')
    .option('--dry-run', 'show what would be imported, write nothing')
    .option('--no-wait', 'return when all rows are accepted, before the figures are computed')
    .addHelpText('after', ABOUT)
    .action(async (files: string[], options: ImportOptions) => {
      const { as, layout, timezone, currency, account, platform, map, without, answer, prefix, wait } = options;
      const args = {
        files: files.map((file) => resolve(file)),
        profile_id: options.profile,
        as,
        layout,
        timezone,
        currency,
        account,
        platform,
        map,
        without,
        answer,
        prefix,
        on_conflict: options.onConflict,
        reject_file: options.rejectFile && resolve(options.rejectFile),
        dry_run: options.dryRun,
        wait,
      };
      const result = await run('import', options, args, imported);
      if ((result as unknown as Imported).files.some(isInPart)) process.exitCode = EXIT.partly;
    });
}

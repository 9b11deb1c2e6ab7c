// The results of the commands of backups as text.
import { laterName } from '../../base/upgrade/folder-file.ts';
import type { LaterFacts } from '../../base/upgrade/later-facts.ts';
import type { Later } from '../../base/upgrade/later-folder.ts';
import type { LostRows } from '../../base/upgrade/lost-rows.ts';
import type { Returned } from '../../base/upgrade/restore-previous.ts';
import type { Result } from '../jobs/command.ts';
import { table, valueText as text } from './screen.ts';

export function backedUp(result: Result): string {
  const warnings = (result['warnings'] as string[]).map((what) => `Warning: ${what}`);
  return [
    `Backed up and sealed: ${result['backup']}, ${text(result['files'])} files, ${text(result['bytes'])} bytes. ${keyOf(result)}`,
    ...warnings,
  ].join('\n');
}

const keyOf = (result: Result): string =>
  result['with_key']
    ? 'The pass phrase opens it, and so does the master key.'
    : `Only the master key (${result['key_id']}) opens it: keep copies of that key elsewhere.`;

export const verified = (result: Result): string =>
  `${result['is_sealed'] ? 'Sound and sealed' : 'Sound, and not sealed: anyone who has the folder can read it. `tributary backup --seal` seals it'}: ${result['backup']}, of ${result['created_at']}, ${text(result['files'])} files.` +
  (result['erasures'] ? ` A restore erases ${text(result['erasures'])} people again.` : '');

export const sealedBackup = (result: Result): string =>
  `Sealed, and the clear files are deleted: ${result['backup']}, ${text(result['files'])} files. ${keyOf(result)}`;

export const restored = (result: Result, later: Later | undefined): string =>
  [restoredText(result), ...(later ? laterText(later) : [])].join('\n');

function laterText({ facts, lost }: Later): string[] {
  return [
    `Facts accepted after the backup: ${text(sumOf(facts, 'taken'))} were added.`,
    ...leftOutText(facts),
    ...(lost === null ? ['What its state had learnt since cannot be listed: it is missing or damaged.'] : lostText(lost)),
  ];
}

const restoredText = (result: Result): string =>
  `Restored into ${result['data_dir']}. ${result['erased'] ? `${text(result['erased'])} people who were erased since the backup were erased again. ` : ''}The figures are rebuilt on first use, or now by \`tributary rebuild\`.`;

/** Megabytes, of which a small backup has one too. */
const size = (bytes: unknown): string => `${Math.max(1, Math.round(Number(bytes) / 1e6))} MB`;

export const keptList = (backups: readonly Result[]): string =>
  backups.length === 0
    ? 'There is no backup at that place yet.'
    : backups
        .map(({ name, made_at, bytes, is_whole }) => `${name}  ${made_at}  ${size(bytes)}${is_whole ? '' : '  unfinished'}`)
        .join('\n');

export function keptRun(result: Result): string {
  const removed = result['removed'] as string[];
  return [
    `Backed up: ${result['made']}.`,
    ...(removed.length > 0 ? [`Removed: ${removed.join(', ')}.`] : []),
    ...(result['verified'] ? [`Restored into a scratch folder, whole: ${result['verified']}.`] : []),
  ].join('\n');
}

/** What the way back from an upgrade has done, and what is lost by it. */
export const returned = (dataDir: string, { from, to, facts, lost, replaced }: Returned): string =>
  [
    `${dataDir} is of version ${to} again (it was of ${laterName(to, from)}). Start that version now: this one would upgrade the folder again.`,
    `Facts accepted since the upgrade: ${text(sumOf(facts, 'taken'))} were taken along, and are computed at the next start.`,
    ...leftOutText(facts),
    ...lostText(lost),
    ...(replaced === null ? [] : [`What the folder was is sealed in ${replaced}.`]),
  ].join('\n');

const sumOf = (facts: readonly LaterFacts[], of: 'taken' | 'left_out'): number =>
  facts.reduce((total, each) => total + each[of], 0);

const leftOutText = (facts: readonly LaterFacts[]): string[] =>
  sumOf(facts, 'left_out') > 0
    ? [`${text(sumOf(facts, 'left_out'))} facts are left out, of what was made since or is damaged.`]
    : [];

function lostText(lost: readonly LostRows[]): string[] {
  const rows = lost.map(({ table: name, added, changed, removed, names }) => [
    name,
    text(added),
    text(changed),
    text(removed),
    names.join(', '),
  ]);
  return rows.length > 0
    ? ['Lost of state, by table:', table(['TABLE', 'ADDED', 'CHANGED', 'REMOVED', 'OF THEM'], rows)]
    : ['Nothing else was written since.'];
}

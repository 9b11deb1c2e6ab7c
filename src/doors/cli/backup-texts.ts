// The results of the commands of backups as text.
import type { Result } from '../jobs/command.ts';
import { valueText as text } from './screen.ts';

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

export const restored = (result: Result): string =>
  `Restored into ${result['data_dir']}. ${result['erased'] ? `${text(result['erased'])} people who were erased since the backup were erased again. ` : ''}The figures are rebuilt on first use, or now by \`tributary rebuild\`.`;

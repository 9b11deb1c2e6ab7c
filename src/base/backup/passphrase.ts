// The words that seal the master key in a backup. They are all that protects it, so few are refused.
import { plainPassphrase } from '../sealing/sealing.ts';
import { BackupRefused } from './manifest.ts';

const LEAST = 12;

/** @throws BackupRefused for one that is guessed too easily. */
export function checkedPassphrase(text: string): string {
  const passphrase = plainPassphrase(text);
  if (passphrase.length < LEAST)
    throw new BackupRefused(`A pass phrase has at least ${LEAST} characters, better five words: it opens all of the backup.`);
  return passphrase;
}

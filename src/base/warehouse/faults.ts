// The meaning of DuckDB's error texts for a file: a statement at fault, an engine that must be reopened, a damaged file, or want of memory or disk,
// which is the fault of neither.

export type Fault = 'query' | 'fatal' | 'damaged' | 'interrupted' | 'environment';

// A short read of another file (a landing file, a segment of the archive) is no fault of the database's.
const damage =
  /Corrupt (database|WAL) file|computed checksum .* does not match|not a valid DuckDB database file|Could not read enough bytes from file "[^"]*\.duckdb"/i;
const interrupted = /^INTERRUPT Error/i;
const fatal = /^(FATAL|INTERNAL) Error|database has been invalidated/i;
/** Reasons to fail that leave a file blameless: it must never be moved aside for them. */
const environment =
  /Could not set lock|No space left|Permission denied|Too many open files|Read-only file system|Out of Memory|Cannot allocate memory|disk quota/i;

/** DuckDB's own words, without what the binding says before them. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^Failed to [a-z ]+: (?=[A-Z])/, '');
}

/** A fault met while a statement ran on an open file. */
export function faultOfStatement(error: unknown): Fault {
  const message = messageOf(error);
  if (damage.test(message)) return 'damaged';
  if (interrupted.test(message)) return 'interrupted';
  if (fatal.test(message)) return 'fatal';
  return environment.test(message) ? 'environment' : 'query';
}

/** A fault met while a file was opened: unless the surroundings are to blame, the file is not usable. */
export function faultOfOpening(error: unknown): 'environment' | 'damaged' {
  if (error instanceof Error && 'code' in error) return 'environment'; // Node's own: folders, disk figures
  return environment.test(messageOf(error)) ? 'environment' : 'damaged';
}

/** Is another process still holding the file? (A warehouse process whose parent was killed needs a moment to go.) */
export const isLockConflict = (error: unknown): boolean => /Could not set lock/i.test(messageOf(error));

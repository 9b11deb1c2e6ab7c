// Values that are needed for days and must not stay: sealed with a key of their profile and day, in a file of their own that no backup, move or
// export contains. A day's key and values are destroyed together before they are seven days old; a value alone whenever its owner says so.

/** Whole days that a value may live, the day on which it came among them. */
export const LIFE_DAYS = 7;

export interface PutOptions {
  /** A name that has a value keeps it. */
  isKept?: boolean;
  /** The day on which the value came, where that is not this one. */
  day?: number;
}

export interface Kept {
  text: string;
  /** On which it came, since 1970 in UTC. */
  day: number;
}

/** Texts of profiles under names. A profile's purge takes its values along. */
export interface ShortLived {
  /** The present day, as values have it. */
  readonly today: number;
  /** Answers the names that are new; they are on disk when the promise resolves. */
  put(profileId: string, values: ReadonlyMap<string, string>, options?: PutOptions): Promise<string[]>;
  /** The values of those names that have one. */
  get(profileId: string, names: Iterable<string>): Map<string, Kept>;
  /** They cannot be read any more; what is left of their pages is overwritten by `expire`, at once with `isWiped`. */
  remove(profileId: string, names: Iterable<string>, options?: { isWiped?: boolean }): Promise<void>;
  /** Names in order, after one. */
  names(profileId: string, after: string, limit: number): string[];
  /** Profiles that have values. */
  profiles(): string[];
  /** Destroys what is too old, and overwrites what deleted values left in the file. */
  expire(): Promise<void>;
  /** Destroys everything of a profile. It may be repeated. */
  purge(profileId: string): Promise<void>;
  close(): void;
}

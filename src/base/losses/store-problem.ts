// What is wrong with a store or a file of the data folder, in words.

/** The end of a sentence on what to do. */
export const ACCEPT = '`tributary status --accept-losses` ends this message.';

export const WATCHED = [
  'state',
  'journal',
  'archive',
  'master_key',
  'ledger',
  'sandbox',
  'clock',
  'pictures',
  'messages',
  'short_lived',
] as const;

export interface StoreProblem {
  store: (typeof WATCHED)[number];
  what: string;
  next: string;
  /** Something of a store is not there any more, or not right: no backup can be made of it. */
  isLoss: boolean;
  /** The service can do its work for the others. */
  isOfOneProfile?: true;
  /** The service does all its work, and what is lost stays lost. */
  isServed?: true;
}

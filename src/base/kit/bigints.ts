// Small sums on bigints, which Math does not do.

export const leastOf = (first: bigint, ...others: bigint[]): bigint =>
  others.reduce((least, other) => (other < least ? other : least), first);

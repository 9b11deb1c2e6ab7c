// Which differences are called so: Benjamini and Hochberg over all levels of all dimensions that have enough to be compared. Their limit of false
// discoveries is half of the promised ten per cent, so that a profile in which nothing has an effect shows nothing in 95 of 100 cases.

export const FALSE_DISCOVERIES = 0.1;
const LIMIT = FALSE_DISCOVERIES / 2;

/** The greatest chance that still is a discovery; 0 where none is. */
export function discoveryLimit(chances: readonly number[]): number {
  const sorted = [...chances].sort((a, b) => a - b);
  return sorted.reduce((limit, chance, at) => (chance <= ((at + 1) / sorted.length) * LIMIT ? chance : limit), 0);
}

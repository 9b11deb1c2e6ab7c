// How many sales or clicks each arm of a test needs until a difference of a given size would be seen four times of five, and how many days that takes
// while the arms share what the parent has now.

export interface ArmSize {
  /** Null: not even clicks are enough within the days that a test may take. */
  measure: 'sales' | 'clicks' | null;
  needed: number | null;
  days: number | null;
}

/** Errors of 5 % on one side, and one of five differences missed. */
const QUANTILES = (1.645 + 0.842) ** 2;
const DIFFERENCE = { sales: 1.3, clicks: 1.2 };
const MOST_DAYS = 60;
const ARMS = 2;

const neededFor = (ratio: number): number => Math.ceil((2 * QUANTILES) / Math.log(ratio) ** 2);

/** @param daily Of the parent now. */
export function armSizeOf(daily: { sales: number; clicks: number }): ArmSize {
  for (const measure of ['sales', 'clicks'] as const) {
    const needed = neededFor(DIFFERENCE[measure]);
    const days = daily[measure] > 0 ? Math.ceil((ARMS * needed) / daily[measure]) : Number.POSITIVE_INFINITY;
    if (days <= MOST_DAYS) return { measure, needed, days };
  }
  return { measure: null, needed: null, days: null };
}

// The change of a figure against the compared one: a sign and an amount, in words, and whether that is good news.

export interface Change {
  direction: 'up' | 'down' | 'same' | 'unknown';
  /** `neutral` where more is neither good nor bad in itself. */
  verdict: 'better' | 'worse' | 'neutral';
  /** With its sign, e.g. `+12.3 %`; empty where a share would mean nothing. */
  amount: string;
  words: string;
}

export interface Compared {
  current: number | null;
  previous: number | null;
  /** The format of the figure. */
  show: (value: number) => string;
  /** Is more of it good? Left out where it is neither. */
  moreIs?: 'better' | 'worse';
  /** Percentages move by points, everything else by a share of what it was. */
  by?: 'share' | 'points';
  /** Why no change is shown though both figures are known. */
  withheld?: Withheld | null;
}

/** As `meta.comparison` of the overview names them. */
export type Withheld = 'period_running' | 'before_data';

const WITHHELD: Record<Withheld, string> = {
  period_running: 'Not compared: the period is not over',
  before_data: 'Not compared: the data does not cover the other period',
};

const MINUS = '\u2212';

const signed = (value: number, digits: number): string => {
  const text = Math.abs(value).toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${value < 0 ? MINUS : '+'}${text}`;
};

export function changeOf({ current, previous, show, moreIs, by = 'share', withheld }: Compared): Change {
  if (withheld && current !== null) return { direction: 'unknown', verdict: 'neutral', amount: '', words: WITHHELD[withheld] };
  if (current === null || previous === null) {
    const words = previous === null && current !== null ? 'Nothing to compare with' : 'Nothing to compare';
    return { direction: 'unknown', verdict: 'neutral', amount: '', words };
  }
  if (show(current) === show(previous))
    return { direction: 'same', verdict: 'neutral', amount: '', words: `unchanged at ${show(current)}` };
  const direction = current > previous ? 'up' : 'down';
  const opposite = { better: 'worse', worse: 'better' } as const;
  const size = sizeOf(current, previous, by);
  const isTiny = size !== null && Math.abs(size) < ROUNDS_TO_NOTHING;
  const verdict = moreIs === undefined || isTiny ? 'neutral' : direction === 'up' ? moreIs : opposite[moreIs];
  return { direction, verdict, amount: amountOf(size, by), words: `from ${show(previous)}` };
}

/** Below it, one decimal shows 0.0. */
const ROUNDS_TO_NOTHING = 0.05;

/** Points or percent; null from nothing, or from below nothing, where a share would mean nothing. */
function sizeOf(current: number, previous: number, by: 'share' | 'points'): number | null {
  if (by === 'points') return current - previous;
  return previous > 0 ? (100 * (current - previous)) / previous : null;
}

function amountOf(size: number | null, by: 'share' | 'points'): string {
  if (size === null) return '';
  const unit = by === 'points' ? 'points' : '%';
  return Math.abs(size) < ROUNDS_TO_NOTHING ? `under 0.1 ${unit}` : `${signed(size, 1)} ${unit}`;
}

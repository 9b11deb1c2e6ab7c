// The few sums over measurements: medians and percentiles of rounds and latencies, and how numbers are shown.

const sorted = (values: ArrayLike<number>): Float64Array => Float64Array.from(values).sort();

/** The value that a share `p` of the values does not exceed. */
export function quantile(values: ArrayLike<number>, p: number): number {
  const ordered = sorted(values);
  return ordered[Math.min(ordered.length - 1, Math.floor(p * ordered.length))] ?? Number.NaN;
}

export function median(values: ArrayLike<number>): number {
  const ordered = sorted(values);
  const middle = ordered.length >> 1;
  const upper = ordered[middle] ?? Number.NaN;
  return ordered.length % 2 === 1 ? upper : (upper + (ordered[middle - 1] ?? Number.NaN)) / 2;
}

/** Three significant digits, with thousands apart. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

/** Milliseconds since 1970 with fractions: comparable between processes of one machine. */
export const instantMs = (): number => performance.timeOrigin + performance.now();

/** How long `work` takes, in milliseconds, and what it answers. */
export async function timed<T>(work: () => Promise<T> | T): Promise<{ ms: number; value: T }> {
  const began = performance.now();
  const value = await work();
  return { ms: performance.now() - began, value };
}

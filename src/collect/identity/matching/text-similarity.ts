// The similarity of two short texts: names by Jaro and Winkler's measure, numbers by a single slip of the fingers.

/** Letters of `a` that occur in `b` at a distance of at most half of the longer text, as in the Jaro–Winkler similarity. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  if (a === '' || b === '') return 0;
  const reach = Math.max(0, (Math.max(a.length, b.length) >> 1) - 1);
  const taken = new Uint8Array(b.length);
  let matchedInA = '';
  for (let i = 0; i < a.length; i++) {
    const end = Math.min(b.length, i + reach + 1);
    for (let j = Math.max(0, i - reach); j < end; j++) {
      if (taken[j] || a.charCodeAt(i) !== b.charCodeAt(j)) continue;
      taken[j] = 1;
      matchedInA += a[i];
      break;
    }
  }
  const matched = matchedInA.length;
  if (matched === 0) return 0;
  let displaced = 0;
  let next = 0;
  for (let j = 0; j < b.length; j++) if (taken[j] && b[j] !== matchedInA[next++]) displaced += 1;
  const jaro = (matched / a.length + matched / b.length + (matched - displaced / 2) / matched) / 3;
  let prefix = 0;
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}

/** Is one made of the other by a single slip: a sign added, left out, changed, or two neighbours in each other's place? */
export function isOneSlip(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let [i, j] = [a.length, b.length];
  while (i > start && j > start && a[i - 1] === b[j - 1]) {
    i -= 1;
    j -= 1;
  }
  const [x, y] = [a.slice(start, i), b.slice(start, j)];
  if (x.length <= 1 && y.length <= 1) return true;
  return x.length === 2 && y.length === 2 && x[0] === y[1] && x[1] === y[0];
}

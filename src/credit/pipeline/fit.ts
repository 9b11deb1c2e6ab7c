// The data-driven fit: a first-order Markov chain over channels, solved exactly by elimination in a fixed order, and the
// removal effect of each channel. A fit is a decision, recorded only when it differs from the one in force.

import type { Base } from '../../base/base.ts';
import { canonicalJson } from '../../base/kit/canonical.ts';
import type { Target } from '../../base/warehouse/port.ts';
import { statement, type WarehouseRow } from '../../base/warehouse/statements.ts';
import { fitStatements } from './models.ts';

/** The frequency of each step of paths from one state to another. States are channels, `(start)`, `(conversion)` and `(null)`. */
export interface Step {
  from: string;
  to: string;
  steps: number;
}

export interface ChannelEffect {
  channel: string;
  /** 1 − P(conversion without the channel) ÷ P(conversion), nine decimals. */
  removal_effect: string;
  /** Touches of the channel on converting paths. */
  touches: string;
}

export interface Fit {
  conversion_key: string;
  base_probability: string;
  conversions: string;
  channels: ChannelEffect[];
}

const START = '(start)';
const CONVERSION = '(conversion)';

/** Solves the square system `a x = b` by Gaussian elimination with partial pivoting; `a` and `b` are consumed. */
function solve(a: number[][], b: number[]): number[] {
  const n = b.length;
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let row = column + 1; row < n; row++) if (Math.abs(at(a, row, column)) > Math.abs(at(a, pivot, column))) pivot = row;
    [a[column], a[pivot]] = [a[pivot] as number[], a[column] as number[]];
    [b[column], b[pivot]] = [b[pivot] as number, b[column] as number];
    for (let row = column + 1; row < n; row++) {
      const factor = at(a, row, column) / at(a, column, column);
      if (factor === 0) continue;
      for (let k = column; k < n; k++) (a[row] as number[])[k] = at(a, row, k) - factor * at(a, column, k);
      b[row] = (b[row] as number) - factor * (b[column] as number);
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let row = n - 1; row >= 0; row--) {
    let sum = b[row] as number;
    for (let k = row + 1; k < n; k++) sum -= at(a, row, k) * (x[k] as number);
    x[row] = sum / at(a, row, row);
  }
  return x;
}

const at = (matrix: number[][], row: number, column: number): number => (matrix[row] as number[])[column] as number;

/** P(conversion) from the start when the channels of `removed` lead to null. */
function conversionProbability(steps: Step[], channels: string[], removed?: string): number {
  const states = [START, ...channels.filter((channel) => channel !== removed)];
  const index = new Map(states.map((state, i) => [state, i]));
  const totals = new Map<string, number>();
  for (const step of steps) totals.set(step.from, (totals.get(step.from) ?? 0) + step.steps);
  const a = states.map((_, row) => states.map((__, column) => (row === column ? 1 : 0)));
  const b = states.map(() => 0);
  for (const step of steps) {
    const row = index.get(step.from);
    if (row === undefined) continue;
    const share = step.steps / (totals.get(step.from) as number);
    if (step.to === CONVERSION) b[row] = (b[row] as number) + share;
    const column = index.get(step.to);
    if (column !== undefined) (a[row] as number[])[column] = at(a, row, column) - share;
  }
  return solve(a, b)[0] as number;
}

/** The fit of one definition from its counted steps; undefined when nothing converted. */
export function fitChannels(
  steps: Step[],
): { baseProbability: number; conversions: number; effects: Map<string, number> } | undefined {
  const conversions = steps.reduce((sum, step) => sum + (step.to === CONVERSION ? step.steps : 0), 0);
  if (conversions === 0) return undefined;
  const channels = [...new Set(steps.map((step) => step.from))].filter((state) => state !== START).sort();
  const baseProbability = conversionProbability(steps, channels);
  const effects = new Map(
    channels.map((channel) => [channel, Math.max(0, 1 - conversionProbability(steps, channels, channel) / baseProbability)]),
  );
  return { baseProbability, conversions, effects };
}

type StepRow = WarehouseRow<'models/credit/fit/fit_transitions'>;
type TouchRow = WarehouseRow<'models/credit/fit/fit_touches'>;

const nine = (value: number): string => value.toFixed(9);

function fitsOf(steps: readonly StepRow[], touches: readonly TouchRow[]): Fit[] {
  const keys = [...new Set(steps.map((row) => row.conversion_key))];
  return keys.flatMap((key) => {
    const own = steps
      .filter((row) => row.conversion_key === key)
      .map((row) => ({ from: row.from_state, to: row.to_state, steps: Number(row.steps) }));
    const fitted = fitChannels(own);
    if (!fitted) return [];
    const touchesOf = new Map(
      touches.filter((row) => row.conversion_key === key).map((row) => [row.channel, String(row.touches)]),
    );
    return [
      {
        conversion_key: key,
        base_probability: nine(fitted.baseProbability),
        conversions: String(fitted.conversions),
        channels: [...fitted.effects].map(([channel, effect]) => ({
          channel,
          removal_effect: nine(effect),
          touches: touchesOf.get(channel) ?? '0',
        })),
      },
    ];
  });
}

function inForce(rows: readonly WarehouseRow<'warehouse/credit/pipeline/fits_list'>[]): Map<string, Fit> {
  const fits = new Map<string, Fit>();
  for (const row of rows) {
    const key = row.conversion_key;
    const fit = fits.get(key) ?? {
      conversion_key: key,
      base_probability: row.base_probability,
      conversions: String(row.conversions),
      channels: [],
    };
    fit.channels.push({
      channel: row.channel,
      removal_effect: row.removal_effect,
      touches: String(row.touches),
    });
    fits.set(key, fit);
  }
  return fits;
}

/**
 * Fits every definition of a file over the 365 days before its newest event, and records each fit that differs from the one
 * in force there. Answers how many were recorded; landing applies them like any decision.
 */
export async function recordFits(base: Base, target: Target): Promise<number> {
  const steps = await base.warehouse.query(target, fitStatements.transitions, { deadlineMs: 600_000, size: 'heavy' });
  const touches = await base.warehouse.query(target, fitStatements.touches, { deadlineMs: 600_000, size: 'heavy' });
  const current = inForce(await base.warehouse.query(target, statement('warehouse/credit/pipeline/fits_list')));
  const changed = fitsOf(steps, touches).filter((fit) => {
    const cached = current.get(fit.conversion_key);
    return !cached || canonicalJson(cached) !== canonicalJson(fit);
  });
  if (changed.length === 0) return 0;
  base.state.tx(() => {
    for (const fit of changed) {
      base.state.decide({
        profileId: target.profileId,
        kind: 'fit',
        afterSeq: base.journal.lastSeq(target.profileId),
        subject: fit.conversion_key,
        payload: fit,
        actor: 'system',
        decidedAt: base.clock.now(),
      });
    }
  });
  base.signals.emit('decisions', target.profileId);
  return changed.length;
}

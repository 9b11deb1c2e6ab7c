// What a fault test has found, for whoever reads its output and for the table of `npm run faults`.
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import type { TestContext } from 'node:test';

export interface Found {
  /** One line of the table; unique over all tests. */
  name: string;
  figure: string;
  target: string;
  rounds: number;
  holds: boolean;
}

const roundsAsked = process.env['ROUNDS'];
/** How many rounds were asked for, or else the test's own number. */
export const rounds = (own: number): number => (roundsAsked === undefined ? own : Number(roundsAsked));

/** Prints the figure, hands it to the table, and fails the test when it misses its target. */
export function tell(t: TestContext, found: Found): void {
  const file = process.env['FAULT_RESULTS'];
  t.diagnostic(`${found.name}: ${found.figure} (target: ${found.target}; ${found.rounds} rounds)`);
  if (file) appendFileSync(file, `${JSON.stringify(found)}\n`);
  assert.ok(found.holds, `${found.name}: ${found.figure}; the target is ${found.target}`);
}

// Given → expected: every folder under test/models is a case, played on real stores: computed once in full, and, if it is its turn
// (bin/testing/turns.ts), in increments: after the first row, in the middle and at the end (PAUSES=1000: after each row). What it expects is worked out by
// hand from the rules, and must hold to the letter both times.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { ofTurn } from '../../bin/testing/turns.ts';
import type { Base } from '../../src/base/base.ts';
import { fakeClock } from '../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../src/base/open.ts';
import { blankFiles } from '../base/blank-files.ts';
import { testConfig } from '../base/folder.ts';
import { type Case, type Expectation, readCases } from './cases.ts';
import { type Mode, Player } from './player.ts';
import { told } from './relations.ts';

const cases = readCases(process.env['CASE']);

let base: Base;
const dataDir = mkdtempSync(join(tmpdir(), 'tributary-'));
before(async () => {
  const clock = fakeClock('2026-12-01T12:00:00Z');
  base = await openBase(testConfig(dataDir, { sealRows: 1e9, sealSeconds: 1e9 }), { clock, blanks: blankFiles() });
});
after(async () => {
  await closeBase(base);
  rmSync(dataDir, { recursive: true, force: true });
});

/** The rows that differ, as a reader would mark them. */
function difference({ relation, columns, rows }: Expectation, actual: string[]): string {
  const expected = rows.map((row) => columns.map((column) => row[column]).join(','));
  if (expected.join('\n') === actual.join('\n')) return '';
  const lines = [`${relation}: ${columns.join(',')}`];
  for (let i = 0; i < Math.max(expected.length, actual.length); i++) {
    if (expected[i] === actual[i]) lines.push(`   ${actual[i]}`);
    else lines.push(...(i < expected.length ? [` - ${expected[i]}`] : []), ...(i < actual.length ? [` + ${actual[i]}`] : []));
  }
  return lines.join('\n');
}

/** The differences of all expectations of a case, and that there are none. */
async function hold(player: Player, { name, expected }: Case, mode: Mode): Promise<void> {
  const differences: string[] = [];
  for (const expectation of expected) {
    const found = difference(expectation, await told(player, expectation.relation, expectation.columns));
    if (found !== '') differences.push(found);
  }
  assert.equal(differences.length, 0, `${name}, ${mode} (- expected, + found):\n${differences.join('\n')}`);
}

/** Cases to which the same is given are played once, and each is held to what came of it. */
async function play(t: TestContext, alike: Case[], mode: Mode): Promise<void> {
  const player = new Player(base, alike[0] as Case, mode);
  try {
    await player.play();
    for (const played of alike) await t.test(`${played.title} (${played.name}), ${mode}`, () => hold(player, played, mode));
  } finally {
    await base.warehouse.remove(player.profileId);
  }
}

const sameGiven = ({ given: values, settings, spend, happenings }: Case): string =>
  JSON.stringify([values, settings, spend, happenings]);

test('the models, case by case', { concurrency: 2 }, async (t) => {
  assert.ok(cases.length > 0, 'there are no cases');
  const groups = [...Map.groupBy(cases, sameGiven).values()];
  const inIncrements = new Set(process.env['PAUSES'] || process.env['CASE'] ? groups : ofTurn(groups));
  await Promise.all(
    groups.map((alike) =>
      t.test(alike.map(({ name }) => name).join(', '), async (t) => {
        await play(t, alike, 'in full');
        if (inIncrements.has(alike)) await play(t, alike, 'in increments');
      }),
    ),
  );
});

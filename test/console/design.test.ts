// The tokens of the workbench: text and marks can be told from what is behind them, in both schemes; and every channel of the rules has a colour.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { toneOf } from '../../console/design/channels.ts';
import { projectFile } from '../../src/base/kit/paths.ts';
import { contrast } from './contrast.ts';

const tokens = readFileSync(projectFile('console/design/tokens.css'), 'utf8');
const colours = new Map(
  [...tokens.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)].map(([, name = '', light = '', dark = '']) => [
    name,
    { light, dark },
  ]),
);

const TEXT: [string, string[]][] = [
  ['ink', ['ground', 'panel', 'sunken', 'raised', 'accent-soft']],
  ['ink-soft', ['ground', 'panel', 'sunken', 'raised']],
  ['accent', ['panel', 'ground', 'raised']],
  ['good', ['panel', 'ground']],
  ['bad', ['panel', 'ground', 'raised']],
  ['warn', ['warn-soft']],
  ['accent-ink', ['accent']],
];
const MARKS: [string, string[]][] = [
  ['accent', ['panel']],
  ['accent-2', ['panel']],
  ['focus', ['panel', 'ground', 'raised']],
  ['line-strong', ['panel']],
  ...[...Array.from({ length: 12 }, (_, at) => String(at + 1)), 'other'].map((tone): [string, string[]] => [
    `channel-${tone}`,
    ['panel'],
  ]),
];

for (const scheme of ['light', 'dark'] as const)
  test(`${scheme}: text 4.5 to 1, marks 3 to 1`, () => {
    const of = (name: string): string => colours.get(name)?.[scheme] ?? assert.fail(`there is no colour ${name}`);
    for (const [pairs, least] of [
      [TEXT, 4.5],
      [MARKS, 3],
    ] as const)
      for (const [ink, grounds] of pairs)
        for (const ground of grounds) {
          const ratio = contrast(of(ink), of(ground));
          assert.ok(ratio >= least, `${ink} on ${ground}: ${ratio.toFixed(2)}`);
        }
  });

test('every channel of the rules has a colour, one of somebody’s own the common one', () => {
  const rules = readFileSync(projectFile('seeds/channel_rules.csv'), 'utf8').trim().split('\n').slice(1);
  for (const channel of new Set(rules.map((line) => line.split(',')[1] as string)))
    assert.notEqual(toneOf(channel), 'other', channel);
  for (const odd of ['constructor', '"><script>', 'Carrier Pigeon']) assert.equal(toneOf(odd), 'other');
});

test('styles take every colour from the tokens', () => {
  const { style } = JSON.parse(readFileSync(projectFile('console/dist/manifest.json'), 'utf8')) as { style: string };
  const sheet = readFileSync(projectFile('console/dist/assets', style), 'utf8');
  const rules = sheet.slice(sheet.lastIndexOf(':root[data-theme="dark"]'));
  assert.ok(rules.length > 5_000);
  assert.doesNotMatch(rules, /#[0-9a-f]{3,8}\b|rgb\(|hsl\(|https?:|@import/i);
});

// The doorstep's design: its colours can be told apart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dark, light, markPairs, textPairs } from '../../../src/doors/http/tokens.ts';
import { contrast } from '../../console/contrast.ts';

test('colours can be told apart', async (t) => {
  await t.test('the measure is right', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21);
    assert.ok(Math.abs(contrast('#767676', '#ffffff') - 4.54) < 0.01);
  });
  for (const [scheme, colours] of Object.entries({ light, dark })) {
    await t.test(`${scheme}: text 4.5 to 1, marks 3 to 1`, () => {
      for (const [ink, ground] of textPairs) assert.ok(contrast(colours[ink], colours[ground]) >= 4.5, `${ink} on ${ground}`);
      for (const [mark, ground] of markPairs) assert.ok(contrast(colours[mark], colours[ground]) >= 3, `${mark} on ${ground}`);
    });
  }
});

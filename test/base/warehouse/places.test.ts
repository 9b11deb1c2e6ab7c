// Places for reads: what was heavy is remembered, in little memory however long the statements are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Places } from '../../../src/base/warehouse/queues/places.ts';
import { refusedAs } from './fixture.ts';

test('places', async (t) => {
  await t.test('a read that was cut off is heavy from then on and leaves a place to others; its neighbour is not', async () => {
    const places = new Places(2);
    (await places.take({ name: 'p select slow', size: undefined }, 0))(true);
    const first = await places.take({ name: 'p select slow', size: undefined }, 0);
    await refusedAs('busy', places.take({ name: 'p select slow', size: undefined }, 1));
    const other = await places.take({ name: 'q select slow', size: undefined }, 0);
    first(true);
    other(false);
  });

  await t.test('ten thousand long statements take little memory', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const places = new Places(2);
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 10_000; i += 1) {
      const name = Buffer.alloc(9_000, `select ${i} `).toString();
      (await places.take({ name, size: undefined }, 0))(false);
    }
    collect();
    const grown = process.memoryUsage().heapUsed - before;
    assert.ok(grown < 10_000_000, `${grown} bytes; the statements have 90 million`);
    assert.equal(places.running, 0);
  });
});

// A profile without facts. Its file has settings and definitions alone: no model is run in it, and none would find anything to compute. A pipeline that has
// nothing to do ends at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPipeline } from '../../../src/credit/pipeline/index.ts';
import { fullStatements } from '../../../src/credit/pipeline/models.ts';
import { startTestApp } from '../../harness.ts';
import { contents, difference } from './contents.ts';

test('a new file without facts is as the models would leave it', async () => {
  const app = await startTestApp({ installation: { currency: 'EUR', timezone: 'Europe/Berlin', domain: 'shop.example' } });
  try {
    await app.settle();
    const target = { profileId: app.profileId };
    const before = await contents(app.base, target);
    assert.ok((before.get('settings') ?? []).length > 0);
    await app.base.warehouse.write(target, fullStatements());
    assert.equal(difference(before, await contents(app.base, target)), '');
    const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const waiting = timers();
    await startPipeline(app.base).stop();
    assert.equal(timers(), waiting, 'what is left of a stopped pipeline keeps no process alive');
  } finally {
    await app.close();
  }
});

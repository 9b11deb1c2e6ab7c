// A command that needs figures which are being built waits for them, however long that takes, and says how far they are: a request would have given
// up by then, and a build would end with the process of its command.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { WarehouseFailure } from '../../../src/base/warehouse/port.ts';
import { ask, cursorsStatement, inTurn } from '../../../src/credit/pipeline/index.ts';
import { carryOut } from '../../../src/doors/jobs/commands.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { startTestApp } from '../../harness.ts';

test('a command waits for a build', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const { base, profileId } = app;
  const sale = { event_type: 'payment_received', idempotency_key: 'one', occurred_at: '2026-03-10T12:00:00Z' };
  const posted = await app.api(app.apiKey).post('/events', { ...sale, value: { amount: '8', currency: 'EUR' } });
  assert.equal(posted.status, 201, JSON.stringify(posted.body));
  await app.settle();
  await base.warehouse.remove(profileId);
  const rates = join(temporaryFolder(t), 'rates.csv');
  writeFileSync(rates, 'Date,USD\n2026-03-10,1.25\n');

  let release: () => void = () => undefined;
  const isHeld = new Promise<void>((done) => {
    release = done;
  });
  const holding = inTurn(base, profileId, () => isHeld);
  const phases = new Set<string>();
  let isOver = false;
  const command = carryOut(base, 'rates-import', { file: rates }, ({ phase }) => phases.add(phase)).finally(() => {
    isOver = true;
  });
  command.catch(() => undefined);
  // Requests that came later have given up.
  const isBusy = (error: unknown): boolean => error instanceof WarehouseFailure && error.reason === 'busy';
  await assert.rejects(ask(base, profileId, cursorsStatement), isBusy);
  assert.equal(isOver, false);
  release();
  const result = await command;
  assert.deepEqual([result['recorded'], result['missing']], [1, []]);
  assert.ok(phases.has('compute'), [...phases].join());
  await holding;
});

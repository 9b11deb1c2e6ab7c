// A ledger that is lost, damaged or replaced, at rest and while it serves: status, /readyz, backup and the log name it, and what had not ended is
// delivered under the same ids, once.
import assert from 'node:assert/strict';
import { copyFileSync, cpSync, existsSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { laneJob as syncLane } from '../../../src/act/sync/lane.ts';
import { laneJob } from '../../../src/act/webhooks/lane.ts';
import { webhookUpkeep } from '../../../src/act/webhooks/upkeep.ts';
import { announceEvent } from '../../../src/base/contract/announce-event.ts';
import { lookAtStores } from '../../../src/base/folder/watch.ts';
import { createLog } from '../../../src/base/kit/log.ts';
import { ledgerFile } from '../../../src/base/ledger/file.ts';
import { announceLost } from '../../../src/base/losses/losses.ts';
import { runDue, scheduleNext } from '../../../src/base/work/runner.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import type { Status } from '../../../src/doors/jobs/status.ts';
import { eventsOf, openSyncWorld } from '../../act/sync/sync-world.ts';
import { type Receiver, startReceiver } from '../../act/webhooks/hook-world.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { temporaryFolder } from '../folder.ts';

const TYPE = 'connection.reconnect_required';
const CONFIG = { webhookNetworks: '127.0.0.1' };
const FILES = ['', '-wal', '-shm'];

const idsOf = ({ received }: Receiver): string[] => received.map(({ headers }) => String(headers['webhook-id'])).sort();

function announce({ base, profileId, clock }: TestApp, key: string): void {
  const data = {
    connection_id: '4f1e8c9a-3b52-4d0e-9a57-0c4b6f0a1d11',
    provider: 'meta',
    status: 'reconnect_required',
    reason: 'grant_ended',
  };
  base.state.tx(() => announceEvent(base, { type: TYPE, key, profileId, occurredAt: clock.now(), data }));
}

/** A profile with a subscription to a receiver. */
async function subscribe(app: TestApp, receiver: Receiver): Promise<void> {
  const body = { url: `http://127.0.0.1:${receiver.port}/in`, event_types: [TYPE] };
  const made = await app.api(app.session).post('/webhooks/subscriptions', body, { profile_id: app.profileId });
  assert.equal(made.status, 201, JSON.stringify(made.body));
}

const statusOf = async ({ base }: TestApp, args = {}): Promise<Status> =>
  (await commands.status(base, args, () => undefined)) as unknown as Status;

async function readyz({ baseUrl }: TestApp) {
  const response = await fetch(`${baseUrl}/readyz`);
  return { body: (await response.json()) as { checks: Record<string, string>; problems: { what: string }[] } };
}

/** Status, /readyz and a backup name the loss, until an operator has read it. */
async function requireNamed(t: TestContext, app: TestApp, words: RegExp, announced: number): Promise<void> {
  const { body } = await readyz(app);
  assert.equal(body.checks['ledger'], 'ok');
  assert.deepEqual(
    body.problems.map(({ what }) => what),
    ['The ledger of deliveries was lost, replaced or damaged.'],
  );
  const found = await statusOf(app);
  assert.equal(found.is_well, false);
  assert.match(found.problems[0]?.what ?? '', words);
  assert.match(found.problems[0]?.what ?? '', new RegExp(`announced again under the same ids: ${announced}\\.`));
  const backup = await commands.backup(app.base, { dest: join(temporaryFolder(t), 'copy') }, () => undefined);
  assert.match(JSON.stringify(backup['warnings']), words);
  assert.equal((await statusOf(app, { accept_losses: true })).is_well, true);
  assert.deepEqual((await readyz(app)).body.problems, []);
}

function removeAll(file: string): void {
  for (const end of FILES) rmSync(file + end, { force: true });
}

function cutOff(file: string): void {
  truncateSync(file, 4_096);
  truncateSync(`${file}-wal`);
}

test('webhooks outlive the ledger', async (t) => {
  const receiver = await startReceiver(t);
  const dataDir = join(temporaryFolder(t), 'data');
  const first = await startTestApp({ dataDir, config: CONFIG });
  await subscribe(first, receiver);
  for (const key of ['one', 'two', 'three']) announce(first, key);
  await runDue(first.base, [laneJob]);
  const [delivered] = idsOf(receiver);
  assert.equal(receiver.received.length, 3);
  receiver.reply = () => ({ status: 500 });
  const older = `${dataDir}-older`;
  await first.close();
  cpSync(dataDir, older, { recursive: true });
  const second = await startTestApp({ dataDir, config: CONFIG, installation: { workspace: 'Again' } });
  second.clock.advance(60_000);
  for (const key of ['four', 'five']) announce({ ...second, profileId: first.profileId }, key);
  await runDue(second.base, [laneJob]);
  announce({ ...second, profileId: first.profileId }, 'six');
  const pending = [...new Set(idsOf(receiver).slice(-5))].filter((id) =>
    receiver.received.slice(3).some(({ headers }) => headers['webhook-id'] === id),
  );
  assert.equal(pending.length, 2, 'two were tried and wait');
  await second.close();
  const right = `${dataDir}-right`;
  cpSync(dataDir, right, { recursive: true });

  const opened = async (t: TestContext): Promise<TestApp> => {
    receiver.received.length = 0;
    receiver.reply = () => ({ status: 204 });
    const app = await startTestApp({
      dataDir,
      config: CONFIG,
      at: '2026-03-31T12:02:00Z',
      installation: { workspace: `At ${t.name}` },
    });
    t.after(async () => {
      await app.close();
      rmSync(dataDir, { recursive: true });
      cpSync(right, dataDir, { recursive: true });
    });
    announceLost(app.base);
    return app;
  };
  const requireDelivered = async (app: TestApp): Promise<void> => {
    await runDue(app.base, [laneJob]);
    const ids = idsOf(receiver);
    assert.deepEqual([ids.length, new Set(ids).size], [3, 3]);
    for (const id of pending) assert.ok(ids.includes(id), 'under the id of the first attempt');
    assert.ok(!ids.includes(delivered ?? ''), 'what had ended is not sent again');
    app.clock.advance(86_400_000);
    scheduleNext(app.base, webhookUpkeep, '', true);
    await runDue(app.base, [webhookUpkeep]);
    await runDue(app.base, [laneJob]);
    assert.equal(receiver.received.length, 3);
    const open = app.base.state.db.prepare('select count(*) from webhook_outbox').pluck().get();
    assert.equal(open, 0, 'state keeps what has not ended alone');
  };

  const atRest: [string, RegExp, (file: string) => void][] = [
    ['deleted', /ledger\.sqlite was missing: the history of deliveries until then is gone/, (file) => rmSync(file)],
    ['cut in half', /was not what it was when it was closed/, (file) => truncateSync(file, 8_192)],
    ['an older copy', /was not what it was when it was closed/, (file) => copyFileSync(ledgerFile(older), file)],
    ['no database', /was not what it was/, (file) => writeFileSync(file, 'nothing')],
  ];
  for (const [name, words, damage] of atRest)
    await t.test(`at rest, ${name}`, async (t) => {
      damage(ledgerFile(dataDir));
      const app = await opened(t);
      await requireNamed(t, app, words, 2);
      await requireDelivered(app);
    });

  const serving: [string, RegExp, (file: string) => void][] = [
    ['deleted', /ledger\.sqlite was deleted/, removeAll],
    [
      'replaced',
      /was replaced by another file/,
      (file) => {
        rmSync(file);
        copyFileSync(ledgerFile(older), file);
      },
    ],
    ['cut off', /was damaged/, cutOff],
  ];
  for (const [name, words, damage] of serving)
    await t.test(`while it serves, ${name}`, async (t) => {
      const app = await opened(t);
      damage(ledgerFile(dataDir));
      // Names and sizes do not show what is damaged inside.
      if (name === 'cut off') await statusOf(app);
      await requireNamed(t, app, words, 2);
      assert.ok(existsSync(ledgerFile(dataDir)));
      await requireDelivered(app);
    });

  await t.test('whole, nothing is said and everything is delivered', async (t) => {
    const app = await opened(t);
    assert.equal((await statusOf(app)).is_well, true);
    await requireDelivered(app);
  });
});

test('conversions outlive the ledger', async (t) => {
  const world = await openSyncWorld(t);
  const { base, clock, endpoint, enable, outcome, sync } = world;
  await enable(['payment_received']);
  const value = { amount: '10', currency: 'USD' };
  await outcome('accepted', { value });
  await sync();
  const lose = (): void => {
    rmSync(ledgerFile(world.dataDir));
    const lines: string[] = [];
    lookAtStores({ ...base, log: createLog({ logLevel: 'error' }, { write: (line) => lines.push(line) }) });
    assert.match(lines.join(''), /"store":"ledger".*ledger\.sqlite was deleted/, 'the log names it');
  };

  await t.test('what was refused for now is sent under its id, what was accepted is not', async () => {
    endpoint.script = () => ({ status: 503 });
    await outcome('waits', { value });
    await sync();
    const tried = endpoint.received.at(-1);
    lose();
    endpoint.script = () => undefined;
    clock.advance(3_600_000);
    await runDue(base, [syncLane]);
    assert.deepEqual([endpoint.accepted.size, endpoint.repeats], [2, 0]);
    const ids = [...endpoint.accepted.keys()];
    assert.ok(tried?.body.includes(String(ids[1])));
  });

  await t.test('what may have been accepted is sent again under the same id', async () => {
    endpoint.script = () => 'hang up';
    await outcome('unknown', { value });
    await sync();
    const tried = eventsOf(endpoint.received.at(-1) ?? assert.fail())[0].event_id;
    lose();
    const [row] = base.state.statement('act/sync/items_queued').all({ destination_id: world.destinationId, limit: 5 });
    assert.ok(row?.tried_at, 'state knows that it was tried');
    endpoint.script = () => undefined;
    clock.advance(3_600_000);
    await runDue(base, [syncLane]);
    assert.deepEqual([endpoint.accepted.size, endpoint.repeats, endpoint.accepted.has(tried)], [3, 0, true]);
  });

  await t.test('a change of what was surely not accepted is the conversion itself', async () => {
    endpoint.script = () => ({ status: 429 });
    const paid = await outcome('changed', { value });
    await sync();
    const tried = eventsOf(endpoint.received.at(-1) ?? assert.fail())[0];
    await world.owner.post(`/payments/${paid}/refund`, { amount: '4' }).then(({ status }) => assert.ok(status < 300));
    lose();
    endpoint.script = () => undefined;
    clock.advance(3_600_000);
    await sync();
    const sent = eventsOf(endpoint.received.at(-1) ?? assert.fail())[0];
    assert.deepEqual([endpoint.accepted.size, sent.event_id, sent.kind], [4, tried.event_id, 'conversion']);
    assert.equal(Number(sent.value.amount), 6);
  });

  await t.test('nothing that has ended is sent again', async () => {
    const before = endpoint.received.length;
    lose();
    clock.advance(3_600_000);
    await sync();
    assert.equal(endpoint.received.length, before);
    assert.equal(base.state.db.prepare('select count(*) from conversion_items where is_open = 1').pluck().get(), 0);
  });
});

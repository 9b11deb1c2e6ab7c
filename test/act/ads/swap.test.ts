// Duplicate-and-swap: with the consent of a person, and whatever fails on the way, one of both ads delivers in the end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { intentJob } from '../../../src/base/work/intents.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import type { FailureScript } from '../../fakes/provider-server.ts';
import { startWriteWorld, type WriteWorld } from './write-world.ts';

const HOUR_MS = 3_600_000;
const CONFIRMED = { confirm_duplicate_swap: true };
let w: WriteWorld;

const statusOf = (id: string): unknown => w.account.ads.find((ad) => ad.id === id)?.['configured_status'];
const active = (): string[] => w.account.ads.flatMap(({ id }) => (statusOf(id) === 'ACTIVE' ? id : []));
const swap = (body: Record<string, unknown>, key?: string, credential = w.app.session) =>
  w.write('/ads/991/duplicate-and-swap', body, { credential, ...(key === undefined ? {} : { key }) });

test('duplicateAndSwapAd', async (t) => {
  w = await startWriteWorld(t);
  const others = active().filter((id) => id !== '991');

  await t.test('has the copy deliver instead, and back', async () => {
    const done = await swap(CONFIRMED);
    assert.equal(done.status, 200, JSON.stringify(done.body));
    const { copy_id: copy, undo } = done.body.data;
    assert.deepEqual(active().sort(), [...others, copy].sort());
    const back = await swap(undo.body);
    assert.equal(back.status, 200, JSON.stringify(back.body));
    assert.deepEqual(active().sort(), [...others, '991'].sort());
    w.carriedOut();
  });

  await t.test('needs a confirmation, and of programs the consent of a person', async () => {
    assert.equal((await swap({})).status, 422);
    const { body } = await swap(CONFIRMED, undefined, w.app.apiKey);
    assert.equal(body.error.code, 'consent_required');
    const { version, text_hashes: hashes, text } = body.error.consent;
    assert.equal(version, '2026-09-23.duplicate-swap.v1');
    assert.match(text, /pauses the original/);
    const now = w.app.clock.now();
    const consent = {
      version,
      text_hash: hashes[0],
      accepted_by: 'ann@shop.example',
      accepted_at: new Date(now - HOUR_MS).toISOString(),
    };
    for (const wrong of [
      { version: '2026-01-01.v0' },
      { text_hash: 'ab'.repeat(32) },
      { accepted_at: new Date(now - 25 * HOUR_MS).toISOString() },
      { accepted_at: new Date(now + HOUR_MS).toISOString() },
    ]) {
      const refused = await swap({ ...CONFIRMED, consent: { ...consent, ...wrong } }, undefined, w.app.apiKey);
      assert.deepEqual([refused.status, refused.body.error.code], [409, 'consent_required'], JSON.stringify(wrong));
    }
    const raised = await swap({ ...CONFIRMED, consent }, undefined, w.app.apiKey);
    assert.equal(raised.status, 202, JSON.stringify(raised.body));
    const kept = w.app.base.state.db.prepare('select evidence from ad_write_plans order by created_at desc, rowid desc limit 1');
    const evidence = String(kept.pluck().get());
    assert.match(evidence, /2026-09-23\.duplicate-swap\.v1, text [0-9a-f]{64}/);
    assert.doesNotMatch(evidence, /ann@shop/, 'an address is not kept');
    assert.deepEqual(w.carriedOut(), []);
  });

  await t.test('is taken back where its copy is gone or archived at the platform', async () => {
    for (const end of ['gone', 'archived']) {
      const { copy_id: copy, undo } = (await swap(CONFIRMED)).body.data;
      const at = w.account.ads.findIndex(({ id }) => id === copy);
      if (end === 'gone') w.account.ads.splice(at, 1);
      else Object.assign(w.account.ads[at] ?? {}, { status: 'ARCHIVED', configured_status: 'ARCHIVED' });
      const back = await swap(undo.body);
      assert.equal(back.status, 200, `${end}: ${JSON.stringify(back.body)}`);
      assert.deepEqual(active().sort(), [...others, '991'].sort(), end);
    }
    w.carriedOut();
  });

  await t.test('ends by name where the original is deleted on the way, with the copy delivering if there is one', async () => {
    const original = w.account.ads.findIndex(({ id }) => id === '991');
    for (const [step, key] of [
      [1, 'with a copy'],
      [0, 'without a copy'],
    ] as const) {
      const before = w.account.ads.length;
      w.meta.server.failWrites(...(step === 1 ? [undefined, 'throttled' as const] : ['reset' as const]));
      assert.equal((await swap(CONFIRMED, key)).status, 503, key);
      const [deleted] = w.account.ads.splice(original, 1);
      for (let hour = 0; hour < 3; hour += 1) {
        w.app.clock.advance(HOUR_MS);
        await runDue(w.app.base, [intentJob]);
      }
      const { status, body } = await swap(CONFIRMED, key);
      const delivering = active().filter((id) => !others.includes(id));
      if (step === 1) {
        assert.deepEqual([status, body.data?.status, body.data?.live.status], [200, 'applied', 'archived'], JSON.stringify(body));
        assert.equal(body.warnings[0].code, 'ad_gone');
        assert.deepEqual(delivering, [body.data.copy_id]);
      } else {
        assert.deepEqual([status, body.error?.code, delivering], [404, 'not_found', []], JSON.stringify(body));
      }
      const open = "select count(*) from ad_writes where status in ('planned', 'applying', 'undoing')";
      assert.equal(w.app.base.state.db.prepare(open).pluck().get(), 0);
      w.account.ads.splice(before, w.account.ads.length);
      for (const ad of w.account.ads.filter(({ id }) => delivering.includes(id)))
        Object.assign(ad, { status: 'PAUSED', configured_status: 'PAUSED' });
      assert.ok(deleted);
      w.account.ads.splice(original, 0, deleted);
    }
    w.carriedOut();
  });

  await t.test('ends with one of both, whatever happens at each step', async () => {
    const scripts: readonly FailureScript[][] = [
      ['reset_after_apply'],
      ['error_after_apply'],
      ['reset'],
      ['error_once'],
      ['revoked'],
      ['throttled'],
      // The original cannot be paused, and the copy not be paused again: both deliver until a later attempt.
      ['throttled', 'throttled', 'throttled'],
      ['revoked', 'revoked'],
      ['wrong_json', 'throttled'],
    ];
    for (const script of scripts)
      for (const step of [0, 1, 2]) {
        const copies = w.account.ads.length;
        w.meta.server.failWrites(...Array.from({ length: step }, () => undefined), ...script);
        const key = `${script} ${step}`;
        await swap(CONFIRMED, key);
        for (let hour = 0; hour < 3; hour += 1) {
          const [connection] = await w.connections();
          if (connection.status === 'reconnect_required') await w.connect();
          w.app.clock.advance(HOUR_MS);
          await runDue(w.app.base, [intentJob]);
        }
        const delivering = active().filter((id) => !others.includes(id));
        assert.equal(delivering.length, 1, `${key}: ${delivering}`);
        assert.ok(w.account.ads.length <= copies + 1, `${key}: one copy`);
        // The next round begins with the original again.
        for (const ad of w.account.ads.filter(({ id }) => !others.includes(id) && id !== '995' && id !== '994'))
          Object.assign(ad, {
            status: ad.id === '991' ? 'ACTIVE' : 'PAUSED',
            configured_status: ad.id === '991' ? 'ACTIVE' : 'PAUSED',
          });
      }
    const open = "select count(*) from ad_writes where status in ('planned', 'applying', 'undoing')";
    assert.equal(w.app.base.state.db.prepare(open).pluck().get(), 0);
  });
});

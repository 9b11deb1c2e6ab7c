// What the writes of every ad platform must do, whatever the platform does: run against each fake by its own test file.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { AdAccount, AdAddress, AdSetAddress, AdWrites, Grant } from '../../src/providers/ad-platform.ts';
import type { FailureScript, FakeWrite, ProviderServer } from '../fakes/provider-server.ts';
import { failureOf } from './ad-platforms.ts';

export interface WriteSubject {
  server: ProviderServer;
  /** Its client waits a second or two for an answer. */
  writes: AdWrites;
  grant: Grant;
  /** A grant of somebody who may look only. */
  readOnly: Grant;
  /** The platform shows nobody their role, so that only a write is refused. */
  isRoleHidden?: boolean;
  account: AdAccount;
  /** It is active, as are its parents. */
  ad: AdAddress;
  /** It has a daily budget of its own; undefined where the platform has none. */
  adSet?: AdSetAddress | undefined;
  /** A budget that the platform allows, and one that it refuses. */
  budgets?: { allowed: number; amount: string; refused: number } | undefined;
}

/** Carried out, although the answer does not say so. */
const DONE: readonly FailureScript[] = ['timeout_after_apply', 'reset_after_apply', 'error_after_apply'];
/** Not carried out, although the answer does not say so. */
const NOT_DONE: readonly FailureScript[] = ['error_once', 'reset', 'html', 'wrong_json'];
/** The platform says that nothing was done. */
const REFUSED = { throttled: 'throttled', throttled_shortly: 'throttled', revoked: 'reconnect' } as const;
const MARKER = '0197e0aa-4f5c-7cc2-b7c1-0a4c5a2d9e11';
const TAGS = 'utm_source=facebook&utm_campaign=spring+sale&tributary_ad=7';

type Start = (t: TestContext) => Promise<WriteSubject>;

export async function testWrites(t: TestContext, start: Start): Promise<void> {
  await testStatus(t, start);
  await testFailures(t, start);
  await t.test('a budget is read and written in the smallest unit of the platform', async (t) => {
    const { server, writes, grant, account, adSet, budgets } = await start(t);
    if (!adSet || !budgets) return assert.equal(writes.setDailyBudget, undefined);
    const before = await writes.readAdSet(grant, account, adSet);
    assert.deepEqual([before.budget?.level, before.budget?.period, before.campaignId], ['ad_set', 'daily', adSet.campaignId]);
    await writes.setDailyBudget?.(grant, account, adSet, budgets.allowed);
    const { budget } = await writes.readAdSet(grant, account, adSet);
    assert.deepEqual([budget?.minorUnits, budget?.amount], [budgets.allowed, budgets.amount]);
    assert.deepEqual(kindsOf(server), ['budget']);
    const { outcome, details } = await failureOf(
      Promise.resolve(writes.setDailyBudget?.(grant, account, adSet, budgets.refused)),
    );
    assert.equal(outcome, 'rejected');
    assert.ok(details.reason, 'the refusal has the sentence of the platform');
    assert.deepEqual(kindsOf(server), ['budget']);
  });
  await testTags(t, start);
  await testCopies(t, start);
}

async function testStatus(t: TestContext, start: Start): Promise<void> {
  await t.test('an ad is paused and resumed, and read back', async (t) => {
    const { server, writes, grant, account, ad } = await start(t);
    const before = await writes.readAd(grant, account, ad);
    assert.deepEqual([before.id, before.adSetId, before.campaignId], [ad.id, ad.adSetId, ad.campaignId]);
    assert.deepEqual([before.configuredStatus, before.parents], ['active', { adSet: 'active', campaign: 'active' }]);
    await writes.setAdStatus(grant, account, ad, 'paused');
    const paused = await writes.readAd(grant, account, ad);
    assert.deepEqual([paused.configuredStatus, paused.effectiveStatus], ['paused', 'paused']);
    await writes.setAdStatus(grant, account, ad, 'active');
    assert.equal((await writes.readAd(grant, account, ad)).configuredStatus, 'active');
    assert.deepEqual(kindsOf(server), ['ad_status', 'ad_status']);
  });
  await t.test('who may look only may not write', async (t) => {
    const { server, writes, grant, readOnly, isRoleHidden = false, account, ad } = await start(t);
    assert.equal(await writes.hasWriteAccess(grant, account), true);
    assert.equal(await writes.hasWriteAccess(readOnly, account), isRoleHidden);
    assert.equal((await failureOf(writes.setAdStatus(readOnly, account, ad, 'paused'))).outcome, 'forbidden');
    assert.deepEqual(server.writes, []);
  });
  await t.test('an ad that is not there is not found', async (t) => {
    const { writes, grant, account, ad } = await start(t);
    const absent = { ...ad, id: '424242' };
    assert.equal((await failureOf(writes.readAd(grant, account, absent))).outcome, 'not_found');
    const { outcome } = await failureOf(writes.setAdStatus(grant, account, absent, 'paused'));
    assert.ok(outcome === 'not_found' || outcome === 'rejected', outcome);
  });
}

async function testFailures(t: TestContext, start: Start): Promise<void> {
  for (const script of [...DONE, ...NOT_DONE])
    await t.test(`the effect of a write after ${script} is unknown, and it is not sent twice`, async (t) => {
      const { server, writes, grant, account, ad } = await start(t);
      server.failWrites(script);
      assert.equal((await failureOf(writes.setAdStatus(grant, account, ad, 'paused'))).outcome, 'unknown');
      const isDone = DONE.includes(script);
      assert.deepEqual(kindsOf(server), isDone ? ['ad_status'] : []);
      assert.equal((await writes.readAd(grant, account, ad)).configuredStatus, isDone ? 'paused' : 'active');
    });
  for (const script of ['throttled', 'throttled_shortly', 'revoked'] as const)
    await t.test(`a write is not sent twice after ${script}`, async (t) => {
      const { server, writes, grant, account, ad } = await start(t);
      server.failWrites(script);
      const { outcome, details } = await failureOf(writes.setAdStatus(grant, account, ad, 'paused'));
      assert.equal(outcome, REFUSED[script]);
      if (script === 'throttled') assert.equal(details.retryAfterMs, 3_600_000);
      assert.deepEqual(server.writes, []);
    });
}

async function testTags(t: TestContext, start: Start): Promise<void> {
  await t.test(
    'tags are set by one copy of the creative, whatever fails on the way, and the old creative comes back',
    async (t) => {
      const { server, writes, grant, account, ad } = await start(t);
      const { setUrlTags, findTagged, restoreCreative } = bound(writes);
      if (!setUrlTags) return;
      const before = await writes.readAd(grant, account, ad);
      const change = { urlTags: TAGS, marker: MARKER };
      assert.equal(await findTagged?.(grant, account, ad, MARKER), undefined);
      if (!findTagged || !restoreCreative) {
        server.failWrites('timeout_after_apply');
        assert.equal((await failureOf(setUrlTags(grant, account, ad, change))).outcome, 'unknown');
        assert.equal((await writes.readAd(grant, account, ad)).creative?.urlTags, TAGS);
        return;
      }
      server.failWrites('timeout_after_apply', 'revoked', 'error_after_apply');
      for (const outcome of ['unknown', 'reconnect', 'unknown'])
        assert.equal((await failureOf(setUrlTags(grant, account, ad, change))).outcome, outcome);
      const { creativeId } = await setUrlTags(grant, account, ad, change);
      assert.equal(await findTagged(grant, account, ad, MARKER), creativeId);
      assert.equal(await findTagged(grant, account, ad, MARKER.slice(1)), undefined);
      assert.equal(kindsOf(server).filter((kind) => kind === 'creative').length, 1);
      const after = await writes.readAd(grant, account, ad);
      assert.deepEqual([after.creative?.id, after.creative?.urlTags], [creativeId, TAGS]);
      assert.equal(after.creative?.landingPageUrl, before.creative?.landingPageUrl);
      await restoreCreative(grant, account, ad, before.creative?.id ?? '');
      assert.deepEqual((await writes.readAd(grant, account, ad)).creative, before.creative);
    },
  );
}

async function testCopies(t: TestContext, start: Start): Promise<void> {
  await t.test('an ad is copied once, whatever fails on the way, and the copy is paused', async (t) => {
    const { server, writes, grant, account, ad } = await start(t);
    const { duplicateAd, findCopy } = bound(writes);
    if (!duplicateAd || !findCopy) return assert.equal(duplicateAd, findCopy);
    assert.equal(await findCopy(grant, account, ad, MARKER), undefined);
    server.failWrites('error_once', 'timeout_after_apply');
    for (const outcome of ['unknown', 'unknown'])
      assert.equal((await failureOf(duplicateAd(grant, account, ad, { marker: MARKER }))).outcome, outcome);
    const { adId } = await duplicateAd(grant, account, ad, { marker: MARKER });
    assert.equal(await findCopy(grant, account, ad, MARKER), adId);
    assert.deepEqual(kindsOf(server), ['copy']);
    const copy = await writes.readAd(grant, account, { ...ad, id: adId });
    assert.deepEqual([copy.configuredStatus, copy.adSetId, adId === ad.id], ['paused', ad.adSetId, false]);
    const original = await writes.readAd(grant, account, ad);
    assert.deepEqual([copy.creative?.urlTags, original.configuredStatus], [original.creative?.urlTags, 'active']);
  });
}

const kindsOf = ({ writes }: ProviderServer): FakeWrite['kind'][] => writes.map(({ kind }) => kind);

/** The optional methods, which some clients do not have. */
const bound = (writes: AdWrites) => ({
  setUrlTags: writes.setUrlTags?.bind(writes),
  findTagged: writes.findTagged?.bind(writes),
  restoreCreative: writes.restoreCreative?.bind(writes),
  duplicateAd: writes.duplicateAd?.bind(writes),
  findCopy: writes.findCopy?.bind(writes),
});

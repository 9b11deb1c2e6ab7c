// An agent changes ads by tools: a preview, a dry run that reads the platform and writes nothing there, and one write with its confirmation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contract } from '../../../src/base/contract/document.ts';
import { signedIn } from '../../doors/console/browser.ts';
import { agentFor } from '../../doors/mcp/agent.ts';
import { startWriteWorld } from './write-world.ts';

/** The changes of ads; `applyRecommendation` waits for its approval in its own test. */
const CHANGES_OF_ADS = 'applyRecommendation applyUrlTags duplicateAndSwapAd pauseAd resumeAd setAdSetBudget undoUrlTags';
/** Datasets of conversions, pages of a payment processor on which a person decides, and messages, whose scope no person can allow an agent. */
const OTHERS =
  'provisionPlatformSafe setPlatformSafeTarget createBillingPortalSession createCheckoutSession sendMessage sendTemplate sendInteractive registerNumber';

test('an agent changes ads by preview, dry run, confirm', async (t) => {
  const w = await startWriteWorld(t);
  const agent = agentFor(w.app, ['mcp:read', 'mcp:write', 'campaigns:read', 'campaigns:apply']);
  const settings = await w.api.put(`/workspaces/${w.app.workspaceId}/mcp-settings`, { mcp_writeback_enabled: true });
  assert.equal(settings.status, 200, JSON.stringify(settings.body));
  const calls = [
    ['pause_ad', { id: '991' }, 'ad_status 991 PAUSED'],
    ['resume_ad', { id: '991' }, 'ad_status 991 ACTIVE'],
    ['set_ad_set_budget', { id: '81', daily_budget: 2400 }, 'budget 81 2400'],
  ] as const;
  for (const [name, args, written] of calls)
    await t.test(name, async () => {
      const step = (which: string, more: Record<string, unknown> = {}) =>
        agent.tool(name, { profile_id: w.app.profileId, ...args, step: which, ...more });
      const preview = await step('preview');
      assert.equal(preview.structured.step, 'preview', preview.texts[0]);
      const tried = await step('dry_run');
      assert.equal(tried.isError, false, tried.texts[0]);
      const [planned] = tried.structured.planned.writes;
      assert.deepEqual([tried.structured.outcome, planned.target.id], ['checked', args.id]);
      assert.deepEqual(w.carriedOut(), [], 'a dry run writes nothing at the platform');
      assert.deepEqual(w.app.base.state.db.prepare("select count(*) from ad_writes where status = 'planned'").pluck().get(), 0);
      const done = await step('confirm', { confirm_token: tried.structured.confirm_token });
      assert.equal(done.isError, false, done.texts[0]);
      assert.deepEqual(w.carriedOut(), [written]);
      const again = await step('confirm', { confirm_token: tried.structured.confirm_token });
      assert.equal(again.structured.is_replay, true);
      assert.deepEqual(w.carriedOut(), []);
    });
});

test('what a user token writes outside is a change of ads, or changes no ad', () => {
  const found = contract().operations.filter(({ effect, auth }) => effect === 'outside' && auth.includes('user'));
  assert.deepEqual(found.map(({ id }) => id).sort(), `${CHANGES_OF_ADS} ${OTHERS}`.split(' ').sort());
});

test('with require_approval_for_tokens every change of ads by a user token waits for a person, on every door', async (t) => {
  const w = await startWriteWorld(t);
  const settings = `/workspaces/${w.app.workspaceId}/mcp-settings`;
  const set = async (change: object) => assert.equal((await w.api.put(settings, change)).status, 200);
  w.account.creatives = w.account.ads.map((ad) => ({
    ...Object(ad['creative']),
    object_story_spec: { page_id: '1', link_data: { link: 'https://shop.example/' } },
  }));
  const scopes = ['mcp:read', 'mcp:write', 'campaigns:read', 'campaigns:apply'];
  const agent = agentFor(w.app, scopes);
  const acknowledged = { acknowledge_learning_reset: true };
  const swap = async () => {
    const asked = await w.write('/ads/992/duplicate-and-swap', { confirm_duplicate_swap: true }, { credential: agent.token });
    const { version, text_hashes: hashes } = asked.body.error.consent;
    const accepted_at = new Date(w.app.clock.now()).toISOString();
    return { version, text_hash: hashes[0], accepted_by: 'owner@shop.example', accepted_at };
  };
  const changes: [path: string, body: Record<string, unknown>][] = [
    ['/ads/991/pause', {}],
    ['/ads/994/resume', {}],
    ['/adsets/81/budget', { daily_budget: 2_200 }],
    ['/quality/ad-ids/url-tags/apply', { ad_ids: ['991'], ...acknowledged }],
    ['/ads/992/duplicate-and-swap', { confirm_duplicate_swap: true, consent: await swap() }],
  ];

  await t.test('on: each answers 202 with a handoff, whoever the token is of, and nothing is written', async () => {
    await set({ require_approval_for_tokens: true, mcp_writeback_enabled: true });
    for (const [path, body] of changes) {
      const { status, body: answer } = await w.write(path, body, { credential: agent.token });
      assert.deepEqual([status, answer.data?.status], [202, 'awaiting_approval'], `${path} ${JSON.stringify(answer)}`);
    }
    const args = { profile_id: w.app.profileId, id: '991' };
    const tried = await agent.tool('pause_ad', { ...args, step: 'dry_run' });
    const { confirm_token } = tried.structured;
    const done = await agent.tool('pause_ad', { ...args, step: 'confirm', confirm_token });
    assert.equal(done.structured.answer.data.status, 'awaiting_approval', done.texts[0]);
    assert.deepEqual(w.carriedOut(), []);
  });

  await t.test('a person in a session changes at once all the same, and approves what the agent asked for', async () => {
    assert.equal((await w.write('/ads/991/pause', {})).status, 200);
    assert.deepEqual(w.carriedOut(), ['ad_status 991 PAUSED']);
    const { body } = await w.write('/ads/991/resume', {}, { credential: agent.token });
    const browser = await signedIn(w.app);
    const page = new URL(body.data.handoff.url).pathname;
    assert.equal((await browser.submit(page, { decision: 'approved' })).status, 303);
    assert.deepEqual(w.carriedOut(), ['ad_status 991 ACTIVE']);
  });

  await t.test('taking back is a change too', async () => {
    const { body } = await w.write('/quality/ad-ids/url-tags/apply', { ad_ids: ['991'], ...acknowledged });
    w.carriedOut();
    const undo = { change_id: body.data.change_id, ...acknowledged };
    assert.equal((await w.write('/quality/ad-ids/url-tags/undo', undo, { credential: agent.token })).status, 202);
    assert.deepEqual(w.carriedOut(), []);
  });

  await t.test('off: the token of an owner changes at once, also while tools only read', async () => {
    await set({ require_approval_for_tokens: false, mcp_writeback_enabled: false });
    const { status, body } = await w.write('/ads/991/pause', {}, { credential: agent.token });
    assert.deepEqual([status, body.data.status], [200, 'applied']);
    assert.deepEqual(w.carriedOut(), ['ad_status 991 PAUSED']);
  });
});

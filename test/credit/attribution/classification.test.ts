// Channel rules of a profile's own through the door: what they take, what is refused, and what a preview says that a replay then does.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openShop, type Shop } from '../../report/shop.ts';

const RULES = '/classification/rules';
const RANGE = { date_from: '2026-03-01', date_to: '2026-03-31' };
const PREVIEW = '/classification/preview';
const own = {
  channels: [{ name: 'Letters', is_paid: false }],
  rules: [
    { rule_id: 'letters', channel: 'Letters', source: { is: ['Newsletter'] }, medium: { starts_with: ['e-mail', 'em'] } },
    { rule_id: 'everything-ours', channel: 'Affiliates', campaign: { matches: '(march|april).*' } },
  ],
};

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop?.close());

const sessionsByChannel = async (): Promise<Record<string, number>> => {
  const channels = ['Paid Search', 'Email', 'Letters', 'Direct', 'Affiliates'];
  const found: [string, number][] = [];
  for (const channel of channels)
    found.push([channel, (await shop.owner.get('/overview', { ...RANGE, channel })).body.data.current.visitors]);
  return Object.fromEntries(found.filter(([, visitors]) => visitors > 0));
};
const creditByChannel = async (): Promise<Record<string, string>> => {
  const { body } = await shop.owner.get('/attribution', { ...RANGE, dimension: 'channel' });
  return Object.fromEntries(
    body.data.rows.map((row: { key: string; models: Record<string, { revenue: string }> }) => [
      row.key,
      row.models['last_non_direct']?.revenue,
    ]),
  );
};

test('getClassificationRules', async (t) => {
  await t.test('shows the built-in rules in order, in the words of own ones', async () => {
    const { status, body } = await shop.owner.get(RULES);
    assert.equal(status, 200);
    assert.deepEqual([body.data.rules, body.data.channels], [[], []]);
    assert.deepEqual(body.data.built_in_rules[0], {
      rule_id: 'direct',
      channel: 'Direct',
      is_paid: false,
      match: 'all',
      direct: true,
    });
    assert.ok(body.data.built_in_channels.some(({ name }: { name: string }) => name === 'AI Assistants'));
  });
});

test('previewClassification', async (t) => {
  await t.test('says what would move from where to where, and changes nothing', async () => {
    const before = shop.base.state.lastDecision(shop.profileId);
    const { status, body } = await shop.owner.post(PREVIEW, { ...RANGE, ...own });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.data, {
      sessions: { total: 3, moved: 1 },
      revenue: { total: '145', moved: '125' },
      moves: [{ from_channel: 'Email', to_channel: 'Letters', sessions: 1, revenue: '125' }],
      rules: [
        { rule_id: 'letters', sessions: 1 },
        { rule_id: 'everything-ours', sessions: 0 },
      ],
    });
    assert.equal(shop.base.state.lastDecision(shop.profileId), before);
    assert.deepEqual((await shop.owner.get(RULES)).body.data.rules, []);
  });
  await t.test('asks for a range, and refuses what putting would refuse', async () => {
    assert.equal((await shop.owner.post(PREVIEW, own)).status, 422);
    assert.equal((await shop.owner.post(PREVIEW, { ...own, date_from: RANGE.date_to, date_to: RANGE.date_from })).status, 400);
    const { status, body } = await shop.owner.post(PREVIEW, {
      ...RANGE,
      rules: [{ rule_id: 'direct', channel: 'Email', paid: true }],
    });
    assert.equal(status, 422);
    assert.match(body.error.message, /rules\[0\]\.rule_id/);
  });
});

test('putClassificationRules', async (t) => {
  await t.test('refuses what no rule may be, and keeps nothing of it', async () => {
    const rule = { rule_id: 'r', channel: 'Email', paid: true };
    const text = (matches: string) => ({ rules: [{ rule_id: 'r', channel: 'Email', medium: { matches } }] });
    for (const [body, of] of [
      [{ rules: [{ rule_id: 'r', channel: 'Emails', paid: true }] }, /rules\[0\]\.channel: no channel "Emails"/],
      [{ rules: [{ rule_id: 'r', channel: 'Direct', paid: true }] }, /rules\[0\]\.channel/],
      [{ rules: [{ rule_id: 'r', channel: 'Email' }] }, /needs a condition/],
      [{ rules: [rule, rule] }, /rules\[1\]\.rule_id/],
      [{ rules: [{ ...rule, rule_id: 'paid_search' }] }, /rules\[0\]\.rule_id/],
      [{ channels: [{ name: 'email', is_paid: true }], rules: [] }, /channels\[0\]\.name/],
      [{ rules: [{ ...rule, medium: { is: ['a'], contains: ['b'] } }] }, /rules/],
      [{ rules: [{ ...rule, medium: { contains: [' '] } }] }, /empty text/],
      [{ rules: [{ ...rule, click_ids: ['nosuch'] }] }, /no click id "nosuch"/],
      [{ rules: Array.from({ length: 101 }, (_, i) => ({ ...rule, rule_id: `r-${i}` })) }, /rules/],
      [text('(a+)+(?=b)'), /rules\[0\]\.medium\.matches: no regular expression/],
      [text('(unclosed'), /no regular expression/],
      [text('(x)\\1'), /no regular expression/],
      [text('((a{9}){9}){9}'), /counted repetitions/],
      [text('a{1000}'), /repeats at most/],
    ] as [object, RegExp][]) {
      const answer = await shop.owner.put(RULES, body);
      assert.equal(answer.status, 422, JSON.stringify(body));
      assert.match(answer.body.error.message, of);
    }
    assert.deepEqual((await shop.owner.get(RULES)).body.data.rules, []);
  });
  await t.test('a replay moves sessions and credit as the preview said, and one decision stands for the list', async () => {
    assert.deepEqual(await sessionsByChannel(), { 'Paid Search': 1, Email: 1, Direct: 1 });
    const before = shop.base.state.lastDecision(shop.profileId);
    const { status, body } = await shop.owner.put(RULES, own);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.data.replay_queued, true);
    assert.deepEqual(await sessionsByChannel(), { 'Paid Search': 1, Email: 1, Direct: 1 }, 'until then nothing moves');
    await shop.settle();
    assert.deepEqual(await sessionsByChannel(), { 'Paid Search': 1, Letters: 1, Direct: 1 });
    assert.equal((await creditByChannel())['Letters'], '125');
    await shop.owner.put(RULES, own);
    const kinds = shop.base.state.decisions(shop.profileId, before, 100).map(({ kind }) => kind);
    assert.deepEqual(
      kinds.filter((kind) => kind === 'channel_rules'),
      ['channel_rules'],
      'what stays as it is decides nothing',
    );
    const { body: stored } = await shop.owner.get(RULES);
    assert.deepEqual(stored.data.rules, own.rules);
  });
  await t.test('hostile expressions end in time on long texts', async () => {
    const rule = { rule_id: 'slow', channel: 'Audio', campaign: { matches: '(a+)+b|(x*)*y|(.*a){20}' } };
    await shop.visit({
      at: '2026-03-09T10:00:00Z',
      browser: 'dan',
      url: `https://shop.example/?utm_source=x&utm_campaign=${'a'.repeat(1000)}`,
    });
    await shop.settle();
    const started = performance.now();
    assert.equal((await shop.owner.post(PREVIEW, { ...RANGE, rules: [rule] })).status, 200);
    assert.ok(performance.now() - started < 3000);
  });
  await t.test('an empty list leaves the built-in rules alone', async () => {
    assert.equal((await shop.owner.put(RULES, { rules: [] })).status, 200);
    await shop.settle();
    assert.equal((await sessionsByChannel())['Email'], 1);
  });
  await t.test('a key without goals:write may not, nor a member of another workspace', async () => {
    assert.equal((await shop.api(shop.trackingKey).put(RULES, own)).status, 401);
    assert.equal((await shop.conversionsOnly.put(RULES, own)).status, 403);
  });
});

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
      sessions: { total: 3, moved: 1, joined_by_alias: 0 },
      revenue: { total: '145', moved: '125' },
      moves: [{ from_channel: 'Email', to_channel: 'Letters', sessions: 1, revenue: '125' }],
      names: [],
      rules: [
        { rule_id: 'letters', sessions: 1 },
        { rule_id: 'everything-ours', sessions: 0 },
      ],
    });
    assert.equal(shop.base.state.lastDecision(shop.profileId), before);
    assert.deepEqual((await shop.owner.get(RULES)).body.data.rules, []);
  });
  await t.test('asks for a range, and refuses what putting would refuse', async () => {
    const dates = [{}, { ...RANGE, date_from: '2026-02-30' }, { ...RANGE, date_to: 'soon' }, { ...RANGE, date_to: 5 }];
    for (const range of dates) {
      const { status, body } = await shop.owner.post(PREVIEW, { ...own, ...range });
      assert.deepEqual([status, body.error.code], [400, 'invalid_date_range'], JSON.stringify(range));
    }
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
    assert.equal((await shop.owner.post(PREVIEW, { ...RANGE, rules: [rule] })).status, 200, 'and not at the deadline of reads');
  });
  await t.test('an empty list leaves the built-in rules alone', async () => {
    assert.equal((await shop.owner.put(RULES, { rules: [] })).status, 200);
    await shop.settle();
    assert.equal((await sessionsByChannel())['Email'], 1);
  });
  await t.test('a utm_source is joined to spend once it is confirmed, and not before', async () => {
    const at = '2026-03-10T10:00:00Z';
    const tagged = (browser: string, query: string) =>
      shop.visit({
        at,
        browser,
        url: `https://shop.example/?utm_source=${query}`,
        agent: 'Mozilla/5.0 (X11; Linux) Firefox/130.0',
      });
    await shop.spend('meta', {
      '2026-03-10': [{ campaign_id: 'm7', campaign_name: 'Autumn Boots', spend: '30' }],
    });
    await tagged('eva', 'Facebook_Paid&utm_campaign=autumn%20boots');
    await tagged('fay', 'flyer&utm_medium=paid&utm_campaign=Autumn%20Boots');
    await tagged('gus', 'fb&utm_medium=post');
    await tagged('hal', 'fb&utm_medium=cpc');
    await tagged('ida', 'tiktok_paid&utm_medium=cpc');
    shop.clock.set('2026-03-11T00:00:00Z');
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: 'order-eva',
      occurred_at: '2026-03-10T11:00:00Z',
      value: { amount: '90', currency: 'USD' },
      anonymous_id: 'eva',
    });
    await shop.settle();
    const rows = async (dimension: string, key: string) => {
      const { body } = await shop.owner.get('/attribution', { ...RANGE, dimension });
      const row = body.data.rows.find((one: { key: string }) => one.key === key);
      return row && [row.spend, row.models.last_non_direct?.revenue, row.models.last_non_direct?.roas];
    };
    const before = await Promise.all([
      rows('source', 'facebook'),
      rows('source', 'Facebook_Paid'),
      rows('campaign', 'Autumn Boots'),
    ]);
    assert.deepEqual(before, [
      ['33', '0', 0],
      [null, '90', null],
      ['30', '90', 0], // one campaign of both spellings; the visit is not paid, and returns nothing of the spend
    ]);

    const { data } = (await shop.owner.get(RULES)).body;
    assert.deepEqual(data.spend_aliases, []);
    assert.deepEqual(data.proposed_spend_aliases, [
      { utm_source: 'facebook_paid', platform: 'meta', reason: 'name', sessions: 1, campaigns: ['autumn boots'] },
      { utm_source: 'fb', utm_medium: 'cpc', platform: 'meta', reason: 'name', sessions: 1, campaigns: [] },
      { utm_source: 'flyer', platform: 'meta', reason: 'campaigns', sessions: 1, campaigns: ['Autumn Boots'] },
    ]);
    const spend_aliases = [
      { utm_source: 'Facebook_Paid ', platform: 'Meta' },
      { utm_source: 'flyer', platform: null },
    ];
    const preview = (await shop.owner.post(PREVIEW, { ...RANGE, rules: [], spend_aliases })).body;
    assert.equal(preview.data.sessions.joined_by_alias, 1);
    assert.deepEqual(
      preview.data.moves.map((move: Record<string, unknown>) => [move['from_channel'], move['to_channel'], move['revenue']]),
      [['Unassigned', 'Paid Social', '90']],
    );
    const put = await shop.owner.put(RULES, { rules: [], spend_aliases });
    assert.deepEqual(put.body.data.spend_aliases, [
      { utm_source: 'facebook_paid', platform: 'meta' },
      { utm_source: 'flyer', platform: null },
    ]);
    await shop.settle();
    assert.deepEqual(
      await Promise.all([rows('source', 'facebook'), rows('source', 'Facebook_Paid'), rows('campaign', 'Autumn Boots')]),
      [['33', '90', 2.727273], undefined, ['30', '90', 3]],
    );
    assert.deepEqual((await rows('channel', 'Paid Social'))?.slice(0, 2), ['33', '90']);
    const { events } = (await shop.owner.get('/conversions/order-eva/journey')).body.data;
    assert.deepEqual([events[0].source, events[0].touch.spend_match, events[0].touch.campaign_id], ['facebook', 'alias', 'm7']);

    await shop.owner.put(RULES, { rules: [] });
    const after = (await shop.owner.get(RULES)).body.data;
    assert.equal(after.spend_aliases.length, 2, 'left out, the aliases stay');
    assert.deepEqual(
      after.proposed_spend_aliases.map(({ utm_source }: { utm_source: string }) => utm_source),
      ['fb'],
      'what was settled is proposed no more',
    );
  });
  await t.test('an alias with a medium takes visits of that medium alone', async () => {
    const moved = async (alias: Record<string, unknown>) => {
      const spend_aliases = [{ utm_source: 'fb', platform: 'meta', ...alias }];
      const { data } = (await shop.owner.post(PREVIEW, { ...RANGE, rules: [], spend_aliases })).body;
      return data.moves.map((move: Record<string, unknown>) => [move['from_channel'], move['to_channel'], move['sessions']]);
    };
    assert.deepEqual(await moved({ utm_medium: 'CPC' }), await moved({ utm_medium: 'none such' }), 'cpc was paid before');
    const ofPosts = ['Organic Social', 'Paid Social', 1];
    const ofFacebookPaid = (await moved({ utm_medium: 'cpc' })) as unknown[];
    assert.deepEqual(await moved({ utm_medium: 'post' }), [ofPosts, ...ofFacebookPaid]);
    assert.deepEqual(await moved({}), [ofPosts, ...ofFacebookPaid]);
  });
  await t.test('refuses aliases of no platform, twice, empty and direct', async () => {
    for (const [spend_aliases, of] of [
      [[{ utm_source: 'a', platform: 'metta' }], /spend_aliases\[0\]\.platform: no platform "metta"/],
      [
        [
          { utm_source: 'a', platform: 'meta' },
          { utm_source: ' A', platform: null },
        ],
        /spend_aliases\[1\]: occurs twice in the list/,
      ],
      [[{ utm_source: ' ', platform: 'meta' }], /empty text/],
      [[{ utm_source: '(Direct)', platform: 'meta' }], /direct visits/],
      [[{ utm_source: 'a' }], /spend_aliases/],
    ] as [object[], RegExp][]) {
      const answer = await shop.owner.put(RULES, { rules: [], spend_aliases });
      assert.equal(answer.status, 422, JSON.stringify(spend_aliases));
      assert.match(answer.body.error.message, of);
    }
    assert.equal((await shop.owner.get(RULES)).body.data.spend_aliases.length, 2);
  });
  await t.test('rules that are put while somebody puts aliases take none of them away', async () => {
    const slow = { rules: [{ rule_id: 'r', channel: 'Email', medium: { matches: 'x+' } }] };
    const aliases = [{ utm_source: 'fb', platform: 'meta' }];
    const both = await Promise.all([shop.owner.put(RULES, slow), shop.owner.put(RULES, { rules: [], spend_aliases: aliases })]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    );
    assert.deepEqual((await shop.owner.get(RULES)).body.data.spend_aliases, aliases);
  });
  await t.test('a key without goals:write may not, nor a member of another workspace', async () => {
    assert.equal((await shop.api(shop.trackingKey).put(RULES, own)).status, 401);
    assert.equal((await shop.conversionsOnly.put(RULES, own)).status, 403);
  });
  await t.test('a source and a campaign get another name, as the preview says, and lose it again', async () => {
    const revenueBy = async (dimension: string) => {
      const { body } = await shop.owner.get('/attribution', { ...RANGE, dimension });
      const rows = body.data.rows.map((row: { key: string; models: Record<string, { revenue: string }> }): [string, number] => [
        row.key,
        Number(row.models['last_non_direct']?.revenue),
      ]);
      return Object.fromEntries(rows.filter(([, revenue]: [string, number]) => revenue > 0).toSorted());
    };
    await shop.settle();
    const all = async () => ({ sources: await revenueBy('source'), campaigns: await revenueBy('campaign') });
    const current = (await shop.owner.get(RULES)).body.data;
    const before = await all();
    const other_names = [
      { of: 'source', name: 'NEWSLETTER', means: ' Weekly Letter ' },
      { of: 'source', name: 'weekly', means: 'weekly_letter' },
      { of: 'campaign', name: 'april', means: 'Spring' },
    ];
    const set = { channels: current.channels, rules: current.rules, other_names };
    const { status, body } = await shop.owner.post(PREVIEW, { ...RANGE, ...set });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.data.moves, []);
    assert.deepEqual(body.data.names, [{ of: 'source', from: 'newsletter', to: 'Weekly Letter', sessions: 1, revenue: '125' }]);
    const put = await shop.owner.put(RULES, set);
    assert.equal(put.status, 200, JSON.stringify(put.body));
    await shop.settle();
    const { newsletter, ...others } = before.sources;
    assert.deepEqual(await all(), { ...before, sources: { ...others, 'Weekly Letter': newsletter } });
    await shop.owner.put(RULES, { channels: current.channels, rules: current.rules });
    const shown = (await shop.owner.get(RULES)).body.data;
    assert.deepEqual(
      shown.other_names.map(({ means }: { means: string }) => means),
      ['Weekly Letter', 'weekly_letter', 'Spring'],
      'a list without names keeps them',
    );
    await shop.owner.put(RULES, { channels: current.channels, rules: current.rules, other_names: [] });
    await shop.settle();
    assert.deepEqual(await all(), before);
  });
  await t.test('refuses names whose meaning is not clear', async () => {
    const name = { of: 'source', name: 'a', means: 'b' };
    for (const [other_names, of] of [
      [[name, { ...name, name: 'A', means: 'c' }], /other_names\[1\]\.name: "A" occurs twice/],
      [[name, { ...name, name: 'B', means: 'c' }], /other_names\[0\]\.means: "b" has another meaning/],
      [[{ ...name, name: 'Facebook' }], /is what clicks and referrers of that source are called/],
      [[{ ...name, name: '(Direct)' }], /other_names\[0\]\.name/],
      [[{ ...name, means: 'direct' }], /other_names\[0\]\.means/],
      [[{ ...name, means: ' ' }], /other_names\[0\]\.means: is empty/],
      [[{ ...name, of: 'medium' }], /other_names/],
    ] as [object[], RegExp][]) {
      const answer = await shop.owner.put(RULES, { rules: [], other_names });
      assert.equal(answer.status, 422, JSON.stringify(other_names));
      assert.match(answer.body.error.message, of);
    }
    const itself = await shop.owner.put(RULES, { rules: [], other_names: [{ of: 'source', name: 'Snap', means: 'snap' }] });
    assert.equal(itself.status, 200, JSON.stringify(itself.body));
  });
});

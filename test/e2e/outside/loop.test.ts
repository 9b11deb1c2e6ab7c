// The whole loop: an agent (the official client library) finds a recommendation and requests an approval, an owner approves it in a browser without scripts,
// the platform is written and read back, spend changes from the next day on, the scoreboard compares after seven days, and undo takes it back.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ownMarket } from '../../act/own-market.ts';
import { type AdviceWorld, startAdviceWorld } from '../../act/recommendations/advice-world.ts';
import { linkFor } from '../../doors/console/browser.ts';
import { tokenFor } from '../../doors/mcp/agent.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { seriousOf, settled } from '../look.ts';

after(closeBrowsers);

const DAY_MS = 86_400_000;
const COSTS = {
  'Oak standing desks': 8,
  'Official shop': 9,
  'Reel: the workshop': 45,
  'Carousel: desks': 46,
  'Light for late hours': 70,
};
const AD = 'Light for late hours';

// biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract by the service
type Any = any;

async function connected(w: AdviceWorld) {
  const token = tokenFor(w.app, ['mcp:read', 'mcp:write', 'campaigns:read', 'campaigns:apply']);
  const client = new Client({ name: 'agent', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${w.app.baseUrl}/mcp`), { requestInit }));
  const call = async (name: string, args: Record<string, unknown>): Promise<Any> => {
    const { structuredContent, isError, content } = await client.callTool({ name, arguments: args });
    assert.notEqual(isError, true, JSON.stringify(content));
    return structuredContent;
  };
  return { client, call };
}

test('from a recommendation to its score, and back', async (t) => {
  const w = await startAdviceWorld(t);
  const { app, api, query, profileId } = w;
  await w.sell('2026-10-28', COSTS);
  await w.evaluate();
  await api.put(`/workspaces/${app.workspaceId}/mcp-settings`, { mcp_writeback_enabled: true });
  const { market } = await ownMarket(app);
  const statusOf = () =>
    market()
      .ads.find(({ name }) => name === AD)
      ?.statuses.at(-1)?.value;
  const { client, call } = await connected(w);
  t.after(() => client.close());
  const { context, complaints } = await openBrowser(t, app.baseUrl, { viewport: { width: 1440, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  let [id, adId, handoff] = ['', '', { id: '', url: '' }];

  await t.test('an agent finds it and requests an approval; nothing is written', async () => {
    const { data } = await call('list_workspace_recommendations', { workspaceId: app.workspaceId });
    const { recommendation } = data.find((each: Any) => each.recommendation.ad_name === AD);
    [id, adId] = [recommendation.id, recommendation.target.ad_id];
    const step = (which: string, more: object = {}) =>
      call('apply_recommendation', { profile_id: profileId, id, require_approval: true, step: which, ...more });
    await step('preview');
    const { confirm_token } = await step('dry_run');
    const { answer } = await step('confirm', { confirm_token });
    assert.equal(answer.data.status, 'awaiting_approval');
    handoff = answer.data.handoff;
    assert.equal(statusOf(), 'ACTIVE');
  });

  await t.test('the card leads an owner to the page, also after a reload', async () => {
    await page.clock.setFixedTime(app.clock.now());
    await enterBy(page, app.baseUrl + linkFor(app.base));
    await page.goto(`${app.baseUrl}/console/${profileId}/decide`);
    await page.reload();
    await settled(page);
    const card = page.locator('.decide-card').filter({ hasText: AD });
    await card.getByText('Waits for an approval').waitFor();
    await card.getByRole('link', { name: 'Open the page of the approval' }).click();
    await page.waitForURL(/\/h\//);
    assert.deepEqual(await seriousOf(page), []);
    const text = (await page.locator('main').textContent()) ?? '';
    for (const part of ['above the median', 'Status', AD]) assert.ok(text.includes(part), part);
    await page.getByRole('button', { name: 'Approve and write it' }).click();
    await page.getByText('It was approved and carried out.').waitFor();
  });

  await t.test('it is written and read back, and the agent learns of it', async () => {
    await page.goto(`${app.baseUrl}/console/${profileId}/decide/agents`);
    await page.getByRole('row').filter({ hasText: 'Applied a recommendation' }).waitFor();
    assert.deepEqual(await seriousOf(page), []);
    assert.equal(statusOf(), 'PAUSED');
    const ended = (await api.get(`/handoffs/${handoff.id}`)).body.data;
    assert.deepEqual([ended.result.outcome, ended.result.status], ['approved', 'applied']);
    const [write] = ended.result.writes;
    assert.deepEqual([write.after, write.is_changed, write.target.id], [{ status: 'paused' }, true, adId]);
    const { data } = await call('list_workspace_recommendations', { workspaceId: app.workspaceId });
    assert.ok(!data.some((each: Any) => each.recommendation.id === id));
  });

  const spentOn = async (day: string): Promise<number> => {
    const { data } = (await api.get('/ads', { ...query, date_from: day, date_to: day, limit: 100 })).body;
    return Number(data.find((ad: Any) => ad.id === adId)?.spend ?? 0);
  };

  await t.test('it spends nothing from the next day on, and is scored after seven days and those that sales take', async () => {
    app.clock.advance(9 * DAY_MS);
    await w.readSpend();
    assert.ok((await spentOn('2026-11-24')) > 0);
    for (const day of ['2026-11-26', '2026-12-01']) assert.equal(await spentOn(day), 0, day);
    await w.sell('2026-11-26', COSTS);
    app.clock.advance(2 * DAY_MS);
    await w.evaluate();
    const { kinds, actors } = (await api.get('/recommendations/scoreboard', query)).body.data;
    const applied = kinds.find((each: Any) => each.disposition === 'applied');
    assert.deepEqual([applied.kind, applied.scored, applied.hits], ['pause', 1, 1], JSON.stringify(kinds));
    // Other ads of its ad set spend the money, and sell at about the median.
    assert.ok(Math.abs(applied.observed_to_if - 1) < 0.25, JSON.stringify(applied));
    const { total } = (await api.get(`/recommendations/${id}/diagnose`, query)).body.data.outcome;
    assert.equal(total.of, 'adset');
    assert.ok(Math.abs(Number(total.observed.spend) / Number(total.with_change.spend) - 1) < 0.1, JSON.stringify(total));
    assert.ok(actors.some((each: Any) => each.actor === 'agent' && each.disposition === 'applied'));
  });

  await t.test('the console shows the score, and takes it back', async () => {
    await page.clock.setFixedTime(app.clock.now());
    await enterBy(page, app.baseUrl + linkFor(app.base));
    await page.goto(`${app.baseUrl}/console/${profileId}/decide/applied`);
    await settled(page);
    const row = page.getByRole('table', { name: 'By kind' }).getByRole('row').filter({ hasText: 'Applied' });
    assert.match((await row.textContent()) ?? '', /100/);
    const card = page.locator('.decide-card').filter({ hasText: AD }).filter({ hasText: 'Approved' });
    await card.getByRole('button', { name: 'What was written, and why' }).click();
    await card.getByText('It was right').waitFor();
    await card.getByRole('button', { name: 'Undo' }).click();
    await card.getByText(/It was taken back on/).waitFor();
    assert.equal(statusOf(), 'ACTIVE');
    assert.equal(await card.getByRole('button', { name: 'Undo' }).count(), 0);
    const { kinds } = (await api.get('/recommendations/scoreboard', query)).body.data;
    const applied = kinds.find((each: Any) => each.disposition === 'applied');
    assert.equal(applied.scored, 1, 'what was in force for all of its days stays scored');
    app.clock.advance(DAY_MS);
    await w.readSpend();
    assert.ok((await spentOn('2026-12-07')) > 0);
  });
  assert.deepEqual(complaints, []);
});

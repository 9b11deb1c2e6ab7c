// The leaderboard through the door: ads of the sandbox whose sales cost what the test says, of one profile and of two in other currencies.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { importRates } from '../../../src/credit/rates/index.ts';
import { findSnapshot } from '../../../src/report/analytics/index.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { browserOf } from '../../doors/console/browser.ts';
import { calculate, isPrinted } from '../../report/formula.ts';
import { startAdviceWorld } from '../recommendations/advice-world.ts';

const COSTS = { 'Oak standing desks': 8, 'Official shop': 9, 'Reel: the workshop': 45, 'Light for late hours': 70 };

// biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
type Json = any;

const tokenOf = ({ url }: { url: string }): string => new URL(url).pathname.slice('/s/'.length);

test('top performers', async (t) => {
  const w = await startAdviceWorld(t);
  const { app, api, profileId } = w;
  const path = `/workspaces/${app.workspaceId}/top-performers`;
  const board = async (query: Record<string, unknown> = {}, status = 200): Promise<Json> => {
    const answer = await api.get(path, query);
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    return answer.body;
  };
  const brief = async (): Promise<Json> => (await api.get(`${path}/brief`)).body;

  await t.test('nothing is believed of ads before a sale', async () => {
    const { data, meta } = await board();
    assert.deepEqual([data, meta.ads, meta.profiles[0].ads], [[], 0, 0]);
    const counters = (await brief()).data;
    assert.deepEqual(counters, { live: 0, proven: 0, winners: 0, fatiguing: 0, unproven_spend: '0', new: 0 });
  });

  await w.sell('2026-10-28', COSTS);
  await w.evaluate();

  await t.test('each rate has its interval, and a video what its platform counts', async () => {
    const { data, meta } = await board({ limit: 100 });
    const [{ window_from: from, window_to: to }] = meta.profiles;
    const { data: spent } = (await api.get('/spend', { ...w.query, date_from: from, date_to: to, limit: 100 })).body;
    assert.ok(spent.length > 0);
    for (const { ad_name, rates, attributed_cash_outcomes: sales } of data) {
      const isFilm = /^(Reel|Film)/.test(ad_name);
      assert.deepEqual([rates.hook !== null, rates.hold !== null, rates.click !== null], [isFilm, isFilm, true], ad_name);
      for (const rate of Object.values<Json>(rates).filter((each) => each !== null)) {
        assert.ok(rate.low <= rate.rate && rate.rate <= rate.high && rate.high <= 1, JSON.stringify(rate));
        assert.equal(rate.rate, Math.round((rate.count / rate.of) * 10_000) / 10_000);
      }
      assert.equal(rates.sale.count, Number(sales));
      if (isFilm) assert.deepEqual([rates.hold.of, rates.click.of], [rates.hook.count, rates.hook.of]);
    }
    assert.equal(data.filter(({ rates }: Json) => rates.hook !== null).length, 4);
  });

  await t.test('ads are sorted by what is believed of a rate, which is printed beside what was counted', async () => {
    const { data: whole } = await board({ limit: 100 });
    for (const name of ['hook', 'hold', 'click', 'sale']) {
      const { data, meta } = await board({ limit: 100, sort: name });
      const { mean, weight } = meta.profiles[0].priors[name];
      const shrunk = data.map(({ rates }: Json) => rates[name]?.shrunk ?? -1);
      assert.deepEqual(
        shrunk,
        shrunk.toSorted((a: number, b: number) => b - a),
      );
      assert.deepEqual(data.map(({ ad_id }: Json) => ad_id).sort(), whole.map(({ ad_id }: Json) => ad_id).sort());
      for (const { rank, ad_id, rates } of data) {
        assert.equal(data[rank - 1].ad_id, ad_id);
        assert.deepEqual(rates, whole.find((row: Json) => row.ad_id === ad_id).rates);
        if (rates[name] === null) continue;
        const { rate, shrunk: own } = rates[name];
        assert.ok(Math.min(rate, mean) - 1e-4 <= own && own <= Math.max(rate, mean) + 1e-4 && weight >= 2, `${own} of ${rate}`);
      }
    }
    await board({ sort: 'price' }, 400);
  });

  await t.test('each figure of an ad has a receipt that gives it', async () => {
    for (const sort of ['cost', 'sale']) {
      const answer = await board({ limit: 100, sort, include: 'receipt' });
      for (const { path: at, formula, terms, statement } of answer.receipts) {
        const printed = at
          .split('/')
          .slice(1)
          .reduce((found: Json, part: string) => found[part], answer);
        assert.ok(isPrinted(calculate(formula, terms), printed), `${at} ${printed}`);
        assert.ok(answer.statements.some(({ name, sql }: Json) => name === statement && sql.includes('ad_sales')));
      }
      const of = new Set(answer.receipts.map((each: Json) => each.path));
      for (const [at, row] of answer.data.entries()) {
        const rates = Object.keys(row.rates).filter((name) => row.rates[name] !== null);
        const members = rates.flatMap((name) => ['rate', 'low', 'high', 'shrunk'].map((member) => `rates/${name}/${member}`));
        for (const member of ['spend', 'attributed_cash_outcomes', 'interval/low', 'interval/high', ...members])
          assert.ok(of.has(`/data/${at}/${member}`), member);
      }
      const receipts_of = '/data/0/rates/sale/shrunk';
      const one = await board({ limit: 100, sort, include: 'receipt', receipts_of });
      assert.deepEqual(
        one.receipts.map((each: Json) => each.path),
        [receipts_of],
      );
    }
  });

  await t.test('listTopPerformers', async () => {
    const { data, meta } = await board({ limit: 100 });
    assert.deepEqual(
      data.slice(0, 2).map(({ ad_name }: Json) => ad_name),
      ['Oak standing desks', 'Official shop'],
    );
    assert.deepEqual(
      data.map(({ rank }: Json) => rank),
      data.map((_: Json, at: number) => at + 1),
    );
    const highs = data.map(({ interval }: Json) => Number(interval.high));
    assert.deepEqual(
      highs,
      highs.toSorted((a: number, b: number) => a - b),
    );
    assert.equal(meta.ads, data.length);
    // The same figures as GET /ads and as the recommendation of the ad.
    const range = { date_from: meta.profiles[0].window_from, date_to: meta.profiles[0].window_to, limit: 100 };
    const { data: ads } = (await api.get('/ads', { ...w.query, ...range })).body;
    for (const row of data) {
      const ad = ads.find(({ id }: Json) => id === row.ad_id);
      assert.equal(Number(row.spend), Math.round(Number(ad.spend) * 100) / 100, row.ad_name);
      assert.equal(row.attributed_cash_outcomes, ad.outcomes, row.ad_name);
      assert.deepEqual(row.compared, {
        currency: 'EUR',
        spend: row.spend,
        cost_per_cash_outcome: row.cost_per_cash_outcome,
        interval: row.interval,
      });
    }
    const [oak] = data;
    const recommended = (await w.list()).find(({ target }) => target.ad_id === oak.ad_id);
    assert.deepEqual(
      [oak.interval, oak.p_cheaper],
      [recommended.rationale.evidence.interval, recommended.rationale.evidence.p_cheaper],
    );
    assert.equal(oak.is_winner, true);
    assert.deepEqual((await board({ limit: 1 })).data, [oak]);
  });

  await t.test('getTopPerformersBrief', async () => {
    const { data: rows } = await board({ limit: 100 });
    const { data: found, meta } = await brief();
    const { unproven_spend, ...data } = found;
    const countOf = (is: (row: Json) => boolean): number => rows.filter(is).length;
    const unproven = rows.filter(({ is_proven }: Json) => !is_proven);
    assert.deepEqual(data, {
      live: countOf(({ status }) => status === 'active'),
      proven: countOf(({ attributed_cash_outcomes: sales }) => Number(sales) >= 3),
      winners: countOf(({ p_cheaper, is_proven }) => is_proven && p_cheaper >= 0.8),
      fatiguing: countOf(({ fatigue }) => fatigue === 'tired'),
      new: countOf(({ is_new }) => is_new),
    });
    const spent = unproven.reduce((sum: number, { spend }: Json) => sum + Number(spend), 0);
    // Each spend of the list is rounded.
    assert.ok(spent > 0 && Math.abs(Number(unproven_spend) - spent) < 0.01 * unproven.length, unproven_spend);
    assert.ok(data.winners >= 2 && data.live > data.winners);
    assert.equal(meta.ads, rows.length);
  });

  await t.test('a snapshot keeps the leaderboard as it was until it is revoked or ends', async () => {
    const shares = `/workspaces/${app.workspaceId}/snapshots`;
    const visitor = browserOf(app, `tributary_session=${app.session}`);
    const share = async (more: object = {}): Promise<Json> => {
      const { status, body } = await app
        .api(app.session)
        .post(shares, { profile_id: profileId, page: 'leaderboard', question: {}, expires_in_days: 1, ...more });
      assert.equal(status, 201, JSON.stringify(body));
      return body.data;
    };
    const [{ data: rows, meta }, { data: counters }] = [await board({ limit: 100 }), (await api.get(`${path}/brief`)).body];
    const made = await share();
    const [{ window_from: date_from, window_to: date_to }] = meta.profiles;
    assert.deepEqual([made.title, made.question], ['Leaderboard', { date_from, date_to }]);
    const { contents } = findSnapshot(app.base, tokenOf(made)) ?? assert.fail();
    const [figures, table] = contents?.blocks ?? [];
    assert.ok(figures?.kind === 'figures' && table?.kind === 'table');
    assert.deepEqual(
      figures.figures.map(({ value }) => Number(value)),
      ['live', 'proven', 'winners', 'fatiguing', 'new', 'unproven_spend'].map((name) => Number(counters[name])),
    );
    assert.deepEqual(
      table.rows.map(([name, , spend, sales, cost, low, high]) => [name, spend, sales, cost, low, high]),
      rows.map((row: Json) => [
        row.ad_name,
        row.spend,
        row.attributed_cash_outcomes,
        row.cost_per_cash_outcome,
        row.interval.low,
        row.interval.high,
      ]),
    );
    for (const sort of ['cost', 'hook', 'hold', 'click', 'sale']) {
      const sorted = await share({ question: { sort } });
      assert.deepEqual(sorted.question, { sort, date_from, date_to });
      const [, shown] = findSnapshot(app.base, tokenOf(sorted))?.contents?.blocks ?? [];
      assert.ok(shown?.kind === 'table');
      const { data: asked } = await board({ limit: 100, sort });
      assert.deepEqual(
        shown.rows.map((cells) => [cells[0], ...cells.slice(11)]),
        asked.map(({ ad_name, rates }: Json) => [ad_name, ...(sort === 'cost' ? [] : [rates[sort] && 100 * rates[sort].shrunk])]),
        sort,
      );
    }
    const unknown = { profile_id: profileId, page: 'leaderboard', question: { sort: 'luck' } };
    assert.equal((await app.api(app.session).post(shares, unknown)).status, 422);
    const { status, text } = await visitor.get(`/s/${tokenOf(made)}`);
    assert.equal(status, 200);
    assert.match(text, /Oak standing desks/);
    assert.match(text, /\/console\/[0-9a-f-]{36}\/creatives/);
    assert.equal((await browserOf(app).get(`/s/${tokenOf(made)}`)).status, 401);
    // Nothing of people outside of sign-in, as no ad sells to five of them a day.
    await app.api(app.session).put(`/workspaces/${app.workspaceId}/snapshot-settings`, { is_public_allowed: true });
    const outside = await share({ audience: 'public' });
    const page = await browserOf(app).get(`/s/${tokenOf(outside)}`);
    assert.equal(page.status, 200);
    assert.match(page.text, /Oak standing desks/);
    assert.match(page.text, /withheld/);
    assert.equal((await app.api(app.session).delete(`${shares}/${outside.id}`)).body.data.status, 'revoked');
    assert.equal((await browserOf(app).get(`/s/${tokenOf(outside)}`)).status, 410);
    const refused = await app
      .api(app.session)
      .post(shares, { profile_id: profileId, page: 'leaderboard', question: { date_from, date_to } });
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'validation_error']);
    const listed = (await app.api(app.session).get(shares, { include: 'differences' })).body.data;
    assert.deepEqual(listed.find(({ id }: Json) => id === made.id).differences, []);
    app.clock.advance(86_400_001);
    assert.equal((await visitor.get(`/s/${tokenOf(made)}`)).status, 410);
    app.clock.advance(-86_400_001);
  });

  await t.test('filters narrow the list, and what nobody has is refused', async () => {
    const whole = (await board({ limit: 100 })).data;
    const active = (await board({ limit: 100, status: 'active' })).data;
    assert.deepEqual(
      active.map(({ ad_id }: Json) => ad_id),
      whole.filter(({ status }: Json) => status === 'active').map(({ ad_id }: Json) => ad_id),
    );
    assert.equal((await board({ limit: 100, platform: 'sandbox' })).data.length, whole.length);
    assert.deepEqual((await board({ platform: 'meta' })).data, []);
    assert.deepEqual((await board({ profile_id: profileId.toUpperCase(), limit: 100 })).data, whole);
    for (const query of [{ platform: 'orkut' }, { status: 'live' }, { limit: 0 }, { limit: 101 }]) await board(query, 400);
    await board({ profile_id: '018f0000-0000-7000-8000-000000000001' }, 404);
  });

  await t.test('profiles of other currencies are compared in that of the workspace, or stand last', async () => {
    const { body } = await api.patch(`/workspaces/${app.workspaceId}/reporting-currency`, { currency: 'USD' });
    assert.equal(body.data.currency, 'USD');
    const unpriced = await board();
    assert.equal(unpriced.data[0].compared, null);
    assert.equal(unpriced.warnings[0].code, 'rate_missing');
    const file = join(temporaryFolder(t), 'rates.csv');
    writeFileSync(file, 'Date,USD\n2026-11-24,2\n');
    importRates(app.base, file);
    const { data, meta, warnings } = await board();
    assert.deepEqual([meta.currency, warnings], ['USD', undefined]);
    const [oak] = data;
    assert.equal(oak.currency, 'EUR');
    assert.equal(Number(oak.compared.spend), 2 * Number(oak.spend));
  });

  await t.test('not for keys of a profile', async () => {
    const { status } = await app.api(app.apiKey).get(path);
    assert.equal(status, 403);
  });
});

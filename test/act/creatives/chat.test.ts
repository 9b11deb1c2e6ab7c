// Questions about the leaderboard: each figure of a response is at the place of its link, by rule and by a language model, as JSON and as a stream.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setHealthcare } from '../../../src/account/places/index.ts';
import { answerByModel } from '../../../src/act/creatives/chat/by-model.ts';
import type { Facts } from '../../../src/act/creatives/chat/facts.ts';
import { completion, type FakeModel, fakeModel } from '../../fakes/language-model.ts';
import { startAdviceWorld } from '../recommendations/advice-world.ts';

// biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
type Json = any;

const DAY_MS = 86_400_000;
const COSTS = { 'Oak standing desks': 8, 'Official shop': 9, 'Reel: the workshop': 45, 'Light for late hours': 70 };

/** A value in an answer, by a JSON pointer. */
const valueAt = (answer: Json, pointer: string): Json =>
  pointer
    .split('/')
    .slice(1)
    .reduce((found, part) => found[part], answer);

test('askTopPerformers', async (t) => {
  const model: FakeModel = await fakeModel(t);
  const w = await startAdviceWorld(t);
  await w.sell('2026-10-28', COSTS);
  const { app, api } = w;
  const path = `/workspaces/${app.workspaceId}/top-performers`;
  const answers: Json = {
    listTopPerformers: (await api.get(path, { limit: 100 })).body,
    getTopPerformersBrief: (await api.get(`${path}/brief`)).body,
  };
  const ask = async (question: string): Promise<Json> => {
    const { status, body } = await api.post(`${path}/chat`, { question });
    assert.equal(status, 200, JSON.stringify(body));
    for (const { text, figures } of body.data.sentences)
      for (const { start, end, operation, at } of figures)
        assert.equal(Number(text.slice(start, end)), Number(valueAt(answers[operation], at)), `${text} ${at}`);
    return body;
  };
  const textOf = ({ data }: Json): string => data.sentences.map(({ text }: Json) => text).join(' ');

  await t.test('each question that there are words for has its figures, linked', async () => {
    const topics: [string, string, RegExp][] = [
      ['Which ads are best?', 'best', /^“Oak standing desks”: a sale cost [\d.]+ EUR .*less than/],
      ['What is too expensive?', 'dear', /^“Reel: the workshop”: .*more than/],
      ['Anything that people are tired of?', 'fatigue', /^Ads that are clicked clearly less than at first: \d+\./],
      ['Which of them are new?', 'new', /^Ads that first cost something in the window: \d+\./],
      ['Where do we waste money?', 'unproven', /^Spend on ads that have too few sales to be proven: [\d.]+ EUR\./],
      ['How many ads are there?', 'counters', /^Ads that are shown now: \d+\./],
      ['And “official shop”?', 'ad', /^“Official shop”: a sale cost/],
    ];
    for (const [question, topic, words] of topics) {
      const answer = await ask(question);
      assert.deepEqual([answer.data.topic, answer.data.written_by, answer.data.struck], [topic, 'rules-1', 0], question);
      assert.match(textOf(answer), words);
      // Every digit is part of a linked figure or of the name of an ad.
      for (const { text, figures } of answer.data.sentences) {
        const rest = [...text].filter((_, at) => !figures.some(({ start, end }: Json) => at >= start && at < end)).join('');
        assert.doesNotMatch(rest.replaceAll(/“[^”]*”/g, ''), /\d/, text);
      }
    }
  });

  await t.test('another question is answered by what can be asked', async () => {
    const answer = await ask('Will it rain?');
    assert.equal(answer.data.topic, 'unknown');
    assert.match(textOf(answer), /which ads are best/);
  });

  await t.test('as a stream, the sentences come one by one, and the rest at the end', async () => {
    const response = await fetch(`${app.baseUrl}/api/v1${path}/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.session}`, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ question: 'Which ads are best?' }),
    });
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    const events = (await response.text())
      .split('\n\n')
      .filter(Boolean)
      .map((event) => event.split('\n').map((line) => line.replace(/^(?:event|data): /, '')));
    const { data, meta } = await ask('Which ads are best?');
    const { sentences, answer_id: _, ...others } = data;
    const { answer_id } = JSON.parse(events[0]?.[1] ?? '');
    const rest = { answer_id, ...others };
    assert.deepEqual(
      events.map(([name, text = '']) => [name, JSON.parse(text)]),
      [['start', { answer_id }], ...sentences.map((sentence: Json) => ['sentence', sentence]), ['end', { data: rest, meta }]],
    );
  });

  await t.test('getTopPerformersAnswer', async () => {
    const { data } = await ask('Which ads are best?');
    const { body } = await api.get(`${path}/chat/${data.answer_id}`);
    const { question, profile_id, asked_at: _, ...kept } = body.data;
    assert.deepEqual([kept, question, profile_id], [data, 'Which ads are best?', null]);
    assert.equal((await api.get(`${path}/chat/${crypto.randomUUID()}`)).status, 404);
    app.base.state.db.prepare("update leaderboard_answers set asked_by = 'person:x' where answer_id = ?").run(data.answer_id);
    assert.equal((await api.get(`${path}/chat/${data.answer_id}`)).status, 404, 'of somebody else');
  });

  await t.test('an answer whose stream is cut can be read', async () => {
    // The newest comes first, by the clock.
    app.clock.advance(1_000);
    const cut = new AbortController();
    const response = await fetch(`${app.baseUrl}/api/v1${path}/chat`, {
      method: 'POST',
      signal: cut.signal,
      body: JSON.stringify({ question: 'How many ads are there?' }),
      headers: { authorization: `Bearer ${app.session}`, 'content-type': 'application/json', accept: 'text/event-stream' },
    });
    const { value } = (await response.body?.getReader().read()) ?? {};
    const [, id = ''] = /"answer_id":"([^"]+)"/.exec(Buffer.from(value ?? []).toString()) ?? [];
    cut.abort();
    const { data } = (await api.get(`${path}/chat/${id}`)).body;
    assert.deepEqual([data.question, data.topic, data.sentences.length], ['How many ads are there?', 'counters', 3]);
  });

  await t.test('listTopPerformersAnswers', async () => {
    const { data } = (await api.get(`${path}/chat`, { limit: 2 })).body;
    assert.deepEqual([data.length, data[0].question], [2, 'How many ads are there?']);
    const all = (await api.get(`${path}/chat`, { limit: 50 })).body.data.length;
    app.clock.advance(29 * DAY_MS);
    assert.equal((await api.get(`${path}/chat`, { limit: 50 })).body.data.length, all);
    app.clock.advance(2 * DAY_MS);
    assert.deepEqual((await api.get(`${path}/chat`)).body.data, []);
    app.clock.advance(-31 * DAY_MS - 1_000);
  });

  await t.test('a workspace asks fifty questions a day', async () => {
    const count = (): number => Number(app.base.state.db.prepare('select count(*) from leaderboard_answers').pluck().get());
    for (let more = count(); more < 50; more += 1)
      app.base.state.db
        .prepare("insert into leaderboard_answers values (?, ?, 'person:x', 'null', ?)")
        .run(crypto.randomUUID(), app.workspaceId, app.clock.now());
    const { status, headers } = await api.post(`${path}/chat`, { question: 'best?' });
    assert.deepEqual([status, headers['retry-after']], [429, String(12 * 3_600)]);
    assert.equal(count(), 50);
    app.base.state.db.exec('delete from leaderboard_answers');
  });

  await t.test('the day’s allowance is used up, and who may not ask uses none of it', async () => {
    const units = (): unknown => app.base.state.db.prepare('select sum(units) from ai_units').pluck().get();
    const used = units();
    assert.equal((await app.api(app.apiKey).post(`${path}/chat`, { question: 'best?' })).status, 403);
    for (const body of [{}, { question: '' }, { question: 'x'.repeat(1001) }, { question: 'best?', to: 1 }])
      assert.equal((await api.post(`${path}/chat`, body)).status, 422, JSON.stringify(body));
    const stranger = { question: 'best?', profile_id: '018f0000-0000-7000-8000-000000000001' };
    assert.equal((await api.post(`${path}/chat`, stranger)).status, 404);
    assert.equal(units(), used);
    app.base.state.db.exec('update ai_units set units = 1000000');
    const { status, headers } = await api.post(`${path}/chat`, { question: 'best?' });
    assert.equal(status, 429);
    assert.ok(Number(headers['retry-after']) > 0);
    app.base.state.db.exec('delete from ai_units');
  });

  await t.test('a language model is sent the figures, and what it invents is struck', async () => {
    Object.assign(app.base.config, { languageModelUrl: model.url, languageModel: 'small', languageModelLocal: true });
    const [oak] = answers.listTopPerformers.data;
    model.answer = completion(
      `"${oak.ad_name}" cost ${oak.cost_per_cash_outcome} EUR a sale. It will bring 12,345 sales and a ROAS of 7.77.`,
    );
    const { data } = await ask('Which ads are best?');
    assert.deepEqual([data.written_by, data.fallback, data.struck], ['small', null, 2]);
    assert.deepEqual(
      data.sentences.map(({ text, figures }: Json) => [text, figures.length]),
      [
        [`"${oak.ad_name}" cost ${oak.cost_per_cash_outcome} EUR a sale.`, 1],
        ['It will bring [not in the figures] sales and a ROAS of [not in the figures].', 0],
      ],
    );
    assert.equal(data.sentences[0].figures[0].at, '/data/0/compared/cost_per_cash_outcome');
    const sent = JSON.parse(model.asked.at(-1)?.text ?? '').messages[1].content;
    assert.match(sent, /^Question: Which ads are best\?\ncounters: live \d+/);
    assert.ok(sent.includes(`ad "${oak.ad_name}"`) && sent.includes(`spend ${oak.spend} EUR`));
  });

  await t.test('a model that fails leaves the answer to the rules, and says so', async () => {
    model.answer = (response) => {
      response.statusCode = 500;
      response.end();
    };
    const { data } = await ask('Which ads are best?');
    assert.deepEqual([data.written_by, data.fallback], ['rules-1', 'the language model returned 500']);
  });

  await t.test('no figure or name of a healthcare profile is sent', async () => {
    setHealthcare(app.base, { profileId: w.profileId }, true);
    const sent = model.asked.length;
    const { data } = await ask('Which ads are best?');
    assert.deepEqual([data.written_by, model.asked.length], ['rules-1', sent]);
    assert.match(data.fallback, /healthcare/);
  });
});

test('digits in the name of an ad are no figures, wherever the name is', async () => {
  const figure = (text: string) => ({ text, operation: 'listTopPerformers' as const, at: '/data/0/x' });
  const row = { ad_name: 'Desk 2 (copy 17)', profile_name: 'Shop', platform: 'meta', status: 'active' } as Json;
  const ad = {
    row,
    name: 'Desk 2 (copy 17)',
    currency: 'EUR',
    sales: figure('3'),
    spend: figure('1200.5'),
    cost: figure('400.17'),
  };
  const counter = figure('9');
  const facts: Facts = {
    currency: 'EUR',
    ads: [{ ...ad, low: figure('300'), high: figure('500'), rates: [] }],
    counters: { live: counter, proven: counter, winners: counter, fatiguing: counter, unproven_spend: counter, new: counter },
  };
  const says = (text: string) => answerByModel({ name: 'm', complete: async () => text }, facts, 'q');
  const { sentences, struck } = await says(
    'Desk 2 (copy 17) and again Desk 2 (copy 17) cost 1,200.50 EUR. Desk 17 is 2 times as good.',
  );
  assert.deepEqual(
    sentences.map(({ text }) => text),
    [
      'Desk 2 (copy 17) and again Desk 2 (copy 17) cost 1,200.50 EUR.',
      'Desk [not in the figures] is [not in the figures] times as good.',
    ],
  );
  assert.deepEqual([struck, sentences[0]?.figures.length], [2, 1]);
});

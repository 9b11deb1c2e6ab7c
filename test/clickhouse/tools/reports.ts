// The same requests of one service, answered from DuckDB and from ClickHouse.
import assert from 'node:assert/strict';
import { chooseEngine, type Engine, verifyClickHouse } from '../../../src/credit/second-engine/index.ts';
import type { TestApp } from '../../harness.ts';
import { differencesOf } from './differences.ts';
import type { EmbeddedEngine } from './embedded.ts';
import { patiently, TRIES } from './patience.ts';

type Query = Record<string, string>;
export type Question = [path: string, query: Query];

const MODELS = 'first_touch,last_touch,last_non_direct,first_paid,last_paid,linear,position_based,time_decay,data_driven';
const DIMENSIONS = ['channel', 'source', 'medium', 'campaign', 'adset', 'ad', 'landing_page', 'country', 'device'];
const ECONOMICS = ['channel', 'source', 'campaign', 'ad'];
const FIRST_SOURCES = ['channel', 'source', 'campaign'];
const STRIDE = 5;
/** So long nobody asks a server that failed. */
export const FAILING_MS = 61_000;
const TRANSFORMS = ['unique', 'exposure', 'first', 'frequency'];

/** Each kind of filter, and each way to compare that ClickHouse is asked. */
const FILTERS: Query[] = [
  { channel: 'Paid Search' },
  { source: 'google', filter_modes: 'source:is_not' },
  { campaign: 'spring' },
  { filter_modes: 'campaign:is_empty' },
  { medium: 'cpc', device: 'mobile' },
  { country: 'DE', filter_modes: 'country:is_not' },
];

/** Every report of a range: models, dimensions, buckets, paths, filters and intervals. */
export function questionsOf(range: Query): Question[] {
  const ask = (path: string, query: Query = {}): Question => [path, { ...range, ...query }];
  return [
    ask('/overview', { include: 'interval' }),
    ask('/completeness'),
    ...MODELS.split(',').map((model) => ask('/overview', { model, channel: 'Paid Search' })),
    ...['day', 'week', 'month'].map((interval) => ask('/overview/series', { interval })),
    ...DIMENSIONS.map((dimension) => ask('/attribution', { dimension, models: MODELS, include: 'interval' })),
    ask('/attribution', { dimension: 'channel', goal: 'lead_created' }),
    ...TRANSFORMS.map((transform) => ask('/attribution/paths', { transform })),
    ...ECONOMICS.map((dimension) => ask('/economics', { dimension, include: 'interval' })),
    ask('/economics', { model: 'linear', channel: 'Paid Search' }),
    ...FIRST_SOURCES.map((dimension) => ask('/lifetime-value', { dimension, include: 'interval' })),
    ask('/lifetime-value', { source: 'google' }),
    ...FILTERS.flatMap((filter) => [
      ask('/overview', { ...filter, include: 'interval' }),
      ask('/overview/series', { ...filter, interval: 'week' }),
      ask('/attribution', { ...filter, dimension: 'source', models: MODELS, include: 'interval' }),
    ]),
  ];
}

/** Some of them, spread over all kinds; all with EVERY_QUESTION=1. */
export function someOf(questions: readonly Question[], offset: number): Question[] {
  const isEvery = process.env['EVERY_QUESTION'] === '1';
  return questions.filter((_, at) => isEvery || at % STRIDE === offset % STRIDE);
}

/** How many statements an engine runs. */
export function countStatements(engine: EmbeddedEngine): { count: number } {
  const counted = { count: 0 };
  const run = engine.run.bind(engine);
  engine.run = (request) => {
    counted.count += 1;
    return run(request);
  };
  return counted;
}

/** A busy machine answers 503. */
async function untilServed<Answer extends { status: number }>(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await call();
    if (answer.status !== 503 || tries === TRIES) return answer;
  }
}

export async function answersOf(app: TestApp, key: string, questions: readonly Question[]): Promise<string[]> {
  app.base.memo('report/analytics cached answers', () => new Map()).clear();
  const answers: string[] = [];
  for (const [path, query] of questions) {
    const { status, body } = await untilServed(() => app.api(key).get(path, query));
    assert.ok(status === 200 || status === 404, `${path} ${JSON.stringify(query)}: ${JSON.stringify(body)}`);
    answers.push(JSON.stringify(body));
  }
  return answers;
}

/** What a chosen ClickHouse answers: where it is too slow for a report, as on a busy machine, DuckDB answers for a minute. */
export async function answerOfClickHouse(
  app: TestApp,
  { key, question, statements }: { key: string; question: Question; statements: { count: number } },
): Promise<string> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const before = statements.count;
    const [answer = ''] = await answersOf(app, key, [question]);
    if (answer.startsWith('{"error"') || statements.count - before > 2) return answer;
    app.clock.advance(FAILING_MS);
  }
  return assert.fail(`ClickHouse does not answer ${JSON.stringify(question)}`);
}

/** Verifies a build, and asks everything of both engines; each question has to reach the one that is chosen. */
export async function compareReports(
  app: TestApp,
  {
    profileId,
    key,
    questions,
    statements,
  }: { profileId: string; key: string; questions: readonly Question[]; statements: { count: number } },
): Promise<void> {
  const { clickhouse } = app.base;
  assert.ok(clickhouse);
  const choose = (engine: Engine): void => app.base.state.tx(() => chooseEngine(app.base, profileId, engine));
  assert.equal(differencesOf(await patiently(() => verifyClickHouse(app.base, clickhouse, profileId))), '');
  for (const question of questions) {
    choose('clickhouse');
    const theirs = await answerOfClickHouse(app, { key, question, statements });
    choose('duckdb');
    const before = statements.count;
    const [ours] = await answersOf(app, key, [question]);
    assert.equal(statements.count, before, 'DuckDB answers what is not of ClickHouse');
    assert.equal(theirs, ours, JSON.stringify(question));
  }
  choose('clickhouse');
}

// A large file that is read by columns leaves the same facts, refusals and report as one whose rows are read one by one: random files, in pieces
// of a few rows. FILES plays more.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Base } from '../../../src/base/base.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { backfillEvents } from '../../../src/collect/events/index.ts';
import type { BackfillOptions, BackfillReport } from '../../../src/collect/events/load/file-load.ts';
import { stitch } from '../../../src/collect/identity/index.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { rebuild } from '../../../src/credit/pipeline/index.ts';
import { blankFiles } from '../../base/blank-files.ts';
import { temporaryFolder, testConfig } from '../../base/folder.ts';
import { seededRandom } from '../../base/random.ts';

const FILES = Number(process.env['FILES'] ?? 4);
const BY_ROWS = { fromBytes: Number.POSITIVE_INFINITY, bytes: 0, lines: 0 };

type Random = (below: number) => number;
type Pick = <T>(list: readonly T[]) => T;

const COLUMNS = [
  'event_id',
  'anonymous_id',
  'occurred_at',
  'event_type',
  'url',
  'referrer',
  'user_agent',
  'engaged_seconds',
  'page_title',
  'idempotency_key',
  'value_amount',
  'currency',
  'refund_of',
  'email',
  'phone',
  'first_name',
  'country',
  'utm_source',
  'utm_id',
  'gclid',
  'ad_id',
  'platform',
  'properties',
  'event_name',
  'action_source',
  'ip',
  'colour',
];
const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 300.0',
  'Googlebot/2.1 (+http://www.google.com/bot.html)',
  '',
];
const BROWSERS = [
  'b-1',
  'b-2',
  'browser-00001',
  'Instagram',
  '1.2E+15',
  'un known',
  'null',
  '00000000-0000-0000-0000-000000000000',
];
const URLS = [
  'https://shop.example/',
  'https://www.shop.example/p/7?utm_source=google&utm_medium=cpc&gclid=Cj0abc',
  'http://localhost:3000/x',
  'https://shop.example/a?u=browser-00001',
  'https://shop.example/a?u=%62rowser-00001',
  'https://shop.example/?email=a%40b.example',
  'https://shop.example/ü/%C3%BC?q="x"',
  'no address',
  'https://user:pw@shop.example/',
  'https://shop.example/#/l?utm_source=bing',
  '',
  'https://shop.example/?utm_campaign=Grüße&fbclid=IwA1',
  `https://shop.example/${'x'.repeat(9_000)}`,
];
const REFERRERS = [
  '',
  'https://www.google.com/',
  'https://shop.example/b',
  'android-app://com.example',
  'https://semalt.com/',
  'nonsense',
];
const TIMES = [
  '2026-07-01T10:00:00Z',
  '2026-07-01T10:00:00.123456Z',
  '2026-07-01T10:00:00+02:00',
  '2026-07-01 10:00:00',
  '2026-07-01',
  '2026-02-30T10:00:00Z',
  '1999-01-01T00:00:00Z',
  '2031-01-01T00:00:00Z',
  '1782900000',
  '2026-06-30T23:59:60Z',
  'soon',
  '',
];
const TYPES = ['page_view', 'page_view', 'page_view', 'click', 'ad_view', ' page_view ', 'signup', 'payment_received', ''];

/** Mostly usual; some cells are anything. */
function rowOf(n: number, random: Random, pick: Pick): Record<string, string> {
  const odd = (usual: string, others: readonly string[]): string => (random(40) === 0 ? pick(others) : usual);
  const often = (value: string): string => (random(3) === 0 ? value : '');
  const rarely = (value: string): string => (random(60) === 0 ? value : '');
  const minute = String(random(60)).padStart(2, '0');
  const isPaid = random(30) === 0;
  return {
    event_id: odd(`e-${n}`, ['', `e-${random(n + 1)}`, '1E+21', 'é', ' x ']),
    anonymous_id: odd(`b-${random(20)}`, [...BROWSERS, '', `browser-${random(9)}`]),
    occurred_at: odd(`2026-07-${String(1 + random(28)).padStart(2, '0')}T10:${minute}:00Z`, TIMES),
    event_type: isPaid ? 'payment_received' : odd('page_view', TYPES),
    url: isPaid ? '' : odd(`https://shop.example/p/${random(9)}`, URLS),
    referrer: pick(REFERRERS),
    user_agent: odd(AGENTS[0] as string, AGENTS),
    engaged_seconds: odd(String(random(90)), ['', '1.5', '-3', 'long', '1e2', ' ']),
    page_title: odd('A page', ['', 'Ein "Titel", mit Zeichen', 'a@b.example', 'Tab\there', 'browser-00001']),
    idempotency_key: isPaid ? odd(`k-${n}`, [`k-${random(n + 1)}`, '', 'ch_12345678']) : '',
    value_amount: isPaid ? odd(`${random(100)}.5`, ['', '-1', '1,5']) : '',
    currency: isPaid ? odd('EUR', ['', 'XXX', 'usd']) : '',
    refund_of: isPaid ? rarely(`k-${random(n + 1)}`) : '',
    email: isPaid ? `p${random(9)}@mail.example` : rarely('p1@mail.example'),
    phone: rarely('+49 30 1234567'),
    first_name: rarely('Ann'),
    country: odd('', ['DE', 'xx', 'Germany']),
    utm_source: odd('', ['google', '{{source}}', 'naïve']),
    utm_id: odd('', ['123', '1.2E+17']),
    gclid: odd('', ['Cj0x', 'a@b.example', 'x'.repeat(3_000)]),
    ad_id: odd('', ['77', '1E+20']),
    platform: odd('', ['Facebook', 'unheard-of']),
    properties: odd('', ['{"a":1}', '{"email":"a@b.example"}', '[1]', '{', '{"id":"\\u0062rowser-00001"}']),
    event_name: often('Seen'),
    action_source: odd('', ['website', 'nowhere']),
    ip: often('192.0.2.7'),
    colour: often('red'),
  };
}

const cell = (text: string, isQuoted: boolean): string =>
  isQuoted || /[",\n\r;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

interface Played {
  text: string;
  pieces: { fromBytes: number; bytes: number; lines: number };
}

function fileOf(random: Random): Played {
  const pick: Pick = (list) => list[random(list.length)] as never;
  const columns = COLUMNS.filter((name) => name === 'event_type' || name === 'occurred_at' || random(8) > 0);
  const count = 150 + random(250);
  const [newline, isOddFile] = [random(3) === 0 ? '\r\n' : '\n', random(3) === 0];
  const lines = Array.from({ length: count }, (_, n) => {
    const row = rowOf(n, random, pick);
    const line = columns.map((name) => cell(row[name] as string, random(20) === 0)).join(',');
    if (!isOddFile || random(count) > 3) return line;
    return pick([`${line},x`, `${line},`, 'short', '', `${line}\n`, line.replace(',', ',a"b'), `"open${line}`]);
  });
  const text = [columns.join(','), ...lines].join(newline) + (random(2) === 0 ? newline : '');
  return { text, pieces: { fromBytes: 0, bytes: 2_000 + random(40_000), lines: 20 + random(200) } };
}

async function opened(t: TestContext, dataDir: string): Promise<Base> {
  const clock = fakeClock('2026-10-01T00:00:00Z');
  const base = await openBase(testConfig(dataDir, { sealRows: 1_000_000, sealSeconds: 1e9 }), { clock, blanks: blankFiles() });
  t.after(() => closeBase(base));
  return base;
}

/** One profile in two data folders: ids and keys are equal. */
async function twins(t: TestContext): Promise<{ profileId: string; byColumns: Base; byRows: Base }> {
  const [one, other] = [temporaryFolder(t), temporaryFolder(t)];
  const base = await openBase(testConfig(one), { clock: fakeClock('2026-09-30T00:00:00Z'), blanks: blankFiles() });
  const { profile_id: profileId } = initInstallation(base, {
    email: 'owner@shop.example',
    workspace: 'Shop',
    profile: 'Main',
    currency: 'EUR',
    timezone: 'UTC',
    domain: 'shop.example',
  });
  await closeBase(base);
  cpSync(one, other, { recursive: true });
  return { profileId, byColumns: await opened(t, one), byRows: await opened(t, other) };
}

interface Loaded {
  report: BackfillReport;
  refused: unknown[];
  facts: { seq: bigint; isNew: boolean }[];
}

async function load(base: Base, file: string, options: Omit<BackfillOptions, 'file'>): Promise<Loaded> {
  const rejectFile = join(base.config.dataDir, 'refused.ndjson');
  const facts: Loaded['facts'] = [];
  const onFacts = (more: Loaded['facts']): void => void facts.push(...more);
  const report = await backfillEvents(base, { ...options, file, rejectFile, onFacts, force: true });
  const refused = readFileSync(rejectFile, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  refused.sort((a, b) => a.line - b.line);
  return { report, refused, facts };
}

/** All facts as they are sealed; the order of a body's members means nothing. */
async function sealedFacts(base: Base, profileId: string): Promise<unknown[]> {
  const sql = 'select * exclude (body), parsed::varchar as parsed, body from read_parquet($source) order by seq';
  const segments = base.archive.segments(profileId);
  const parts = await base.warehouse.convert(
    profileId,
    segments.map(({ path }) => ({ sql, params: { source: path } })),
  );
  return parts.flat().map((row) => ({ ...row, body: JSON.parse(String(row['body'])) }));
}

async function figures(base: Base, profileId: string): Promise<unknown[]> {
  await rebuild(base, profileId);
  const tables = ['events', 'sessions', 'touches', 'conversions', 'event_identifiers', 'event_clicks'];
  const sums = await base.warehouse.query(
    { profileId },
    tables.map((table) => ({
      sql: `select count(*) as n, coalesce(bit_xor(hash(t::varchar)), 0)::varchar as digest from ${table} as t`,
    })),
  );
  return sums.flat();
}

const decisions = (base: Base, profileId: string) =>
  base.state
    .decisions(profileId, 0n, 100_000)
    .map(({ kind, payload, afterSeq, subject }) => ({ kind, payload, afterSeq, subject }));

test('backfillEvents by columns', async (t) => {
  const random = seededRandom(t);
  const { profileId, byColumns, byRows } = await twins(t);
  let sealed = 0;
  // Some files hold only what is read by rows: at least one has to be taken by columns.
  for (let n = 0; n < FILES || (sealed === 0 && n < 10 * FILES); n += 1) {
    const { text, pieces } = fileOf(random);
    const file = join(byColumns.config.dataDir, `file-${n}.csv`);
    writeFileSync(file, text);
    for (const dryRun of [true, false]) {
      const one = await load(byColumns, file, { profileId, pieces, dryRun });
      const other = await load(byRows, file, { profileId, pieces: BY_ROWS, dryRun });
      assert.deepEqual(one.refused, other.refused, `refused rows of file ${n}`);
      assert.deepEqual(one.report, other.report, `report of file ${n}`);
      assert.deepEqual(one.facts, other.facts, `places of file ${n}`);
    }
    sealed += Number(byColumns.archive.sealedUpTo(profileId));
    if (random(2) === 0) for (const base of [byColumns, byRows]) await stitch(base, profileId);
  }
  assert.ok(sealed > 0, 'no piece was taken by columns');
  const [created, expected] = [byColumns, byRows].map(({ journal }) => journal.intake.facts.get('created'));
  assert.equal(created, expected, 'accepted facts as /metrics counts them');
  for (const base of [byColumns, byRows]) {
    await stitch(base, profileId);
    await base.archive.seal(profileId, base.journal.lastSeq(profileId));
    assert.deepEqual(base.journal.read(profileId, 0n, 10), [], 'what was kept for stitching is gone');
  }
  assert.deepEqual(await sealedFacts(byColumns, profileId), await sealedFacts(byRows, profileId));
  assert.deepEqual(decisions(byColumns, profileId), decisions(byRows, profileId));
  assert.deepEqual(await figures(byColumns, profileId), await figures(byRows, profileId));
  assert.deepEqual(await byColumns.archive.verify(profileId), []);
});

// An export of GA4 with 1 M rows is imported as events. `ROWS` makes a smaller file. Outside `npm test`: usage: npm run test:ga4
// The machine may be shared: beside the clock, what the process has used of the processors, and what its main thread has. The rest is the thread that reads and
// that of the journal, which work beside it: on two idle processors the clock is between half of the sum and the larger part.
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { startTestApp } from '../../harness.ts';

const ROWS = Number(process.env['ROWS'] ?? 1_000_000);
const SEED = Number(process.env['SEED'] ?? 7);
const START = Date.UTC(2026, 3, 1) / 1000;
const DAYS_SECONDS = 30 * 86_400;

let state = SEED;
const dice = (below: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return Math.floor((state / 0x7fffffff) * below);
};

const SOURCES = [
  { manual_source: 'news', manual_medium: 'email', manual_campaign_name: 'may' },
  { gclid: 'Cj0ABC' },
  { manual_source: 'facebook', manual_medium: 'paid_social', manual_campaign_name: 'spring' },
  null,
];
const NAMES = ['page_view', 'page_view', 'view_item', 'add_to_cart', 'scroll', 'user_engagement'];
const text = (key: string, value: string) => ({ key, value: { string_value: value } });
const whole = (key: string, value: number) => ({ key, value: { int_value: String(value) } });

interface Session {
  visitor: string;
  begun: number;
}

function rowOf({ visitor, begun }: Session, row: number, step: number): string {
  const isOrder = step === 3 && dice(20) === 0;
  const order = isOrder ? { ecommerce: { transaction_id: `T-${row}`, purchase_revenue: 49.9 } } : {};
  const name = isOrder ? 'purchase' : step === 0 ? 'page_view' : (NAMES[dice(NAMES.length)] as string);
  return JSON.stringify({
    event_date: new Date(begun * 1000).toISOString().slice(0, 10).replaceAll('-', ''),
    event_timestamp: `${begun + 40 * step}${String(100_000 + (row % 900_000))}`,
    event_name: name,
    event_params: [
      whole('ga_session_id', begun),
      whole('ga_session_number', 1),
      text('page_location', `https://shop.example.com/p/${dice(500)}`),
      text('page_title', 'Page'),
      whole('engagement_time_msec', 1200),
      ...(step === 0 ? [text('page_referrer', 'https://www.google.com/')] : []),
      ...(isOrder ? [text('currency', 'EUR'), text('transaction_id', `T-${row}`)] : []),
    ],
    event_bundle_sequence_id: String(row),
    user_id: null,
    user_pseudo_id: visitor,
    privacy_info: { analytics_storage: 'Yes', ads_storage: 'Yes', uses_transient_token: 'No' },
    user_properties: [],
    user_first_touch_timestamp: `${begun}000000`,
    device: { category: 'desktop', operating_system: 'Windows', language: 'de-de', web_info: { browser: 'Chrome' } },
    geo: { city: 'Berlin', country: 'Germany', continent: 'Europe', region: 'Berlin' },
    stream_id: '555',
    platform: 'WEB',
    collected_traffic_source: step === 0 ? SOURCES[dice(SOURCES.length)] : null,
    is_active_user: true,
    batch_event_index: '1',
    batch_page_id: '1',
    batch_ordering_id: '1',
    items: [],
    ...order,
  });
}

async function writeExport(path: string): Promise<void> {
  const out = createWriteStream(path);
  for (let row = 0; row < ROWS; ) {
    const session = { visitor: `${1 + dice(ROWS / 8)}.1700000000`, begun: START + dice(DAYS_SECONDS) };
    const lines: string[] = [];
    for (let step = 0; step < 4 && row < ROWS; step += 1, row += 1) lines.push(`${rowOf(session, row, step)}\n`);
    if (!out.write(lines.join(''))) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const usedMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

test(`an export of GA4 of ${ROWS} rows (seed ${SEED})`, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-ga4-'));
  const app = await startTestApp({ at: '2026-07-01T12:00:00Z', installation: { domain: 'shop.example.com' } });
  try {
    const file = join(folder, 'events.jsonl');
    await writeExport(file);
    t.diagnostic(`${(statSync(file).size / 1_000_000).toFixed(0)} MB`);
    const before = { all: process.cpuUsage(), main: process.threadCpuUsage(), at: performance.now() };
    const result = await commands.import(app.base, { files: [file], wait: false }, () => undefined);
    const all = usedMs(process.cpuUsage(before.all));
    const main = usedMs(process.threadCpuUsage(before.main));
    t.diagnostic(
      `import: ${seconds(performance.now() - before.at)} by the clock, ${seconds(all)} of processors, ${seconds(main)} in the main thread`,
    );
    t.diagnostic(JSON.stringify(result).slice(0, 400));
    const settled = performance.now();
    await app.settle();
    t.diagnostic(`figures: ${seconds(performance.now() - settled)} by the clock`);
  } finally {
    await app.close();
    rmSync(folder, { recursive: true });
  }
});

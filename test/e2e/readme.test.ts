// A person who has README and docs alone: their commands, as printed, bring a file of that person to the right revenue.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { projectFile } from '../../src/base/kit/paths.ts';
import { running, tributary } from '../doors/cli/cli.ts';
import { until } from '../until.ts';

const [README = '', OWN_DATA = '', API = ''] = ['README.md', 'docs/own-data.md', 'docs/api.md'].map((path) =>
  readFileSync(projectFile(path), 'utf8'),
);
const REVENUE = 19.9 + 30.1 + 50 - 10;

const FILE = `occurred_at,event_type,idempotency_key,value_amount,currency,email,anonymous_id,url,refund_of
2026-11-01T09:00:00Z,page_view,,,,,b-1,https://shop.example.com/?utm_source=google&utm_medium=cpc&gclid=Cj0abc,
2026-11-02T10:00:00.250Z,purchase,o-1,19.90,EUR,a@example.com,b-1,,
2026-11-03T10:00:00Z,Purchase,o-2,30.10,EUR,b@example.com,,,
2026-11-04T10:00:00Z,purchase,o-3,50.00,EUR,c@example.com,,https://shop.example.com/thanks,
2026-11-05T10:00:00Z,refund,r-1,10.00,EUR,,,,o-3
`;
const SPEND = readFileSync(projectFile('samples', 'spend.csv'), 'utf8');

/** The indented lines of a document from this text on; a line that ends with a backslash is joined with the next. */
function blockOf(document: string, first: string): string[] {
  const from = document.indexOf(first);
  assert.ok(from > 0, `no document has "${first}"`);
  const lines = document.slice(document.lastIndexOf('\n', from) + 1).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('    '));
  return lines
    .slice(0, end)
    .map((line) => line.trim())
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n');
}

/** The words of a command of the README, without the path of the command itself. */
const wordsOf = (line: string): string[] =>
  [...line.replace('./bin/tributary ', '').matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

async function ran(args: string[], data: string, codes = [0]): Promise<string> {
  const { code, stdout, stderr } = await tributary(args, { TRIBUTARY_DATA: data });
  assert.ok(codes.includes(code ?? -1), `${args.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}

function place(t: TestContext): { data: string; fileOf: (name: string, content: string) => string } {
  const root = mkdtempSync(join(tmpdir(), 'tributary-readme-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const fileOf = (name: string, content: string): string => {
    writeFileSync(join(root, name), content);
    return join(root, name);
  };
  return { data: join(root, 'data'), fileOf };
}

test('README and docs alone bring a file with purchases to the right revenue', async (t) => {
  const { data, fileOf } = place(t);
  const files: Record<string, string> = { 'events.csv': fileOf('events.csv', FILE), 'spend.csv': fileOf('spend.csv', SPEND) };
  let [key, message] = ['', ''];
  for (const line of blockOf(README, './bin/tributary init')) {
    const words = wordsOf(line).map((word) => files[word] ?? word);
    // The service is started further down on any free port; `open` is for a person at a screen.
    if (words[0] === 'serve' || words[0] === 'open') continue;
    const out = await ran(words, data);
    key ||= /^api_key: (\S+)$/m.exec(out)?.[1] ?? '';
    if (words[1] === 'events') message = out;
  }
  assert.match(message, /No goal counts the event type "purchase" \(3, 100 EUR\)/);
  assert.match(await ran(['status'], data), /No goal counts the event type "[Pp]urchase" \(3, 100 EUR\)/);

  const { address } = await running(t, ['serve', '--data', data]);
  const shell = async (lines: string[]): Promise<string> => {
    const script = lines.join('\n').replaceAll('svc_live_…', key).replaceAll('http://127.0.0.1:8080', address);
    return (await promisify(execFile)('sh', ['-ec', script])).stdout;
  };
  const goal = blockOf(OWN_DATA, "export AUTH='");
  const [, proposed] = /POST \/api\/v1\/goals\/definitions (\{.*\})$/m.exec(message) ?? [];
  const [, written] = / -d +'(.*)'$/.exec(goal.at(-1) ?? '') ?? [];
  assert.deepEqual(
    JSON.parse(written ?? ''),
    JSON.parse(proposed ?? ''),
    'docs/own-data.md shows the call that the command proposes',
  );
  assert.equal(JSON.parse(await shell(goal)).data.replay_queued, true);

  const overview = blockOf(API, '# the overview of a month').filter((line) => line.includes('/overview?'));
  const [exports = ''] = goal;
  await until(
    async () => Math.abs(JSON.parse(await shell([exports, ...overview])).data.current.revenue - REVENUE) < 1e-9,
    `the revenue is ${REVENUE}`,
    100,
  );
  assert.doesNotMatch(await ran(['status', '--data', data], data), /No goal counts/);
});

test('the sample files load without a rejected row, and every outcome of them is counted', async (t) => {
  const { data, fileOf } = place(t);
  const [init = ''] = blockOf(README, './bin/tributary init');
  assert.ok(init !== '');
  await ran(wordsOf(init), data);
  for (const kind of ['events', 'spend']) {
    const printed = await ran(['backfill', kind, '--template'], data);
    const shown = await ran(['backfill', kind, fileOf(`${kind}.csv`, printed)], data);
    assert.match(shown, /rows: (\d+) accepted, 0 already known, 0 rejected/);
    assert.doesNotMatch(shown, /No goal counts|Unknown columns/);
    const written = join(data, '..', `written-${kind}.csv`);
    await ran(['backfill', kind, '--template', written], data);
    assert.equal(readFileSync(written, 'utf8'), printed);
    writeFileSync(written, 'my own');
    assert.match((await tributary(['backfill', kind, '--template', written])).stderr, /exists: it is left as it is/);
    assert.equal(readFileSync(written, 'utf8'), 'my own');
  }
});

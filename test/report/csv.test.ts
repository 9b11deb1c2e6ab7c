// Lists and tables as CSV: exact numbers, names of the JSON, nothing that a spreadsheet would execute.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openShop, type Shop } from './shop.ts';

const WEEK = 'date_from=2026-03-01&date_to=2026-03-07';

let shop: Shop;
before(async () => {
  shop = await openShop();
});
after(() => shop.close());

async function csv(path: string, accept = 'text/csv') {
  const headers = { authorization: `Bearer ${shop.apiKey}`, accept };
  const response = await fetch(`${shop.baseUrl}/api/v1${path}`, { headers });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    cursor: response.headers.get('x-next-cursor'),
    lines: (await response.text()).split('\r\n'),
  };
}

test('lists and tables come as CSV', async (t) => {
  await t.test('with the numbers of the JSON', async () => {
    const { status, type, lines } = await csv(`/attribution?${WEEK}&models=linear`);
    assert.deepEqual([status, type], [200, 'text/csv; charset=utf-8']);
    assert.match(
      lines[0] ?? '',
      /^key,label,touches,conversions_touched,spend,models\.linear\.conversions,models\.linear\.revenue,/,
    );
    assert.ok(lines.includes('Paid Search,Paid Search,1,2,72,1,62.5,0.868056,72,0'), lines.join('\n'));
    const paths = await csv(`/attribution/paths?${WEEK}`);
    assert.ok(
      paths.lines.some((line) => line.startsWith('Paid Search > Email,2,125,2,')),
      paths.lines.join('\n'),
    );
    for (const path of [`/overview/series?${WEEK}`, `/spend?${WEEK}`, '/payments', `/customers?${WEEK}&goal=payment_received`])
      assert.ok((await csv(path)).lines.length > 3, path);
  });
  await t.test('page by page, empty with its header, and errors as JSON', async () => {
    const page = await csv(`/spend?${WEEK}&limit=2`);
    assert.equal(page.lines.length, 4);
    assert.ok(page.cursor);
    const rest = await csv(`/spend?${WEEK}&cursor=${encodeURIComponent(page.cursor)}`);
    assert.equal(rest.cursor, null);
    const none = await csv('/spend?date_from=2025-03-01&date_to=2025-03-02');
    assert.match(none.lines[0] ?? '', /^day,platform,account_id,/);
    const refused = await csv('/spend?date_from=yesterday&date_to=2025-03-02');
    assert.match(refused.type ?? '', /^application\/json/);
    assert.match((await csv(`/spend?${WEEK}`, 'application/json')).type ?? '', /^application\/json/);
  });
  await t.test('defuses formulas', async () => {
    await shop.spend('google', {
      '2026-03-01': [{ campaign_id: 'c9', campaign_name: '=HYPERLINK("http://evil.example","x")', spend: '1' }],
    });
    await shop.settle();
    const { lines } = await csv(`/spend?${WEEK}`);
    assert.ok(
      lines.some((line) => line.includes(`"'=HYPERLINK(""http://evil.example"",""x"")"`)),
      lines.join('\n'),
    );
  });
});

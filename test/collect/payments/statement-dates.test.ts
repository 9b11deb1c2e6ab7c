// Dates and times of statements through the door: which order of day and month a file is read in, and how exactly.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestApp } from '../../harness.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests look into an answer
type AnyJson = any;

const app = await startTestApp();
after(() => app.close());

async function parsed(text: string): Promise<AnyJson> {
  const { status, body } = await app.request
    .post('/api/v1/profile/payments/import/parse')
    .set('authorization', `Bearer ${app.apiKey}`)
    .attach('file', Buffer.from(text), 'march.csv');
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

test('parsePaymentImport: dates', async (t) => {
  await t.test('reads day first what month first would date in the future, or in the summer time of a winter', async () => {
    const parse = (rows: [string, string][]): Promise<AnyJson> =>
      parsed(
        ['Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,Transaction ID']
          .concat(
            rows.map(
              ([day, zone], at) =>
                `${day},10:40:56,${zone},Ana Rojas,Website Payment,Completed,USD,1${at}.50,0,1${at}.50,P-${at}`,
            ),
          )
          .join('\n'),
      );
    const read = ({ options, found, preview, counts }: AnyJson): unknown[] => [
      options.date_order,
      found.date_order,
      counts.unreadable,
      preview.map(({ brings }: AnyJson) => brings[0]?.paid_at.slice(0, 10)),
    ];
    // The clock of these tests shows 31 March 2026: the third of November 2026 is still to come.
    const future = await parse([
      ['11/03/2026', 'PDT'],
      ['10/02/2026', 'PST'],
    ]);
    assert.deepEqual(read(future), ['dmy', true, 0, ['2026-03-11', '2026-02-10']]);
    const season = await parse([
      ['11/07/2025', 'PDT'],
      ['12/08/2025', 'PDT'],
    ]);
    assert.deepEqual(read(season), ['dmy', true, 0, ['2025-07-11', '2025-08-12']]);
    const american = await parse([
      ['07/11/2025', 'PDT'],
      ['08/12/2025', 'PDT'],
    ]);
    assert.deepEqual(read(american), ['mdy', true, 0, ['2025-07-11', '2025-08-12']]);
    // Neither order is without contradiction: the rows that cannot be are named, and the answer says that the order is a guess.
    const neither = await parse([
      ['11/07/2025', 'PDT'],
      ['07/11/2025', 'PDT'],
      ['11/11/2026', 'PST'],
    ]);
    assert.deepEqual([neither.found.date_order, neither.counts.unreadable], [false, 1]);
    assert.match(neither.problems[0].words, /still to come/);
  });

  await t.test('keeps the milliseconds of a time', async () => {
    const { preview } = await parsed(
      'Date,Order,Amount\n2026-03-14 09:26:53.125,A-9,12.50\n14/03/2026 9:26:53.7 PM,A-10,12.50\n',
    );
    assert.deepEqual(
      preview.map(({ brings }: AnyJson) => brings[0].paid_at),
      ['2026-03-14T09:26:53.125Z', '2026-03-14T21:26:53.700Z'],
    );
  });
});

// The mail of a report in a real browser, as wide as phones and reading panes are, in light and in dark: nothing is cut, nothing is wider than its window, axe finds
// no fault.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { mailOf, withUnsubscribe } from '../../../src/report/reports/mail.ts';
import { closeBrowsers, openBrowser } from '../chromium.ts';
import { FAULTS_OF_LAYOUT, picture, seriousOf } from '../look.ts';

after(closeBrowsers);

const LONG = 'a-campaign-with-a-name-that-nobody-would-break-into-words-by-themselves';
const MAX_BYTES = 100_000;

const mail = withUnsubscribe(
  mailOf({
    ...{ title: 'Weekly overview', profile: 'Nordlicht Outdoor', days: { date_from: '2026-03-02', date_to: '2026-03-08' } },
    ...{ link: 'https://tributary.example/console', headline: [] },
    contents: {
      ...{ currency: 'EUR', timezone: 'Europe/Berlin', goal: null, model: 'data_driven' },
      sentence:
        'Revenue went from €98,120.50 to €123,456.78 (+€25,336.28): more visits +€18,000.00, a higher order value +€7,336.28.',
      warnings: [`Spend of 2026-03-08 is missing of google ${LONG}: the spend shown is too low and ROAS too high.`],
      blocks: [
        {
          kind: 'figures',
          figures: [
            { name: 'Revenue', unit: 'money', value: '1123456.78', before: '98120.5' },
            { name: 'ROAS', unit: 'ratio', value: 4, before: 3.9 },
            { name: 'Conversions', unit: 'credit', value: 2_310.25, before: 2_401 },
            { name: 'Visitors', unit: 'count', value: null, before: 3 },
            { name: 'Coverage', unit: 'percent', value: 66.666_7, before: 70 },
          ],
        },
      ],
    },
  }),
  'https://tributary.example/u/token',
);

test('the mail of a report reads well at 320, 390 and 640 pixels', async (t) => {
  const { context, complaints } = await openBrowser(t, 'http://127.0.0.1', {});
  const page = await context.newPage();
  await page.setContent(mail.html);
  for (const width of [320, 390, 640])
    for (const scheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await picture(page, `report-mail-${scheme}-${width}`);
      assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), [], `${width} ${scheme}`);
      assert.deepEqual(await seriousOf(page), [], `${width} ${scheme}`);
    }
  assert.deepEqual(complaints, []);
});

test('the mail of a report has its sentence first, and is short', () => {
  assert.ok(mail.html.indexOf('Revenue went from') < mail.html.indexOf('<table'));
  assert.match(mail.text, /^Nordlicht Outdoor, 2026-03-02 to 2026-03-08\n\nRevenue went from €98,120\.50/);
  assert.match(mail.text, /ROAS: 4\.00 \(\+2\.6 %\)/);
  assert.match(mail.text, /Coverage: 66\.7 %/);
  assert.ok(Buffer.byteLength(mail.html) < MAX_BYTES);
});

// The mail of a report in a real browser, as wide as phones and reading panes are, in light and in dark: nothing is cut, nothing is wider than its window, axe finds
// no fault; and its picture, which is drawn without a browser.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { standalone } from '../../../src/report/reports/mail.ts';
import { CONTENTS, reportMail } from '../../mail-support/report-mail.ts';
import { closeBrowsers, openBrowser } from '../chromium.ts';
import { FAULTS_OF_LAYOUT, picture, seriousOf } from '../look.ts';

after(closeBrowsers);

const MAX_BYTES = 100_000;

test('the mail of a report reads well at 320, 390 and 640 pixels', async (t) => {
  const { context, complaints } = await openBrowser(t, 'http://127.0.0.1', {});
  const page = await context.newPage();
  await page.setContent(standalone(await reportMail()));
  const shown = page.getByRole('img', { name: 'Revenue and spend by day, from 2026-03-02 to 2026-03-08' });
  for (const width of [320, 390, 640])
    for (const scheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 1_200 });
      await page.emulateMedia({ colorScheme: scheme });
      await picture(page, `report-mail-${scheme}-${width}`);
      assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), [], `${width} ${scheme}`);
      assert.deepEqual(await seriousOf(page), [], `${width} ${scheme}`);
      assert.equal((await shown.boundingBox())?.width, Math.min(width - 32, 480));
    }
  await t.test('its picture has the lines, in the colours of the legend', async () => {
    const colours = await shown.evaluate((element) => {
      const image = element as HTMLImageElement;
      const canvas = image.ownerDocument.createElement('canvas');
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const pen = canvas.getContext('2d');
      pen?.drawImage(image, 0, 0);
      const { data = [] } = pen?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
      const counts: Record<string, number> = {};
      for (let at = 0; at < data.length; at += 4) {
        const name = [data[at], data[at + 1], data[at + 2]].join();
        counts[name] = (counts[name] ?? 0) + 1;
      }
      return counts;
    });
    for (const colour of ['11,107,88', '165,70,12']) assert.ok((colours[colour] ?? 0) > 200, `${colour} ${colours[colour]}`);
  });
  assert.deepEqual(complaints, []);
});

test('the mail of a report has its sentence first, and is short', async () => {
  const { html, text, pictures, attachments } = await reportMail();
  assert.ok(html.indexOf('Revenue went from') < html.indexOf('<table'));
  assert.match(text, /^Nordlicht Outdoor, 2026-03-02 to 2026-03-08\n\nRevenue went from €98,120\.50/);
  assert.match(text, /ROAS: 4\.00 \(\+2\.6 %\)/);
  assert.match(text, /Coverage: 66\.7 %/);
  const parts = [
    html,
    text,
    ...pictures.map(({ base64 }) => base64),
    ...attachments.map((each) => ('text' in each ? each.text : each.base64)),
  ];
  const bytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  assert.ok(pictures.length === 1 && bytes < MAX_BYTES, String(bytes));
});

test('the mail of a report has no picture of what its fonts lack, and none without a graph', async () => {
  const named = (name: string) => ({
    ...CONTENTS,
    blocks: [
      {
        kind: 'bars' as const,
        title: 'Credited revenue',
        unit: 'money' as const,
        model: 'linear',
        rows: [{ name, value: 2, low: 1, high: 3 }],
      },
    ],
  });
  assert.equal((await reportMail(named('Płatne wyszukiwania ₹'))).pictures.length, 1);
  assert.equal((await reportMail(named('検索'))).pictures.length, 0);
  const { pictures, html } = await reportMail({ ...CONTENTS, blocks: CONTENTS.blocks.slice(0, 1) });
  assert.deepEqual([pictures.length, html.includes('<img')], [0, false]);
});

test('the mail of a report has a picture of lines without points, too', async () => {
  const withValues = (values: (number | null)[]) => ({
    ...CONTENTS,
    blocks: CONTENTS.blocks.map((block) =>
      block.kind === 'lines' ? { ...block, series: block.series.map((each) => ({ ...each, values, ghost: values })) } : block,
    ),
  });
  for (const value of [0, null, 1])
    assert.equal((await reportMail(withValues(Array.from({ length: 7 }, () => value)))).pictures.length, 1, String(value));
});

// The chart kit, rendered to text: what is drawn where, what a screen reader is told, the table beneath, and no inline style.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { loadConsole } from '../load.ts';

let kit: typeof import('../../../console/charts/kit.tsx');
before(async () => {
  kit = await loadConsole('charts/kit.tsx');
});

/** Every number of the paths with this class. */
const pathsOf = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`<path class="${name}" d="([^"]*)"`, 'g'))].map(([, d]) => d ?? '');

function checkFrame(html: string, title: string): void {
  assert.doesNotMatch(html, /style=/, 'the policy of the page refuses inline styles');
  assert.doesNotMatch(html, /NaN|undefined|Infinity/);
  assert.match(html, /<svg role="img" aria-labelledby="[^"]+-t [^"]+-d"/);
  assert.ok(html.includes(`>${title}</title>`) && html.includes('<desc '), html.slice(0, 400));
  assert.match(html, /<details class="chart-table"><summary>Table<\/summary>/);
}

const format = (value: number): string => value.toFixed(1);
type LineProps = Parameters<typeof kit.LineChart>[0];
const line = (props: Partial<LineProps> & Pick<LineProps, 'series'>): LineProps => ({
  ...{ title: 'Revenue', description: 'By day.', labels: ['1 Mar', '2 Mar', '3 Mar'], format },
  ...props,
});

test('line chart', async (t) => {
  await t.test('draws values, their ghost, band and marks, and says all in a table', () => {
    const series = [
      {
        name: 'Revenue',
        tone: 'accent',
        values: [10, null, 20],
        isArea: true,
        ghost: { name: 'Before', values: [5, 6, 7] },
        band: { low: [8, null, 15], high: [12, null, 26] },
      },
    ];
    const marks = [
      { at: 1, kind: 'decision' as const, text: 'Budget raised <b>' },
      { at: 1, kind: 'note' as const, text: 'Holiday' },
    ];
    const html = renderToString(h(kit.LineChart, line({ series, marks })));
    checkFrame(html, 'Revenue');
    assert.match(html, /Budget raised &lt;b>\nHoliday/);
    const [drawn] = pathsOf(html, 'line');
    assert.equal(drawn?.match(/M/g)?.length, 2, 'a gap where nothing is known');
    assert.equal(pathsOf(html, 'ghost')[0]?.match(/L/g)?.length, 2);
    assert.ok((pathsOf(html, 'band')[0] ?? '').length > 0);
    const cells = [...html.matchAll(/<td class="number">([^<]*)<\/td>/g)].map(([, cell]) => cell);
    assert.deepEqual(cells, ['10.0', '8.0', '12.0', '5.0', '—', '—', '—', '6.0', '20.0', '15.0', '26.0', '7.0']);
  });
  await t.test('stays whole without values, with one, and with extremes', () => {
    for (const values of [[], [null], [0], [5], [-5, 5], [1e15, -1e15], [0.000001, 0]])
      checkFrame(
        renderToString(h(kit.LineChart, line({ labels: values.map(String), series: [{ name: 'A', tone: '1', values }] }))),
        'Revenue',
      );
  });
  await t.test('places a higher value higher, and zero on the line of zero', () => {
    const series = [{ name: 'A', tone: '1', values: [0, 50, 100] }];
    const html = renderToString(h(kit.LineChart, line({ series })));
    const [first, middle, last] = [...(pathsOf(html, 'line')[0] ?? '').matchAll(/[ML]([\d.]+),([\d.]+)/g)].map(([, , y]) =>
      Number(y),
    );
    assert.ok(first !== undefined && middle !== undefined && last !== undefined && first > middle && middle > last);
    assert.ok(html.includes(`y1="${first}"`), 'the rule of zero is where zero is');
    assert.equal(first - middle, middle - last);
  });
});

test('bar chart', () => {
  const bars = [
    { name: 'Paid Search', value: 120, tone: '1', whisker: { low: 80, high: 160 } },
    { name: 'A very long name of a campaign that has no room beside its bar at all, not even on a desk', value: -20, tone: '2' },
    { name: 'Email', value: null, tone: '3' },
  ];
  const props = { title: 'Channels', description: 'Credit.', valueName: 'Linear', whiskerName: 'Range of nine models' };
  const html = renderToString(h(kit.BarChart, { ...props, bars, format }));
  checkFrame(html, 'Channels');
  const widths = [...html.matchAll(/class="block" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g)].map(([, , width]) =>
    Number(width),
  );
  const [wide = 0, narrow = 0, none] = widths;
  assert.ok(Math.abs(wide / narrow - 6) < 1e-6 && none === 0, String(widths));
  assert.equal(pathsOf(html, 'whisker').length, 1);
  assert.match(html, /80.0 to 160.0/);
  checkFrame(renderToString(h(kit.BarChart, { ...props, bars: [], format })), 'Channels');
});

test('sparkline', () => {
  for (const values of [[], [1], [1, null, 3], [0, 0]]) {
    const html = renderToString(h(kit.Sparkline, { values, ghost: [2, 2] }));
    assert.match(html, /^<svg class="sparkline tone-accent" aria-hidden="true"/);
    assert.doesNotMatch(html, /NaN|style=/);
  }
});

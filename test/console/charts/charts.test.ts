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
  title: 'Revenue',
  description: 'By day.',
  labels: ['1 Mar', '2 Mar', '3 Mar'],
  format,
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
        band: { low: [8, null, 15], high: [12, null, 26], missing: 'too few people' },
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
    assert.deepEqual(cells, [
      '10.0',
      '8.0',
      '12.0',
      '5.0',
      '—',
      'too few people',
      'too few people',
      '6.0',
      '20.0',
      '15.0',
      '26.0',
      '7.0',
    ]);
  });
  await t.test('shades points that lack something, and says why', () => {
    const gaps = [{ from: 1, to: 2, text: 'Outage of <browsers>' }];
    const html = renderToString(h(kit.LineChart, line({ series: [{ name: 'A', tone: '1', values: [1, 2, 3] }], gaps })));
    const [, width] = /<g class="gaps"><rect x="[\d.]+" y="[\d.]+" width="([\d.]+)"/.exec(html) ?? [];
    assert.ok(Number(width) > 2, html.slice(0, 600));
    assert.match(html, /<title>Outage of &lt;browsers><\/title>/);
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
  const props = {
    title: 'Channels',
    description: 'Credit.',
    valueName: 'Linear',
    whiskerName: 'Interval',
    whiskerMissing: 'too few people',
  };
  const html = renderToString(h(kit.BarChart, { ...props, bars, format }));
  checkFrame(html, 'Channels');
  const widths = [...html.matchAll(/class="block" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g)].map(([, , width]) =>
    Number(width),
  );
  const [wide = 0, narrow = 0, none] = widths;
  assert.ok(Math.abs(wide / narrow - 6) < 1e-6 && none === 0, String(widths));
  assert.equal(pathsOf(html, 'whisker').length, 1);
  assert.match(html, /80.0 to 160.0.*too few people/s);
  checkFrame(renderToString(h(kit.BarChart, { ...props, bars: [], format })), 'Channels');
});

test('sparkline', () => {
  for (const values of [[], [1], [1, null, 3], [0, 0]]) {
    const html = renderToString(h(kit.Sparkline, { values, ghost: [2, 2] }));
    assert.match(html, /^<svg class="sparkline tone-accent" aria-hidden="true"/);
    assert.doesNotMatch(html, /NaN|style=/);
  }
});

test('waterfall', () => {
  const steps = [
    { name: 'New events', value: 30 },
    { name: 'Refunds', value: -50 },
    { name: 'Rules', value: 0 },
  ];
  const props = {
    title: 'Why it moved',
    description: 'By cause.',
    format,
    formatChange: (value: number) => `${value >= 0 ? '+' : '−'}${Math.abs(value)}`,
  };
  const html = renderToString(
    h(kit.Waterfall, { ...props, from: { name: 'Before', value: 100 }, steps, to: { name: 'After', value: 80 } }),
  );
  checkFrame(html, 'Why it moved');
  const bars = [...html.matchAll(/class="block" x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"/g)].map(
    ([, y, height]) => [Number(y), Number(height)],
  );
  const [before, added, refunds, , after] = bars;
  assert.ok(before && added && refunds && after);
  assert.ok(Math.abs((added[0] ?? 0) + (added[1] ?? 0) - (before[0] ?? 0)) < 0.01, 'a step begins where the last ended');
  assert.ok(Math.abs((refunds[0] ?? 0) + (refunds[1] ?? 0) - (after[0] ?? 0)) < 0.01, 'the last step ends at the figure');
  assert.match(html, /tone-bad.*Refunds/s);
  const [from, to] = [
    { name: 'Before', value: 100_000 },
    { name: 'After', value: 100_010 },
  ];
  checkFrame(renderToString(h(kit.Waterfall, { ...props, from, to, steps: [{ name: 'A', value: 10 }] })), 'Why it moved');
  const zero = { name: 'Before', value: 0 };
  checkFrame(
    renderToString(h(kit.Waterfall, { ...props, from: zero, to: { ...zero, name: 'After' }, steps: [] })),
    'Why it moved',
  );
});

test('waterfall with many steps: rows, as columns would be too narrow for names and values', () => {
  const steps = Array.from({ length: 12 }, (_, at) => ({ name: `A long cause ${at}`, value: at % 2 === 0 ? 20 : -5 }));
  const [from, to] = [
    { name: 'Before', value: 100 },
    { name: 'After', value: 190 },
  ];
  const formatChange = (value: number): string => `${value >= 0 ? '+' : '−'}${Math.abs(value)}`;
  const props = { title: 'Why it moved', description: 'By cause.', format, formatChange };
  const html = renderToString(h(kit.Waterfall, { ...props, from, steps, to }));
  checkFrame(html, 'Why it moved');
  const bars = [...html.matchAll(/class="block" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g)].map(([, x, width]) => ({
    start: Number(x),
    end: Number(x) + Number(width),
  }));
  assert.equal(bars.length, 14);
  const near = (a = 0, b = 0): boolean => Math.abs(a - b) < 0.01;
  assert.ok(near(bars[0]?.end, bars[1]?.start), 'a step begins where the last ended');
  assert.ok(near(bars[1]?.end, bars[2]?.end), 'a loss begins where the gain ended');
  assert.ok(near(bars[12]?.start, bars[13]?.end), 'the last step ends at the figure');
  assert.match(html, /A long cause 11.*−5/s);
});

test('cohort chart', () => {
  const rows = [
    {
      name: '2026-01',
      note: '12 people',
      cells: [
        { value: 0.4, isRipe: true },
        { value: 1.2, isRipe: true },
      ],
    },
    { name: '2026-02', note: '9 people', cells: [{ value: null, isRipe: false }] },
  ];
  const html = renderToString(h(kit.CohortChart, { title: 'Payback', description: 'By month.', rows, format, turn: 1 }));
  checkFrame(html, 'Payback');
  assert.equal(html.match(/fill="url\(#[^)]+-hatch\)"/g)?.length, 1, 'only the month that is not over is hatched');
  assert.match(html, /level-\d tone-accent-2.*level-\d tone-accent"/s, 'below the turn and above it');
  assert.match(html, /— so far/);
  checkFrame(renderToString(h(kit.CohortChart, { title: 'Payback', description: 'By month.', rows: [], format })), 'Payback');
});

test('forest, scatter, columns and flow', () => {
  const estimates = [
    { name: 'Email', value: 2, low: 1, high: 4, tone: '3' },
    { name: 'Few', value: 1, low: null, high: null, tone: '4' },
    { name: 'None', value: null, low: null, high: null, tone: '5' },
  ];
  const forest = renderToString(
    h(kit.Forest, { title: 'ROAS', description: 'With intervals.', estimates, reference: { value: 1, name: 'even' }, format }),
  );
  checkFrame(forest, 'ROAS');
  assert.equal(pathsOf(forest, 'interval').length, 1);
  assert.match(forest, /<td class="number">1.0<\/td><td class="number">too few people<\/td>/);
  assert.match(forest, /<td class="number">2.0<\/td><td class="number">1.0 to 4.0<\/td>/);
  const scatter = {
    title: 'Ads',
    description: 'Spend and ROAS.',
    xName: 'Spend',
    yName: 'ROAS',
    formatX: format,
    formatY: format,
  };
  const points = [
    { name: 'A', x: 10, y: 2, tone: '1', size: 1, range: { low: 1, high: 40 } },
    { name: 'B', x: 0, y: 0, tone: '2', range: null },
  ];
  const ranged = renderToString(
    h(kit.Scatter, { ...scatter, points, rangeName: 'Interval', target: { value: 1, name: 'even' } }),
  );
  checkFrame(ranged, 'Ads');
  assert.equal(pathsOf(ranged, 'whisker').length, 1);
  assert.match(ranged, /<td class="number">1.0 to 40.0<\/td>.*<td class="number">too few people<\/td>/s);
  checkFrame(renderToString(h(kit.Scatter, { ...scatter, points: [] })), 'Ads');
  const columns = Array.from({ length: 40 }, (_, day) => ({ name: `${day} days`, value: day }));
  checkFrame(
    renderToString(h(kit.Columns, { title: 'Days', description: 'To sale.', columns, valueName: 'Sales', format })),
    'Days',
  );
  const flow = { title: 'Paths', description: 'First to last.', format };
  const nodes = ['a', 'b', 'c'].map((id) => ({ id, name: id, tone: '1' }));
  const links = [
    { from: 'a', to: 'c', value: 3 },
    { from: 'b', to: 'c', value: 1 },
  ];
  const drawn = renderToString(h(kit.Flow, { ...flow, nodes, links }));
  checkFrame(drawn, 'Paths');
  const [wide, narrow] = [...drawn.matchAll(/stroke-width="([\d.]+)"/g)].map(([, width]) => Number(width));
  assert.ok(wide && narrow && Math.abs(wide / narrow - 3) < 0.01);
  checkFrame(renderToString(h(kit.Flow, { ...flow, nodes: [], links: [] })), 'Paths');
});

test('dot strip and bullet', () => {
  const dots = [
    { name: 'linear', value: 1 },
    { name: 'last_touch', value: 3 },
  ];
  const strip = renderToString(h(kit.DotStrip, { dots, chosen: 'linear', extent: { low: 0, high: 3 }, format, label: 'Email' }));
  assert.match(strip, /role="img" aria-label="Email: 1.0 to 3.0 over 2 models"/);
  assert.equal(strip.match(/strip-chosen/g)?.length, 1);
  assert.doesNotMatch(
    renderToString(h(kit.DotStrip, { dots: [], chosen: 'linear', extent: { low: 0, high: 0 }, format, label: 'E' })),
    /NaN|Infinity/,
  );
  const bullet = renderToString(h(kit.Bullet, { label: 'Spend', value: 50, target: 100, pace: 60, format }));
  assert.match(bullet, /aria-label="Spend: 50.0, of 100.0, an even pace is 60.0"/);
  assert.doesNotMatch(renderToString(h(kit.Bullet, { label: 'Spend', value: 0, target: null, format })), /NaN|style=/);
});

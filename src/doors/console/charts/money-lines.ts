// Revenue and spend over the same days, one above the other, each on a scale of its own: on one scale the smaller lies flat, and
// on two in one frame the lines would cross where nothing does.
import type { Screen } from '../design/chart.ts';
import { drawSvg, LINE, type Size, SOFT_INK } from './svg.ts';

export interface MoneyLines {
  /** Short names of the days, weeks or months. */
  labels: readonly string[];
  revenue: readonly (number | null)[];
  /** Null where it was not measured: the line has a gap there. */
  spend: readonly (number | null)[];
  /** How money is written beside the scale. */
  show: (amount: number) => string;
}

export const sizes: Readonly<Record<Screen, Size>> = {
  wide: { width: 1080, height: 360 },
  medium: { width: 700, height: 340 },
  narrow: { width: 340, height: 320 },
};

/** Room for one name under the scale. */
const LABEL_PX = 90;
/** Fewer points than this are shown one by one. */
const FEW = 15;
/** Room for the amounts beside a scale. */
const SCALE_PX = 64;
/** Of the height: the upper frame, and where the lower begins. */
const UPPER = 0.56;
const LOWER_FROM = 0.64;

export function moneyLines(name: string, size: Size, { labels, revenue, spend, show }: MoneyLines): string {
  const every = Math.ceil(labels.length / Math.floor(size.width / LABEL_PX));
  const line = (at: number, data: readonly (number | null)[], colour: string, type: 'solid' | 'dashed'): object => ({
    type: 'line',
    xAxisIndex: at,
    yAxisIndex: at,
    data,
    silent: true,
    showSymbol: labels.length < FEW,
    symbol: 'circle',
    symbolSize: 6,
    lineStyle: { color: colour, width: 2.5, type },
    itemStyle: { color: colour },
    areaStyle: { color: colour, opacity: 0.12 },
  });
  const days = (at: number): object => ({
    type: 'category',
    gridIndex: at,
    data: labels,
    boundaryGap: labels.length === 1,
    axisLine: { lineStyle: { color: SOFT_INK } },
    axisTick: { show: false },
    // The names of the days stand once, under both.
    axisLabel: { show: at === 1, color: SOFT_INK, interval: (i: number) => i % every === 0, alignMinLabel: 'left', margin: 10 },
  });
  const scale = (at: number): object => ({
    type: 'value',
    gridIndex: at,
    splitNumber: at === 0 ? 4 : 2,
    splitLine: { lineStyle: { color: LINE } },
    axisLabel: { color: SOFT_INK, formatter: show },
  });
  // A fixed room for the scales, so that a day stands at the same place in both.
  const room = { left: SCALE_PX, right: 12 };
  return drawSvg(name, size, {
    grid: [
      { ...room, top: 12, height: Math.round(size.height * UPPER) - 12 },
      { ...room, top: Math.round(size.height * LOWER_FROM), bottom: 28 },
    ],
    xAxis: [days(0), days(1)],
    yAxis: [scale(0), scale(1)],
    series: [line(0, revenue, 'var(--revenue)', 'solid'), line(1, spend, 'var(--spend)', 'dashed')],
  });
}

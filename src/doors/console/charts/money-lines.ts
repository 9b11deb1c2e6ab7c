// Revenue and spend over time: two lines on one scale of money, told apart by colour and by dash.
import type { Screen } from '../design/chart.ts';
import { drawSvg, LINE, type Size, SOFT_INK } from './svg.ts';

export interface MoneyLines {
  /** Short names of the days, weeks or months. */
  labels: readonly string[];
  revenue: readonly number[];
  /** Null where it was not measured: the line has a gap there. */
  spend: readonly (number | null)[];
  /** How money is written beside the scale. */
  show: (amount: number) => string;
}

export const sizes: Readonly<Record<Screen, Size>> = {
  wide: { width: 1080, height: 300 },
  medium: { width: 700, height: 280 },
  narrow: { width: 340, height: 260 },
};

/** Room for one name under the scale. */
const LABEL_PX = 90;
/** Fewer points than this are shown one by one. */
const FEW = 15;

export function moneyLines(name: string, size: Size, { labels, revenue, spend, show }: MoneyLines): string {
  const every = Math.ceil(labels.length / Math.floor(size.width / LABEL_PX));
  const line = (data: readonly (number | null)[], colour: string, type: 'solid' | 'dashed'): object => ({
    type: 'line',
    data,
    silent: true,
    showSymbol: labels.length < FEW,
    symbol: 'circle',
    symbolSize: 6,
    lineStyle: { color: colour, width: 2.5, type },
    itemStyle: { color: colour },
    ...(type === 'solid' ? { areaStyle: { color: colour, opacity: 0.12 } } : {}),
  });
  return drawSvg(name, size, {
    grid: { left: 4, right: 12, top: 12, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      data: labels,
      boundaryGap: labels.length === 1,
      axisLine: { lineStyle: { color: SOFT_INK } },
      axisTick: { show: false },
      axisLabel: { color: SOFT_INK, interval: (at: number) => at % every === 0, alignMinLabel: 'left', margin: 10 },
    },
    yAxis: {
      type: 'value',
      splitNumber: 4,
      splitLine: { lineStyle: { color: LINE } },
      axisLabel: { color: SOFT_INK, formatter: show },
    },
    series: [line(revenue, 'var(--revenue)', 'solid'), line(spend, 'var(--spend)', 'dashed')],
  });
}

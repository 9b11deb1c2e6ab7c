// What each channel earned under one model: a bar per channel in the channel's colour. Panels of several models share order and scale.
import { channelVariable } from '../design/tokens.ts';
import { drawSvg, INK, LINE, SOFT_INK } from './svg.ts';

export interface CreditBars {
  channels: readonly string[];
  amounts: readonly number[];
  /** The ends of the scale, over all panels. */
  scale: { min: number; max: number };
  show: (amount: number) => string;
}

const WIDTH = 340;
const ROW = 27;
const NAMES = 112;
const AMOUNTS = 64;

export function creditBars(name: string, { channels, amounts, scale, show }: CreditBars): string {
  return drawSvg(
    name,
    { width: WIDTH, height: ROW * channels.length + 8 },
    {
      grid: { left: NAMES, right: AMOUNTS, top: 4, bottom: 4 },
      xAxis: { type: 'value', show: false, min: scale.min, max: scale.max },
      yAxis: {
        type: 'category',
        inverse: true,
        data: channels,
        axisLine: { lineStyle: { color: LINE }, onZero: true },
        axisTick: { show: false },
        axisLabel: { color: SOFT_INK, interval: 0, width: NAMES - 8, overflow: 'truncate' },
      },
      series: [
        {
          type: 'bar',
          silent: true,
          barWidth: 16,
          data: amounts.map((value, at) => ({
            value,
            itemStyle: { color: channelVariable(channels[at] as string), borderRadius: 2 },
          })),
          label: { show: true, position: 'right', color: INK, formatter: ({ value }: { value: number }) => show(value) },
        },
      ],
    },
  );
}

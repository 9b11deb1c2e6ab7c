// From an option of ECharts to an SVG for a page: drawn on the server, coloured by the design's variables, so that one drawing
// serves light and dark, and without style attributes or style elements, which the pages' policy does not let in.

import { BarChart, LineChart, SankeyChart } from 'echarts/charts';
import { GraphicComponent, GridComponent } from 'echarts/components';
import type { EChartsCoreOption } from 'echarts/core';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([BarChart, LineChart, SankeyChart, GraphicComponent, GridComponent, SVGRenderer]);

export interface Size {
  width: number;
  height: number;
}

/** The ink of axes and labels. */
export const INK = 'var(--ink)';
export const SOFT_INK = 'var(--ink-soft)';
export const LINE = 'var(--line)';
export const TEXT_PX = 13;

/** `name` is unique on the page: it stands in the ids inside the drawing. */
export function drawSvg(name: string, { width, height }: Size, option: EChartsCoreOption): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ animation: false, textStyle: { fontFamily: 'inherit', fontSize: TEXT_PX }, ...option });
    return forPage(name, chart.renderToSVGString());
  } finally {
    chart.dispose();
  }
}

/** What is drawn stays; what only a script or a style sheet of its own would use goes. Texts are escaped and match nothing here. */
function forPage(name: string, svg: string): string {
  return svg
    .replace(/<style\b[^>]*>[\s\S]*?<\/style>/g, '')
    .replace(/ (?:class|ecmeta_\w+|pointer-events|xml:space|xmlns:xlink|baseProfile|version)="[^"]*"/g, '')
    .replace(/ style="([^"]*)"/g, (_, style: string) => attributesOf(style))
    .replace(/\bzr\d+-/g, `${name}-`)
    .replace(/\n+/g, '\n');
}

const attributesOf = (style: string): string =>
  style
    .split(';')
    .filter((each) => each.includes(':'))
    .map((each) => each.split(':') as [string, string])
    .filter(([property]) => property !== 'font-family')
    .map(([property, value]) => ` ${property}="${value}"`)
    .join('');

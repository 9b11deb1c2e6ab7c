// The picture of a report's mail: its graph, drawn by the chart kit of the console as SVG and made a PNG by resvg in a thread, without a browser. A mail has none
// where the console is not built, where the report has no graph, and where the fonts lack a sign of it: a word would be missing without a trace.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { VNode } from 'preact';
import { projectFile } from '../../../base/kit/paths.ts';
import { BoundedThread, type ThreadBounds } from '../../../base/rows/bounded-thread.ts';
import type { Contents } from '../../analytics/index.ts';
import type { FromDrawWorker, ToDrawWorker } from './draw-worker.ts';

type Graph = Extract<Contents['blocks'][number], { kind: 'lines' | 'bars' | 'cohorts' }>;

export interface ReportPicture {
  /** What it shows, for readers who do not see it. */
  text: string;
  /** Names of its colours. */
  legend: { name: string; colour: string | null }[];
  png: string;
}

/** The part of the console's build that draws it. */
interface Drawing {
  Picture: (of: { block: Graph; contents: Contents }) => VNode;
  PICTURE_STYLE: string;
  PICTURE_WIDTH: number;
}

const SCALE = 2;
const WORKER = new URL('./draw-worker.ts', import.meta.url);

class NotDrawn extends Error {}

const BOUNDS: ThreadBounds = {
  resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  mostMs: 10_000,
  tooLong: () => new NotDrawn('the picture takes too long to draw'),
  tooMuchMemory: () => new NotDrawn('the picture takes too much memory to draw'),
};

const isGraph = (block: Contents['blocks'][number]): block is Graph =>
  (block.kind === 'lines' && block.days.length > 1) ||
  (block.kind === 'bars' && block.rows.length > 0) ||
  (block.kind === 'cohorts' && block.metric === undefined && block.pooled.length > 1);

/** Undefined where there is none. */
export async function pictureOf(contents: Contents): Promise<ReportPicture | undefined> {
  const block = contents.blocks.find(isGraph);
  const svg = block && (await svgOf(block, contents));
  if (!block || svg === undefined || !hasSigns(svg)) return undefined;
  const png = await drawn(svg);
  return png && { text: textOf(block), legend: legendOf(block), png: Buffer.from(png).toString('base64') };
}

async function svgOf(block: Graph, contents: Contents): Promise<string | undefined> {
  const module = projectFile('console', 'dist', 'sheet.mjs');
  if (!existsSync(module)) return undefined;
  const { Picture, PICTURE_STYLE, PICTURE_WIDTH }: Drawing = await import(pathToFileURL(module).href);
  const { h } = await import('preact');
  const { renderToString } = await import('preact-render-to-string');
  const [, size = '', inner] =
    /<svg[^>]*?( viewBox="[^"]*")[^>]*>(.*?)<\/svg>/s.exec(renderToString(h(Picture, { block, contents }))) ?? [];
  if (inner === undefined) return undefined;
  const [, , height = 0] =
    size
      .match(/[\d.]+/g)
      ?.slice(1)
      .map(Number) ?? [];
  const ground = '<rect width="100%" height="100%" fill="#ffffff"/>';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDTH}" height="${height}"${size}><style>${PICTURE_STYLE}</style>${ground}${asXml(inner)}</svg>`;
}

/** HTML may write an empty attribute without its value, as that of a line without points; XML may not. */
const asXml = (html: string): string =>
  html.replace(/<[a-z][^<>]*>/g, (tag) =>
    tag.replace(/"[^"]*"|\s([a-z][\w-]*)(?=[\s/>])/gi, (all: string, name?: string) =>
      name === undefined ? all : ` ${name}=""`,
    ),
  );

/** What the fonts of seeds/fonts have, as their makers list it. */
const SIGNS =
  /^[\u0020-\u02ba\u02bd-\u02c5\u02c7-\u02cc\u02ce-\u02d7\u02da\u02dc-\u02ff\u1d00-\u1dbf\u1e00-\u1e9f\u1ef2-\u1eff\u2000-\u206f\u20a0-\u20c0\u2122\u2191\u2193\u2212\u2215\n]*$/;

/** Only what is drawn: titles and descriptions are not. */
const hasSigns = (svg: string): boolean => SIGNS.test(svg.replace(/<(title|desc)[^>]*>.*?<\/\1>/gs, ''));

async function drawn(svg: string): Promise<Uint8Array | undefined> {
  const thread = new BoundedThread<ToDrawWorker, FromDrawWorker>(WORKER, BOUNDS);
  try {
    const { png } = await thread.ask({ svg, scale: SCALE });
    thread.finish();
    return png ?? undefined;
  } catch (error) {
    if (error instanceof NotDrawn) return undefined;
    throw error;
  } finally {
    await thread.end();
  }
}

const SOFT = '#4d5752';
const COLOURS: Readonly<Record<string, string>> = { accent: '#0b6b58', 'accent-2': '#a5460c' };

function legendOf(block: Graph): ReportPicture['legend'] {
  if (block.kind !== 'lines') return [];
  const names = block.series.map(({ name, tone }) => ({ name, colour: COLOURS[tone] ?? SOFT }));
  return block.series.some(({ ghost }) => ghost !== undefined)
    ? [...names, { name: 'dashed: the days before', colour: null }]
    : names;
}

function textOf(block: Graph): string {
  if (block.kind === 'bars') return `${block.title}: a bar for each row of the first table`;
  if (block.kind === 'cohorts') return 'Cash ÷ spend by months since acquisition, of all months of acquisition together';
  return `${block.title} by day, from ${block.days[0]?.from} to ${block.days.at(-1)?.to}`;
}

// Makes PNGs of SVG drawings in a thread of its own, which may be ended at any moment. resvg loads nothing: it has the fonts of seeds/fonts, and SVG that names files or
// addresses gets none.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { projectFile } from '../../../base/kit/paths.ts';
import { unpackFont } from './woff.ts';

export interface ToDrawWorker {
  svg: string;
  /** Pixels of the picture for one of the drawing. */
  scale: number;
}
export interface FromDrawWorker {
  /** Null for what resvg cannot read: a report goes without its picture rather than not at all. */
  png: Uint8Array | null;
}

const FONTS = ['inter-latin-400-normal.woff', 'inter-latin-ext-400-normal.woff'];

let ready: Promise<Uint8Array[]> | undefined;

async function load(): Promise<Uint8Array[]> {
  await initWasm(readFileSync(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))));
  return FONTS.map((name) => unpackFont(readFileSync(projectFile('seeds', 'fonts', name))));
}

parentPort?.on('message', async (drawing: ToDrawWorker) => {
  ready ??= load();
  const answer: FromDrawWorker = { png: drawn(drawing, await ready) };
  parentPort?.postMessage(answer);
});

function drawn({ svg, scale }: ToDrawWorker, fontBuffers: Uint8Array[]): Uint8Array | null {
  try {
    const font = { fontBuffers, loadSystemFonts: false, defaultFontFamily: 'Inter' };
    const drawing = new Resvg(svg, { fitTo: { mode: 'zoom', value: scale }, font });
    const picture = drawing.render();
    const png = picture.asPng();
    picture.free();
    drawing.free();
    return png;
  } catch {
    return null;
  }
}

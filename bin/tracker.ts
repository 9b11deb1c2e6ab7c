// Builds the tracker that pages load from its source, and says how large it is. `--check` writes nothing and exits 1 when what is
// committed differs, or when it is larger than a page should be asked to carry.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { projectFile } from '../src/base/kit/paths.ts';

const MAX_BYTES = 3000;
const source = projectFile('src', 'collect', 'tracking', 'tracker', 'main.ts');
const target = projectFile('src', 'collect', 'tracking', 'tracker.min.js');

/** One function that takes the tracker's settings; an error in it does not leave it. */
async function build(): Promise<string> {
  const bundle = await rolldown({ input: source, platform: 'browser', transform: { target: 'es2020' } });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const code = output[0].code.replaceAll('/* @__PURE__ */ ', '').trim();
  return `!function(__settings){try{${code}}catch{}}`;
}

const script = await build();
const sizes = { gzip: gzipSync(script, { level: 9 }).length, brotli: brotliCompressSync(script).length };
console.log(`tracker: ${script.length} bytes, ${sizes.gzip} with gzip, ${sizes.brotli} with brotli; at most ${MAX_BYTES}`);
if (sizes.gzip > MAX_BYTES) {
  console.error('The tracker is too large.');
  process.exitCode = 1;
}
const committed = existsSync(target) ? readFileSync(target, 'utf8').trimEnd() : '';
if (process.argv.includes('--check')) {
  if (committed !== script) {
    console.error('src/collect/tracking/tracker.min.js differs from its source; run npm run tracker and commit the result.');
    process.exitCode = 1;
  }
} else if (committed !== script) writeFileSync(target, `${script}\n`);

// Builds the tracker that pages load from its source, and says how large it is. `--check` writes nothing and exits 1 when what is
// committed differs, or when it is larger than a page should be asked to carry.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { projectFile } from '../src/base/kit/paths.ts';

const FOLDER = ['src', 'collect', 'tracking'];
/** The tracker of every page, and the piece that is added where a profile has several domains; the most bytes of each with gzip. */
const SCRIPTS = [
  { source: 'main', target: 'tracker', maxBytes: 3000 },
  { source: 'joining', target: 'tracker-joining', maxBytes: 1000 },
];

/** One function that takes the tracker's settings; an error in it does not leave it. */
async function build(source: string): Promise<string> {
  const input = projectFile(...FOLDER, 'tracker', `${source}.ts`);
  const bundle = await rolldown({ input, platform: 'browser', transform: { target: 'es2020' } });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const code = output[0].code.replaceAll('/* @__PURE__ */ ', '').trim();
  return `!function(__settings){try{${code}}catch{}}`;
}

for (const { source, target, maxBytes } of SCRIPTS) {
  const file = projectFile(...FOLDER, `${target}.min.js`);
  const script = await build(source);
  const sizes = { gzip: gzipSync(script, { level: 9 }).length, brotli: brotliCompressSync(script).length };
  console.log(`${target}: ${script.length} bytes, ${sizes.gzip} with gzip, ${sizes.brotli} with brotli; at most ${maxBytes}`);
  if (sizes.gzip > maxBytes) {
    console.error(`${target} is too large.`);
    process.exitCode = 1;
  }
  const committed = existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : '';
  if (committed === script) continue;
  if (process.argv.includes('--check')) {
    console.error(`${file} differs from its source; run npm run tracker and commit the result.`);
    process.exitCode = 1;
  } else writeFileSync(file, `${script}\n`);
}

// Builds the workbench of the console, console/, into console/dist: a module for the first load, one for each page and the style sheet, all
// under names that change with their content, and manifest.json, which the console door reads. bin/run does it when a source has changed.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { errorCatalogue } from '../src/base/contract/error-catalogue.ts';
import { projectFile } from '../src/base/kit/paths.ts';

/** Every folder of console/pages is a page: its page.ts says what it is, and the frame lists it by this module. */
const PAGES_MODULE = 'tributary:pages';
/** Remedies of a refusal, by its code. */
const REMEDIES_MODULE = 'tributary:remedies';
/** Tokens first, as everything refers to them; then the elements, the frame and what belongs to one page. */
const STYLES = ['design/tokens.css', 'design/*.css', 'frame/*.css', 'charts/*.css', '*/*.css', 'pages/*/*.css'];
const FONTS = { 'inter-latin': 'latin', 'inter-latin-ext': 'latin-ext' };
const FONT_FILES = 'node_modules/@fontsource-variable/inter/files';
const RANGES: Record<string, string> = {
  'inter-latin':
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
  'inter-latin-ext':
    'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
};

const console_ = (...parts: string[]): string => projectFile('console', ...parts);
const target = console_('dist');
const work = console_(`dist.${process.pid}`);

function listPages(): string[] {
  return globSync('pages/*/page.ts', { cwd: console_() })
    .map((file) => file.split(/[\\/]/)[1] as string)
    .sort();
}

const remediesOf = (): Record<string, string> =>
  Object.fromEntries(Object.entries(errorCatalogue).map(([code, { remedy }]) => [code, remedy]));

/** The module that lists the pages: what each is comes with the first load, its view when it is opened. */
const generatedModules: Plugin = {
  name: 'generated modules',
  resolveId: (id) => (id === PAGES_MODULE || id === REMEDIES_MODULE ? `\0${id}` : null),
  load: (id) => {
    if (id === `\0${REMEDIES_MODULE}`) return `export const remedies = ${JSON.stringify(remediesOf())};\n`;
    if (id !== `\0${PAGES_MODULE}`) return null;
    const names = listPages();
    const imports = names.map((name, at) => `import page${at} from ${JSON.stringify(console_('pages', name, 'page.ts'))};`);
    const entries = names.map(
      (name, at) =>
        `{ ...page${at}, name: ${JSON.stringify(name)}, load: () => import(${JSON.stringify(console_('pages', name, 'view.tsx'))}) }`,
    );
    return `${imports.join('\n')}\nexport const pages = [${entries.join(', ')}];\n`;
  },
};

function write(name: string, content: string | Buffer): string {
  writeFileSync(join(work, 'assets', name), content);
  return name;
}

const hashed = (stem: string, extension: string, content: string | Buffer): string =>
  `${stem}-${createHash('sha256').update(content).digest('hex').slice(0, 10)}.${extension}`;

function buildFonts(): string {
  return Object.entries(FONTS)
    .map(([stem, subset]) => {
      const content = readFileSync(projectFile(FONT_FILES, `inter-${subset}-wght-normal.woff2`));
      const name = write(hashed(stem, 'woff2', content), content);
      return `@font-face { font-family: "Inter Variable"; font-weight: 100 900; font-display: swap; src: url("${name}") format("woff2"); unicode-range: ${RANGES[stem]}; }\n`;
    })
    .join('');
}

function buildStyle(): string {
  const files = [...new Set(STYLES.flatMap((pattern) => globSync(pattern, { cwd: console_() }).sort()))];
  const own = files.filter((file) => !file.startsWith('dist')).map((file) => readFileSync(console_(file), 'utf8'));
  const content =
    buildFonts() +
    own
      .join('\n')
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/\n\s*/g, '\n')
      .replace(/\n+/g, '\n');
  return write(hashed('style', 'css', content), content);
}

async function buildScripts(): Promise<OutputChunk[]> {
  const bundle = await rolldown({
    input: { main: console_('main.tsx'), theme: console_('theme.ts') },
    platform: 'browser',
    // The compiler's file is not everywhere that this runs.
    tsconfig: false,
    plugins: [generatedModules],
    transform: { target: 'es2022', jsx: { runtime: 'automatic', importSource: 'preact' } },
    onLog: (level, log, pass) => (level === 'warn' ? undefined : pass(level, log)),
  });
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  const chunks = output.filter((each) => each.type === 'chunk');
  for (const { fileName, code } of chunks) write(fileName, code);
  return chunks;
}

/** What the server draws: pages of shared reports, with the charts of the workbench. It runs in Node, on the server's own Preact. */
async function buildSheet(): Promise<void> {
  const bundle = await rolldown({
    input: console_('sheet/sheet.tsx'),
    platform: 'node',
    tsconfig: false,
    external: /^preact(?:\/|$)/,
    transform: { target: 'es2022', jsx: { runtime: 'automatic', importSource: 'preact' } },
    onLog: (level, log, pass) => (level === 'warn' ? undefined : pass(level, log)),
  });
  await bundle.write({ file: join(work, 'sheet.mjs'), format: 'esm', codeSplitting: false });
  await bundle.close();
}

/** A chunk with its static imports, direct and indirect. */
function closureOf(start: OutputChunk, chunks: readonly OutputChunk[]): string[] {
  const found = new Set([start.fileName]);
  for (const name of found) for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) found.add(next);
  return [...found];
}

function manifestOf(chunks: readonly OutputChunk[], style: string): object {
  const entry = (name: string): OutputChunk => {
    const found = chunks.find((each) => each.isEntry && each.name === name);
    if (!found) throw new Error(`The build has no entry ${name}.`);
    return found;
  };
  const main = entry('main');
  const first = closureOf(main, chunks);
  const pages = listPages().map((name) => {
    const view = chunks.find(({ facadeModuleId }) => facadeModuleId === console_('pages', name, 'view.tsx'));
    return [name, view ? closureOf(view, chunks).filter((file) => !first.includes(file)) : []];
  });
  return { theme: entry('theme').fileName, script: main.fileName, first, style, pages: Object.fromEntries(pages) };
}

try {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(join(work, 'assets'), { recursive: true });
  const style = buildStyle();
  const chunks = await buildScripts();
  await buildSheet();
  writeFileSync(join(work, 'manifest.json'), `${JSON.stringify(manifestOf(chunks, style), null, 2)}\n`);
  const former = `${work}.former`;
  if (existsSync(target)) renameSync(target, former);
  renameSync(work, target);
  rmSync(former, { recursive: true, force: true });
} catch (error) {
  rmSync(work, { recursive: true, force: true });
  process.stderr.write(`console: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

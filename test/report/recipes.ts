// The recipes of docs/analysts.md for programs that are no part of this project, as an analyst follows them: a page of Observable Framework (from npm) and a
// sheet of LibreOffice (Debian's libreoffice-calc-nogui), with the published files of a small shop. Outside of `npm test`, as it needs the npm registry.
// usage: npm run test:recipes
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { projectFile } from '../../src/base/kit/paths.ts';
import { publishMarts } from '../../src/credit/pipeline/index.ts';
import { temporaryFolder } from '../base/folder.ts';
import { openShop } from './shop.ts';

const DOCUMENT = readFileSync(projectFile('docs', 'analysts.md'), 'utf8');
/** What the shop earned, by day and currency. */
const EARNED = [
  ['2026-03-02', 'USD', '20000000'],
  ['2026-03-04', '', ''],
  ['2026-03-05', 'USD', '75000000'],
  ['2026-03-06', 'USD', '50000000'],
];

async function published(t: TestContext): Promise<string> {
  const shop = await openShop();
  t.after(() => shop.close());
  await publishMarts(shop.base, shop.profileId);
  return join(shop.dataDir, 'profiles', shop.profileId, 'published', 'current');
}

/** The fenced text of the document that begins with the first line. */
function fenced(firstLine: string): string {
  const [, text] = new RegExp(`\`\`\`\\w*\\n(${firstLine}[\\s\\S]*?)\`\`\``).exec(DOCUMENT) ?? [];
  assert.ok(text, firstLine);
  return text;
}

test('Observable Framework builds the page of the document', async (t) => {
  const folder = temporaryFolder(t);
  const files = await published(t);
  mkdirSync(join(folder, 'src/data'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  writeFileSync(join(folder, 'observablehq.config.js'), "export default { title: 'Revenue', root: 'src' };\n");
  writeFileSync(join(folder, 'src/data/revenue.json.js'), fenced('import { DuckDBInstance }'));
  writeFileSync(join(folder, 'src/index.md'), `# Revenue\n\n\`\`\`js\n${fenced('const revenue = FileAttachment')}\`\`\`\n`);
  const path = `${dirname(process.execPath)}:${process.env['PATH']}`;
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: path, TRIBUTARY_PUBLISHED: files },
    });
  run('npm', 'install', '--no-audit', '--no-fund', '@observablehq/framework', '@duckdb/node-api');
  t.diagnostic(run('npx', 'observable', '--version').trim());
  run('npx', 'observable', 'build');
  const [built = ''] = readdirSync(join(folder, 'dist/_file/data'));
  const rows = JSON.parse(readFileSync(join(folder, 'dist/_file/data', built), 'utf8')) as Record<string, string | null>[];
  assert.deepEqual(
    rows.map(({ converted_day, currency, net_micros }) => [converted_day, currency ?? '', net_micros ?? '']),
    EARNED,
  );
  assert.match(readFileSync(join(folder, 'dist/index.html'), 'utf8'), /revenue/);
});

test('LibreOffice opens the table for spreadsheets with the integers that it has', async (t) => {
  const folder = temporaryFolder(t);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`set file_search_path = '${await published(t)}'`);
  await connection.run(
    fenced('copy \\(').replaceAll('from conversions', "from 'conversions.parquet'").replace('days.csv', join(folder, 'days.csv')),
  );
  for (const language of ['en_US.UTF-8', 'de_DE.UTF-8']) {
    const convert = (file: string, form: string): void =>
      void execFileSync('soffice', ['--headless', '--convert-to', form, '--outdir', join(folder, language), join(folder, file)], {
        env: { ...process.env, HOME: folder, LANG: language, LC_ALL: language },
        stdio: 'ignore',
      });
    convert('days.csv', 'xlsx');
    convert(`${language}/days.xlsx`, 'csv');
    const [, ...rows] = readFileSync(join(folder, language, 'days.csv'), 'utf8')
      .trim()
      .split('\n');
    assert.deepEqual(
      rows.map((row) => row.split(',')).map(([day, ...rest]) => [day?.slice(0, 10), ...rest]),
      EARNED,
      language,
    );
  }
});

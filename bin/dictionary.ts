// Writes warehouse/DICTIONARY.md from the comments of the schema; with --check it only says whether the page is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { projectFile } from '../src/base/kit/paths.ts';
import { dictionary } from '../src/base/warehouse/dictionary.ts';

const page = projectFile('warehouse', 'DICTIONARY.md');

try {
  const text = await dictionary();
  if (!process.argv.includes('--check')) writeFileSync(page, text);
  else if (!existsSync(page) || readFileSync(page, 'utf8') !== text) {
    throw new Error('warehouse/DICTIONARY.md is not what the schema says. Run: node bin/dictionary.ts');
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

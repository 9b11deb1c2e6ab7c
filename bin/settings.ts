// Writes SETTINGS.md from the definitions of the settings; with --check it only says whether the page is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { settingGroups } from '../src/base/config/config.ts';
import type { Setting } from '../src/base/config/setting-list.ts';
import { projectFile } from '../src/base/kit/paths.ts';

const page = projectFile('SETTINGS.md');

function defaultOf({ value }: Setting): string {
  const { data } = value.safeParse(undefined);
  return data === undefined || data === '' ? '–' : `\`${String(data)}\``;
}

const tableOf = (settings: Record<string, Setting>): string[] => [
  '| variable | default | |',
  '|---|---|---|',
  ...Object.values(settings).map((each) => `| \`${each.variable}\` | ${defaultOf(each)} | ${each.about} |`),
];

const text = [
  '# Settings',
  '',
  'Variables of the environment, read once when a command or the service starts. A value that cannot be used is refused by its name, and',
  'nothing starts. Switches are `true` or `false`. `bin/settings.ts` writes this page from `src/base/config/config.ts`.',
  ...Object.entries(settingGroups).flatMap(([title, settings]) => ['', `## ${title}`, '', ...tableOf(settings)]),
  '',
].join('\n');

if (!process.argv.includes('--check')) writeFileSync(page, text);
else if (!existsSync(page) || readFileSync(page, 'utf8') !== text) {
  console.error('SETTINGS.md is not what src/base/config/config.ts says. Run: node bin/settings.ts');
  process.exitCode = 1;
}

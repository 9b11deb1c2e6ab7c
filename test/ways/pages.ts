// A way as a page of docs/ways: its files in the order in which the work comes to them, what each owns, and which of its functions ran.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { projectFile } from '../../src/base/kit/paths.ts';
import type { Entered } from './tracing.ts';
import type { Way } from './ways.ts';

const SHOWN_FUNCTIONS = 6;
const FILE_LINE = /^\d+\. \[`(.+?)`\]/gm;
const COUNTS = /^(\d+) files, (\d+) functions\.$/m;

export const pageFile = (name: string): string => projectFile('docs', 'ways', `${name}.md`);

/** What a file says of itself in its first comment, up to the first full stop. */
export function openingOf(file: string): string {
  const lines = readFileSync(projectFile(file), 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  const comment = lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join(' ');
  return /^.*?[.:](?= |$)/.exec(comment)?.[0].replace(/:$/, '.') ?? comment;
}

export const functionsOf = (way: readonly Entered[]): number => way.reduce((sum, { functions }) => sum + functions.length, 0);

const lineOf = ({ file, functions }: Entered, at: number): string => {
  const shown = functions.slice(0, SHOWN_FUNCTIONS).map((name) => `\`${name}\``);
  const rest = functions.length - shown.length;
  const names = shown.length === 0 ? '' : `  \n   ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return `${at + 1}. [\`${file}\`](../../${file}): ${openingOf(file)}${names}`;
};

export const pageOf = ({ title, from }: Pick<Way, 'title' | 'from'>, way: readonly Entered[]): string =>
  [
    `# ${title}`,
    '',
    `Recorded: ${from}. Written by \`npm run trace\`; files in the order in which the work enters them first.`,
    '',
    `${way.length} files, ${functionsOf(way)} functions.`,
    '',
    ...way.map(lineOf),
    '',
  ].join('\n');

export const writePage = (way: Way, entered: readonly Entered[]): void => writeFileSync(pageFile(way.name), pageOf(way, entered));

export interface KeptPage {
  files: string[];
  functions: number;
}

export function keptPage(name: string): KeptPage | undefined {
  if (!existsSync(pageFile(name))) return undefined;
  const text = readFileSync(pageFile(name), 'utf8');
  const files = [...text.matchAll(FILE_LINE)].map(([, file = '']) => file);
  return { files, functions: Number(COUNTS.exec(text)?.[2]) };
}

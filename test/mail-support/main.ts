// Checks the HTML of a report's mail against the tables of caniemail.com for Gmail, Outlook and Apple Mail, which the package caniemail has. It is installed into
// the folder of the runtime, not with the project: it brings a formatter with all of its parts.
//
// usage: npm run test:mail-support
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { projectFile } from '../../src/base/kit/paths.ts';
import { reportMail } from './report-mail.ts';

const VERSION = '2.0.2';
const CLIENTS = ['gmail.*', 'outlook.*', 'apple-mail.*'];

/** What a program may lack, and what a reader then has. */
const LESS_WITHOUT: Readonly<Record<string, string>> = {
  '@media': 'the light look, or the colours that the program makes of it',
  '<style> element': 'likewise: it has the dark look alone',
  'color-scheme meta tag': 'likewise',
  '<body> element': 'its part, which has all of the style',
  'word-break': 'a window that is scrolled where a name is longer than it',
};

interface Issue {
  title: string;
}
interface CanIEmail {
  caniemail: (asked: { clients: string[]; html: string }) => { issues: { errors: Map<string, Issue[]> } };
}

function install(): string {
  const folder = projectFile('.runtime', `npm-caniemail-${VERSION}`);
  const module = `${folder}/node_modules/caniemail/dist/index.js`;
  if (!existsSync(module)) {
    const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
    const { status } = spawnSync('npm', ['install', '--prefix', folder, ...flags, `caniemail@${VERSION}`], { stdio: 'inherit' });
    assert.equal(status, 0, 'npm did not install caniemail');
  }
  return pathToFileURL(module).href;
}

const { caniemail }: CanIEmail = await import(install());
const found = new Map<string, Set<string>>();
const { errors } = caniemail({ clients: CLIENTS, html: (await reportMail()).html }).issues;
for (const [client, issues] of errors)
  for (const { title } of issues) found.set(title, (found.get(title) ?? new Set()).add(client));
for (const [title, clients] of found)
  console.log(`${title}: not in ${[...clients].join(', ')}; ${LESS_WITHOUT[title] ?? 'NOT EXPECTED'}`);
assert.deepEqual(
  [...found.keys()].filter((title) => !Object.hasOwn(LESS_WITHOUT, title)),
  [],
);
// A rule that nothing supports must be found, or the tables are not read.
const planted = caniemail({ clients: CLIENTS, html: '<div style="position:fixed">x</div>' }).issues.errors;
assert.ok(planted.size > 0, 'the tables find nothing');
console.log(`ok: ${CLIENTS.join(', ')}`);

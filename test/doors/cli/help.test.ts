// What `--help` tells an operator.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingGroups } from '../../../src/base/config/config.ts';
import { DEMO_FOLDER } from '../../../src/doors/cli/folder.ts';
import { tributary } from './cli.ts';

test('serve --help names every variable of every provider', async () => {
  const { code, stdout } = await tributary(['serve', '--help']);
  assert.equal(code, 0);
  const variables = Object.values(settingGroups['Connections to providers'] ?? {}).map(({ variable }) => variable);
  assert.ok(variables.length >= 21);
  for (const variable of variables) assert.match(stdout, new RegExp(`^  ${variable} +\\S`, 'm'));
});

test('demo --help names the folder that the demo uses', async () => {
  const { code, stdout } = await tributary(['demo', '--help']);
  assert.equal(code, 0);
  assert.ok(stdout.replace(/\s+/g, '').includes(`otherwise${DEMO_FOLDER})`), stdout);
});

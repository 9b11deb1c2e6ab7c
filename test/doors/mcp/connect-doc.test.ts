// docs/connect-an-agent.md says what is true: its configurations are JSON, its tools and scopes exist, and the scopes it names for a
// set-up are those that the tools of a set-up need.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { askedAs } from '../../../src/base/contract/scopes.ts';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { operationTools } from '../../../src/doors/mcp/tools.ts';
import { OFFERED } from '../oauth/flow.ts';

const text = readFileSync(projectFile('docs', 'connect-an-agent.md'), 'utf8');
const tools = operationTools();
const SETUP = ['create_workspace', 'create_profile', 'create_tracking_key', 'get_tracking_snippet', 'get_profile_readiness'];

test('each configuration is JSON that names the address of the agents', () => {
  const blocks = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, block = '']) => block);
  assert.ok(blocks.length >= 4);
  for (const block of blocks) {
    const { mcpServers, servers } = JSON.parse(block);
    const { tributary } = mcpServers ?? servers;
    assert.match(tributary.url ?? tributary.args.at(-1), /^https?:\/\/[^/]+\/mcp$/);
  }
});

test('the tools and the scopes it names exist, and every scope that is offered is explained', () => {
  for (const [, name = ''] of text.matchAll(/`((?:get|list|search|create|update|put)_\w+)`/g)) assert.ok(tools.has(name), name);
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  const explained = rows.flatMap((row) => [...(row.split('|')[2] ?? '').matchAll(/`(\w+:\w+)`/g)].map(([, scope]) => scope));
  assert.deepEqual(explained.sort(), [...OFFERED].sort());
});

test('a set-up needs the scopes that are named for it', () => {
  const [, named = ''] = /an agent needs (.*?)\./s.exec(text) ?? assert.fail('no scopes are named');
  const scopes = [...named.matchAll(/`(\w+:\w+)`/g)].map(([, scope = '']) => scope);
  for (const name of [...SETUP, 'put_definition']) {
    const { operation } = tools.get(name) ?? assert.fail(name);
    const { scopes: needed } = operation;
    assert.ok(needed.length === 0 || needed.some((scope) => scopes.includes(askedAs(scope))), `${name} needs ${needed}`);
  }
});

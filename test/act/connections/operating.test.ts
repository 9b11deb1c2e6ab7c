// What docs/operating.md tells operators of each provider is what its client does: scopes, redirect address, address of webhooks, variables.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { providers, registeredClient } from '../../../src/act/connections/providers.ts';
import { missingVariables, readConfig, settingGroups } from '../../../src/base/config/config.ts';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { startTestApp } from '../../harness.ts';

const document = readFileSync(projectFile('docs/operating.md'), 'utf8');
const rows = document.split('\n').filter((line) => line.startsWith('| '));
const VERSION = /^TRIBUTARY_(.+)_API_VERSION$/;

test('operating.md has a row of a table for each provider, as its client does', async (t) => {
  const registered = {
    clientId: 'id',
    clientSecret: 'secret',
    developerToken: 'token',
    webhookSecret: 'secret',
    appSecret: 'secret',
    verifyToken: 'token',
  };
  const app = await startTestApp({
    config: {
      providers: Object.fromEntries(
        providers().flatMap(({ id }) => (id === 'sandbox' || id === 'woocommerce' ? [] : [[id, registered]])),
      ),
    },
  });
  t.after(() => app.close());
  const none = readConfig({ dataDir: '/nowhere' }, {});
  for (const provider of providers()) {
    const { id, name, kind } = provider;
    if (id === 'sandbox') continue;
    const row = rows.find((each) => each.startsWith(`| ${name} |`)) ?? '';
    assert.notEqual(row, '', `${name} has no row`);
    // A table goes on without an empty line, or it is none.
    assert.match(document.slice(0, document.indexOf(row)), /\|\n$/, name);
    const client = registeredClient(app.base, provider);
    assert.ok(client, id);
    for (const scope of [...client.scopes.read, ...client.scopes.write])
      assert.ok(row.includes(`\`${scope}\``), `${name}: ${scope}`);
    if (client.oauth) assert.ok(row.includes(`\`<address>/connect/${id}/callback\``), `${name}: redirect address`);
    for (const variable of missingVariables(none.providers, id)) {
      const rest = variable.slice(`TRIBUTARY_${id.toUpperCase()}`.length);
      assert.ok(row.includes(`\`${variable}\``) || row.includes(`\`${rest}\``), `${name}: ${variable}`);
    }
    if (kind === 'ad_platform' || !('hookPlace' in client)) continue;
    const hooks = client.hookPlace === 'app' ? `\`<address>/hooks/${id}\`` : 'registered automatically';
    assert.ok(row.includes(hooks), `${name}: address of webhooks`);
  }
});

test('operating.md names the providers whose version is a setting', () => {
  const variables = Object.values(settingGroups['Connections to providers'] ?? {}).map(({ variable }) => variable);
  const ids = variables.flatMap((variable) => VERSION.exec(variable)?.[1]?.toLowerCase() ?? []);
  const names = providers().flatMap(({ id, name }) => (ids.includes(id) ? [name] : []));
  const line = document.split('\n').find((each) => each.includes('_API_VERSION`')) ?? '';
  for (const name of names) assert.ok(line.includes(name), name);
  assert.equal(ids.length, names.length);
});

// The settings of providers: one definition each, from which the variables, their values and what is missing follow.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingVariables, readConfig } from '../../../src/base/config/config.ts';

test('a provider is configured by its variables, and what is given wins', () => {
  const config = readConfig(
    { dataDir: 'x', providers: { meta: { clientId: 'given' } } },
    {
      TRIBUTARY_META_CLIENT_ID: 'from the environment',
      TRIBUTARY_META_CLIENT_SECRET: 'secret',
      TRIBUTARY_META_API_VERSION: 'v27.0',
    },
  );
  const { clientId, clientSecret, apiVersion, url } = config.providers.meta;
  assert.deepEqual(
    { clientId, clientSecret, apiVersion, url },
    { clientId: 'given', clientSecret: 'secret', apiVersion: 'v27.0', url: undefined },
  );
  assert.deepEqual(missingVariables(config.providers, 'meta'), []);
});

test('the variables that are missing are named', () => {
  const config = readConfig({ dataDir: 'x' }, { TRIBUTARY_GOOGLE_ADS_CLIENT_ID: 'id' });
  assert.deepEqual(missingVariables(config.providers, 'google_ads'), [
    'TRIBUTARY_GOOGLE_ADS_CLIENT_SECRET',
    'TRIBUTARY_GOOGLE_ADS_DEVELOPER_TOKEN',
  ]);
});

test('a bad value is refused by the name of its variable', () => {
  assert.throws(() => readConfig({ dataDir: 'x' }, { TRIBUTARY_TIKTOK_URL: 'ftp://x' }), /TRIBUTARY_TIKTOK_URL/);
  assert.throws(() => readConfig({ dataDir: 'x' }, { TRIBUTARY_PORT: 'x' }), /TRIBUTARY_PORT/);
});

// Secrets of connections: never printed, and gone with the profile's key.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { openState } from '../../src/base/state/open-state.ts';
import { openSecret, Secret, sealSecret } from '../../src/providers/secret.ts';
import { temporaryFolder, testConfig } from '../base/folder.ts';

test('a secret prints as [secret], is sealed for one place, and goes with the key', (t) => {
  const secret = new Secret('token-4711');
  for (const text of [
    `${secret}`,
    String(secret),
    JSON.stringify({ secret }),
    inspect({ secret }, { depth: 9, showHidden: true }),
  ])
    assert.ok(text.includes('[secret]') && !text.includes('4711'), text);
  const state = openState(testConfig(temporaryFolder(t)), { now: () => 0 });
  t.after(() => state.close());
  state.tx(() => state.keys.create('p'));
  const sealed = sealSecret({ state }, 'p', 'connection 1', secret);
  assert.ok(!sealed.includes('4711'));
  assert.equal(openSecret({ state }, 'p', 'connection 1', sealed).reveal(), 'token-4711');
  assert.throws(() => openSecret({ state }, 'p', 'connection 2', sealed));
  state.keys.remove('p');
  assert.throws(() => openSecret({ state }, 'p', 'connection 1', sealed));
});

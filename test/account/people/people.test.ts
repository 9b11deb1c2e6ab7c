// People are their addresses: one each, whatever the case.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPerson, findPerson } from '../../../src/account/people/index.ts';
import { openWorld, refusal } from '../world.ts';

test('createPerson', async (t) => {
  const { base } = await openWorld(t);

  await t.test('finds the person again by the address in any case', () => {
    const person = createPerson(base, { email: ' Joe@Example.COM ', actor: 'system' });
    assert.equal(person.email, 'joe@example.com');
    assert.equal(findPerson(base, 'JOE@example.com')?.personId, person.personId);
    assert.equal(findPerson(base, 'jo@example.com'), undefined);
  });

  await t.test('refuses an address somebody has', () => {
    assert.throws(() => createPerson(base, { email: 'JOE@example.com', actor: 'system' }), refusal('invalid_state'));
  });

  await t.test('refuses what is no address', () => {
    for (const email of [
      '',
      'joe',
      '@example.com',
      'joe@',
      'a b@example.com',
      'a@b@c',
      `${'x'.repeat(250)}@b.example`,
      'a\u0000@b.c',
    ]) {
      assert.throws(() => createPerson(base, { email, actor: 'system' }), refusal('validation_error'), JSON.stringify(email));
    }
  });
});

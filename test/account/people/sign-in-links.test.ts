// A sign-in link is one session for one person, once and soon, and nothing of it can be read from the stores.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identifySession } from '../../../src/account/access/index.ts';
import { createSignInLink, findPerson, redeemSignInLink } from '../../../src/account/people/index.ts';
import { ANN, openWorld } from '../world.ts';

const MINUTE_MS = 60_000;

test('a sign-in link', async (t) => {
  const { base, clock } = await openWorld(t);
  const personId = findPerson(base, ANN.email)?.personId as string;

  await t.test('gives a session of its person', () => {
    const redeemed = redeemSignInLink(base, createSignInLink(base, personId).token);
    assert.ok(redeemed.outcome === 'signed_in');
    const principal = identifySession(base, redeemed.session.token);
    assert.equal(principal?.personId, personId);
    assert.equal(principal?.kind, 'session');
  });

  await t.test('works once', () => {
    const { token } = createSignInLink(base, personId);
    assert.equal(redeemSignInLink(base, token).outcome, 'signed_in');
    assert.deepEqual(redeemSignInLink(base, token), { outcome: 'used' });
  });

  await t.test('works until its 15 minutes are over, not at their end', () => {
    const early = createSignInLink(base, personId);
    const late = createSignInLink(base, personId);
    clock.advance(15 * MINUTE_MS - 1);
    assert.equal(redeemSignInLink(base, early.token).outcome, 'signed_in');
    clock.advance(1);
    assert.equal(late.expiresAt, clock.now());
    assert.deepEqual(redeemSignInLink(base, late.token), { outcome: 'expired' });
  });

  await t.test('is unknown when a part of it is wrong, and when its time is long past', () => {
    const { token } = createSignInLink(base, personId);
    const last = token.at(-1) === 'A' ? 'B' : 'A';
    for (const wrong of [
      `${token.slice(0, -1)}${last}`,
      token.slice(0, -1),
      `${token}A`,
      token.replace('svc_link_', ''),
      '',
      'svc_link_',
    ])
      assert.deepEqual(redeemSignInLink(base, wrong), { outcome: 'unknown' }, wrong);
    clock.advance(2 * 24 * 60 * MINUTE_MS);
    createSignInLink(base, personId);
    assert.deepEqual(redeemSignInLink(base, token), { outcome: 'unknown' });
  });

  await t.test('is random, and kept only as a hash', () => {
    const tokens = Array.from({ length: 20 }, () => createSignInLink(base, personId).token);
    assert.equal(new Set(tokens).size, 20);
    const rest = (tokens[0] as string).slice('svc_link_'.length + 8);
    assert.ok(Buffer.from(rest, 'base64url').length >= 16, 'at least 128 bits beside what finds the row');
    const kept = base.state.statement('account/people/sign_in_link_find').all({ lookup: (tokens[0] as string).slice(9, 17) });
    assert.equal(kept.length, 1);
    assert.ok(!JSON.stringify(kept).includes(rest));
  });
});

test('a link is no session, and a session no link', async (t) => {
  const { base, ann } = await openWorld(t);
  const personId = findPerson(base, ANN.email)?.personId as string;
  const { token } = createSignInLink(base, personId);
  assert.equal(identifySession(base, token), undefined);
  assert.equal(identifySession(base, undefined), undefined);
  assert.equal(identifySession(base, ann.api_key), undefined);
  assert.deepEqual(redeemSignInLink(base, ann.session_token), { outcome: 'unknown' });
});

// Lists of customers at Meta and Google: made, found again after a lost answer, filled and emptied by parts, hashed by each platform's rules, and
// refused until a person has accepted the terms.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../../src/base/config/config.ts';
import { systemClock } from '../../../src/base/kit/clock.ts';
import { adPlatformErrorOf } from '../../../src/providers/ad-platform-errors.ts';
import { type AudienceKind, type AudienceMember, memberOf } from '../../../src/providers/audiences/audience.ts';
import { createAudiences } from '../../../src/providers/audiences/index.ts';
import { sha256 } from '../../../src/providers/conversions/hashing/digest.ts';
import { ProviderFailure } from '../../../src/providers/http/failure.ts';
import { Secret } from '../../../src/providers/secret.ts';
import { type FakeLists, startGoogleLists, startMetaLists } from '../../fakes/conversions/audiences.ts';
import { TOKEN } from '../../fakes/conversions/receiver.ts';
import { fullEvent } from '../conversions/events.ts';

const grant = { accessToken: () => Promise.resolve(new Secret(TOKEN)) };
const account = { id: '1234567890', loginAccountId: '99' };
const PART = { session: 7, part: 1, isLast: true, total: 1 };
const starts = { meta: startMetaLists, google_ads: startGoogleLists };

async function open(t: Parameters<typeof startMetaLists>[0], id: AudienceKind['id']) {
  const fake = await starts[id](t);
  const app = { url: fake.server.url, clientId: 'app', clientSecret: 'secret' };
  const providers = { meta: app, google_ads: { ...app, developerToken: 'developer' } };
  const config = readConfig({ dataDir: '/nowhere', providers }, {});
  const kind = createAudiences(config.providers, { clock: systemClock, timeoutMs: 2_000 }).get(id);
  assert.ok(kind);
  return { fake, kind };
}

const memberAt = (at: number): AudienceMember => ({
  emails: [`person.${at}@example.com`],
  phones: [`+4930123456${String(at).padStart(3, '0')}`],
  externalId: `c-${at}`,
});
const failureOf = async (call: Promise<unknown>): Promise<ProviderFailure> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ProviderFailure, String(error));
  return error;
};
const sizeOf = (fake: FakeLists, id: string): number | undefined => fake.lists.get(id)?.members.size;

for (const id of ['meta', 'google_ads'] as const) {
  test(`${id}: a list is made, filled by parts, repeated without harm, and emptied`, async (t) => {
    const { fake, kind } = await open(t, id);
    const listId = await kind.create(grant, account, { name: 'Buyers', marker: 'op-1' });
    assert.equal(fake.lists.get(listId)?.name, 'Buyers [op-1]');
    const list = { account, id: listId };
    const members = Array.from({ length: 30 }, (_, at) => memberAt(at));
    for (const [at, part] of [members.slice(0, 20), members.slice(20)].entries()) {
      const receipt = await kind.add(grant, list, part, { session: 7, part: at + 1, isLast: at === 1, total: 30 });
      assert.deepEqual([receipt.received, receipt.invalid], [part.length, 0]);
    }
    const size = sizeOf(fake, listId);
    assert.equal(size, id === 'meta' ? 30 : 60);
    await kind.add(grant, list, members.slice(0, 5), PART);
    assert.equal(sizeOf(fake, listId), size);
    await kind.remove(grant, list, members.slice(0, 29), PART);
    assert.equal(sizeOf(fake, listId), id === 'meta' ? 1 : 2);
    assert.equal(await kind.find(grant, account, 'op-1'), listId);
    assert.equal(await kind.find(grant, account, 'op-2'), undefined);
  });

  test(`${id}: after a lost answer the list is found, not made twice`, async (t) => {
    const { fake, kind } = await open(t, id);
    for (const script of ['error_once', 'reset_after_apply'] as const) {
      fake.server.fail(script);
      const failure = await failureOf(kind.create(grant, account, { name: 'Buyers', marker: 'op-1' }));
      assert.equal(failure.outcome, 'unknown', script);
    }
    assert.equal(fake.lists.size, 1);
    assert.equal(await kind.find(grant, account, 'op-1'), [...fake.lists.keys()][0]);
  });

  test(`${id}: a list is filled again after a lost answer`, async (t) => {
    const { fake, kind } = await open(t, id);
    const listId = await kind.create(grant, account, { name: 'Buyers', marker: 'op-1' });
    fake.server.fail('reset_after_apply');
    await kind.add(grant, { account, id: listId }, [memberAt(1)], PART);
    assert.equal(sizeOf(fake, listId), id === 'meta' ? 1 : 2);
  });

  test(`${id}: terms that nobody accepted are 428, with the address where they are`, async (t) => {
    const { fake, kind } = await open(t, id);
    fake.lists.set('5', { name: 'x', members: new Set() });
    fake.hasTerms = false;
    const call =
      id === 'meta'
        ? kind.create(grant, account, { name: 'Buyers', marker: 'op-1' })
        : kind.add(grant, { account, id: '5' }, [memberAt(1)], PART);
    const failure = await failureOf(call);
    assert.equal(failure.outcome, 'terms');
    const refusal = adPlatformErrorOf(failure, { name: id, use: 'write' });
    assert.deepEqual([refusal.code, refusal.status], ['audience_tos_required', 428]);
    assert.match(kind.termsUrl(account), /^https:\/\/.*1234567890/);
    assert.equal(await kind.hasAcceptedTerms(grant, account), id === 'meta' ? false : undefined);
  });

  test(`${id}: nobody to match, dead grants and absent lists`, async (t) => {
    const { fake, kind } = await open(t, id);
    const listId = await kind.create(grant, account, { name: 'Buyers', marker: 'op-1' });
    await kind.add(grant, { account, id: listId }, [{ emails: ['no address'], phones: [] }], PART);
    assert.equal(sizeOf(fake, listId), 0);
    assert.equal((await failureOf(kind.add(grant, { account, id: '404' }, [memberAt(1)], PART))).outcome, 'not_found');
    const dead = { accessToken: () => Promise.resolve(new Secret('other')) };
    assert.equal((await failureOf(kind.add(dead, { account, id: listId }, [memberAt(1)], PART))).outcome, 'reconnect');
  });
}

test('meta: rows by the rules of lists, in a session, without the samples of the answer', async (t) => {
  const { fake, kind } = await open(t, 'meta');
  const listId = await kind.create(grant, account, { name: 'Buyers', marker: 'op-1' });
  const { person } = fullEvent();
  const member = memberOf({ ...person, emails: ['Ana@Example.com', 'ana@work.example'] }, 'standard');
  assert.ok(member);
  const receipt = await kind.add(grant, { account, id: listId }, [member], { session: 9, part: 2, isLast: false, total: 5 });
  assert.deepEqual(receipt, { received: 2, invalid: 0 });
  const { payload, session } = JSON.parse(fake.server.requests.at(-1)?.body ?? '');
  assert.deepEqual(session, { session_id: 9, batch_seq: 2, last_batch_flag: false, estimated_num_total: 5 });
  const rest = ['anamaría', 'obrien', 'sanjos', 'ca', '94045-1234', 'us'].map(sha256);
  assert.deepEqual(payload.data, [
    ['Customer 7', sha256('ana@example.com'), sha256('56987654321'), ...rest],
    ['Customer 7', sha256('ana@work.example'), '', ...rest],
  ]);
});

test('google_ads: a member has the consent that was said, and a removal none', async (t) => {
  const { fake, kind } = await open(t, 'google_ads');
  const list = { account, id: await kind.create(grant, account, { name: 'Buyers', marker: 'op-1' }) };
  const consented = { ...memberAt(1), consent: { adUserData: true, adPersonalization: undefined } };
  await kind.add(grant, list, [consented, memberAt(2)], PART);
  const sent = (): unknown[] =>
    JSON.parse(fake.server.requests.at(-1)?.body ?? '').audienceMembers.map((each: { consent?: unknown }) => each.consent);
  assert.deepEqual(sent(), [{ adUserData: 'CONSENT_GRANTED' }, undefined]);
  await kind.remove(grant, list, [consented], PART);
  assert.deepEqual(sent(), [undefined]);
});

test('meta: a name that is refused is a value that is refused', async (t) => {
  const { fake, kind } = await open(t, 'meta');
  fake.refusesNames = true;
  const failure = await failureOf(kind.create(grant, account, { name: 'Botox patients', marker: 'op-1' }));
  assert.deepEqual([failure.outcome, failure.details.reason], ['rejected', 'Audience Upload Blocked']);
  assert.equal(adPlatformErrorOf(failure, { name: 'Meta', use: 'write' }).code, 'validation_error');
});

test('the safe modes: addresses and numbers alone, and nobody at all', () => {
  const { person } = fullEvent();
  assert.deepEqual(memberOf(person, 'platform_safe'), { emails: person.emails, phones: person.phones });
  assert.equal(memberOf(person, 'hipaa'), undefined);
  assert.equal(JSON.stringify(memberOf(person, 'standard')).includes('203.0.113.7'), false);
});

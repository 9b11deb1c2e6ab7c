// Stitching: the rules of identity one by one, on real stores.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Base } from '../../../src/base/base.ts';
import { purgeTables } from '../../../src/base/state/owned-tables.ts';
import { findCustomers, headOf, stitch } from '../../../src/collect/identity/index.ts';
import { slice } from '../../../src/collect/identity/slice.ts';
import { PROFILE, type Sent, type World, world } from './world.ts';

const SERVER_EMAIL: Sent = { email: 'ana@example.com' };

async function told(w: World, ...facts: Sent[]): Promise<string[]> {
  const before = w.log().length;
  await w.send(...facts);
  await stitch(w, PROFILE);
  return w.log().slice(before);
}
const proposals = (w: World): string[] =>
  (w.rows()['proposals'] as { customer_a: bigint; customer_b: bigint; status: string }[]).map(
    (p) => `${p.customer_a}-${p.customer_b} ${p.status}`,
  );
const evidence = (w: World): string[] =>
  (w.rows()['proposal_evidence'] as { kind: string; type: string; times: bigint }[])
    .map((e) => `${e.kind} ${e.type} ${e.times}`)
    .sort();

test('an identifier nobody holds creates a customer', async (t) => {
  const w = await world(t);
  assert.deepEqual(await told(w, { external_id: 'E1', email: 'ana@example.com', browser: 'b1' }), [
    'customer_created #1',
    'identifier_added external_id E1 #1',
    'identifier_added email ana@example.com #1',
    'browser_linked b1 #1',
  ]);
  await t.test('and the same fact again decides nothing', async () => {
    assert.deepEqual(await told(w, { external_id: 'E1', email: 'ana@example.com', browser: 'b1' }), []);
  });
  await t.test('one customer found: new identifiers are added to it', async () => {
    assert.deepEqual(await told(w, { email: 'ana@example.com', phone: '+56961234567' }), [
      'identifier_added phone +56961234567 #1',
    ]);
  });
  await t.test('a linked browser leads to its customer too', async () => {
    assert.deepEqual(await told(w, { browser: 'b1', crm_contact_id: 'C-9' }), ['identifier_added crm_contact_id C-9 #1']);
  });
  await t.test('a fact without identifiers only moves the cursor', async () => {
    assert.deepEqual(await told(w, { browser: 'b1' }, { browser: 'b2' }), []);
    assert.equal(w.state.cursor('stitched', PROFILE), w.journal.lastSeq(PROFILE));
  });
});

test('two customers found: the strongest identifier decides, nothing is merged, a proposal is opened', async (t) => {
  const w = await world(t);
  await told(w, { external_id: 'E1' }, SERVER_EMAIL);
  assert.deepEqual(await told(w, { external_id: 'E1', email: 'ana@example.com', phone: '+56961234567' }), [
    'identifier_added phone +56961234567 #1',
  ]);
  assert.deepEqual(proposals(w), ['1-3 open']);
  assert.deepEqual(evidence(w), ['same_fact email 1', 'same_fact external_id 1']);
  await t.test('more of the same evidence is counted, and a dismissed pair stays dismissed', async () => {
    w.state.db.prepare("update proposals set status = 'dismissed'").run();
    await told(w, { external_id: 'E1', email: 'ana@example.com' });
    assert.deepEqual(proposals(w), ['1-3 dismissed']);
    assert.deepEqual(evidence(w), ['same_fact email 2', 'same_fact external_id 2']);
  });
});

test('limits: weaker evidence is left off and the look-up repeated', async (t) => {
  await t.test('a second external id makes another customer, and the e-mail stays where it is', async (t2) => {
    const w = await world(t2);
    await told(w, { external_id: 'E1', email: 'ana@example.com' });
    assert.deepEqual(await told(w, { external_id: 'E2', email: 'ana@example.com', phone: '+56961234567' }), [
      'customer_created #4',
      'identifier_added external_id E2 #4',
      'identifier_added phone +56961234567 #4',
      'identifier_left_off email ana@example.com contradicts_stronger #4',
    ]);
  });
  await t.test('one national id', async (t2) => {
    const w = await world(t2);
    await told(w, { national_id: '12345678-5', phone: '+56961234567' });
    assert.deepEqual(await told(w, { national_id: '10000013-K', phone: '+56961234567' }), [
      'customer_created #4',
      'identifier_added national_id 10000013-K #4',
      'identifier_left_off phone +56961234567 contradicts_stronger #4',
    ]);
  });
  await t.test('the sixth e-mail is left off, once in the log and counted after', async (t2) => {
    const w = await world(t2);
    for (let i = 1; i <= 5; i++) await told(w, { external_id: 'E1', email: `a${i}@example.com` });
    const sixth = { external_id: 'E1', email: 'a6@example.com' };
    assert.deepEqual(await told(w, sixth, sixth), ['identifier_left_off email a6@example.com limit_reached #1']);
    const [left] = w.rows()['identifiers_left_off'] as { times: bigint }[];
    assert.equal(left?.times, 2n);
  });
  await t.test('the fifth is not', async (t2) => {
    const w = await world(t2);
    await told(w, ...[1, 2, 3, 4].map((i) => ({ external_id: 'E1', email: `a${i}@example.com` })));
    assert.deepEqual(await told(w, { external_id: 'E1', email: 'a5@example.com' }), ['identifier_added email a5@example.com #1']);
  });
  await t.test('a browser of another external id is no evidence against it', async (t2) => {
    const w = await world(t2);
    await told(w, { external_id: 'E1', browser: 'family' });
    assert.deepEqual(await told(w, { external_id: 'E2', browser: 'family' }), [
      'customer_created #4',
      'identifier_added external_id E2 #4',
    ]);
    assert.deepEqual(proposals(w), ['1-4 open']);
    assert.deepEqual(evidence(w), ['shared_browser anonymous_id 1']);
  });
  await t.test('several weak pieces of evidence go one after another', async (t2) => {
    const w = await world(t2);
    await told(w, { external_id: 'E1', crm_contact_id: 'C1', email: 'ana@example.com', browser: 'b' });
    const log = await told(w, { external_id: 'E2', crm_contact_id: 'C1', email: 'ana@example.com', browser: 'b' });
    assert.deepEqual(log, [
      'customer_created #6',
      'identifier_added external_id E2 #6',
      'identifier_left_off crm_contact_id C1 contradicts_stronger #6',
      'identifier_left_off email ana@example.com contradicts_stronger #6',
    ]);
    assert.deepEqual(proposals(w), ['1-6 open'], 'of the shared browser');
  });
});

test('the first link of a browser wins; a shared device becomes a proposal', async (t) => {
  const w = await world(t);
  await told(w, { external_id: 'E1', browser: 'b1' }, { external_id: 'E2', browser: 'b2' });
  assert.deepEqual(await told(w, { external_id: 'E2', browser: 'b1' }), []);
  assert.deepEqual(proposals(w), ['1-4 open']);
  const [b1] = w.state.db.prepare("select customer_no, anonymous_id from browsers where anonymous_id = 'b1'").all() as {
    customer_no: number;
  }[];
  assert.equal(b1?.customer_no, 1);
});

test('a browser’s traits', async (t) => {
  await t.test('may create a customer and link their own browser', async (t2) => {
    const w = await world(t2);
    assert.deepEqual(await told(w, { trust: 'browser', email: 'ana@example.com', phone: '+56961234567', browser: 'b1' }), [
      'customer_created #1',
      'identifier_added email ana@example.com #1',
      'browser_linked b1 #1',
    ]);
    assert.deepEqual(await told(w, { trust: 'browser', email: 'ana@example.com', browser: 'b2' }), ['browser_linked b2 #1']);
  });
  await t.test(
    'never add an identifier to an existing customer: the claim waits and proposes once somebody holds it',
    async (t2) => {
      const w = await world(t2);
      await told(w, { email: 'ana@example.com', browser: 'b1' });
      const claim: Sent = { trust: 'browser', email: 'ana@example.com', phone: '+56961234567' };
      assert.deepEqual(await told(w, claim, { trust: 'browser', external_id: 'E9', browser: 'b1' }), []);
      assert.deepEqual(proposals(w), []);
      assert.equal(w.rows()['identifier_claims']?.length, 2);
      assert.deepEqual(await told(w, { phone: '+56961234567' }), [
        'customer_created #4',
        'identifier_added phone +56961234567 #4',
      ]);
      assert.deepEqual(proposals(w), ['1-4 open']);
      assert.deepEqual(evidence(w), ['browser_claim phone 1']);
      await t2.test('a server that confirms the claim just adds it', async () => {
        assert.deepEqual(await told(w, { email: 'ana@example.com', external_id: 'E9' }), ['identifier_added external_id E9 #1']);
        assert.deepEqual(proposals(w), ['1-4 open']);
        assert.deepEqual(w.rows()['identifier_claims'], []);
      });
    },
  );
  await t.test('two customers named by a browser are a proposal too', async (t2) => {
    const w = await world(t2);
    await told(w, { email: 'ana@example.com' }, { phone: '+56961234567' });
    assert.deepEqual(await told(w, { trust: 'browser', email: 'ana@example.com', phone: '+56961234567' }), []);
    assert.deepEqual(proposals(w), ['1-3 open']);
  });
  await t.test('a browser’s name gives way to a server’s, and not the other way', async (t2) => {
    const w = await world(t2);
    const name = (): unknown => w.state.db.prepare('select first_name, last_name from customers').all();
    await told(w, { trust: 'browser', email: 'ana@example.com', first_name: 'Anna' });
    assert.deepEqual(name(), [{ first_name: 'Anna', last_name: null }]);
    await told(w, { email: 'ana@example.com', country: 'CL' });
    assert.deepEqual(name(), [{ first_name: null, last_name: null }]);
    await told(w, { email: 'ana@example.com', first_name: 'Ana', last_name: 'Pérez' });
    assert.deepEqual(name(), [{ first_name: 'Ana', last_name: 'Pérez' }]);
    const found = (): unknown => w.state.db.prepare("select value from search_values where kind = 'name'").pluck().all();
    await told(w, { email: 'ana@example.com', first_name: 'Ana', last_name: 'Other', country: 'AR' });
    assert.deepEqual(found(), ['ana perez']);
    await told(
      w,
      { trust: 'browser', email: 'ana@example.com', first_name: 'Mallory' },
      { email: 'ana@example.com', first_name: 'X' },
    );
    assert.deepEqual(name(), [{ first_name: 'Ana', last_name: 'Pérez' }]);
  });
  await t.test('half a name is completed, but a server’s not by a browser', async (t2) => {
    const w = await world(t2);
    const name = (): unknown => w.state.db.prepare('select first_name, last_name from customers').all();
    await told(w, { email: 'ana@example.com', first_name: 'Ana' });
    await told(w, { trust: 'browser', email: 'ana@example.com', last_name: 'Mallory' });
    assert.deepEqual(name(), [{ first_name: 'Ana', last_name: null }]);
    await told(w, { email: 'ana@example.com', first_name: 'Anna', last_name: 'Pérez' });
    assert.deepEqual(name(), [{ first_name: 'Ana', last_name: 'Pérez' }]);
    const found = w.state.db.prepare("select value from search_values where kind = 'name'").pluck().all();
    assert.deepEqual(found, ['ana perez']);
  });
});

test('a page without a browser id', async (t) => {
  const w = await world(t);
  await t.test('is linked under the token that stands for its browser', async () => {
    assert.deepEqual(await told(w, { email: 'ana@example.com', url: 'https://shop.example/' }), [
      'customer_created #1',
      'identifier_added email ana@example.com #1',
      'browser_linked pseudo #1',
    ]);
    const [browser] = w.rows()['browsers'] as { anonymous_id: unknown }[];
    assert.equal(browser?.anonymous_id, null);
  });
});

test('merged customers', async (t) => {
  const w = await world(t);
  await told(w, { external_id: 'E1' }, { external_id: 'E2' }, { external_id: 'E3', email: 'ana@example.com' });
  w.state.db.prepare('insert into merge_edges values (?, 1, 3, 100), (?, 3, 5, 101)').run(PROFILE, PROFILE);
  await t.test('are one person under the oldest member', () => {
    assert.deepEqual(
      [1n, 3n, 5n].map((no) => headOf({ state: w.state }, PROFILE, no)),
      [1n, 1n, 1n],
    );
    assert.equal(headOf({ state: w.state }, PROFILE, 77n), 77n);
  });
  await t.test('new evidence attaches to the member it names', async () => {
    assert.deepEqual(await told(w, { external_id: 'E2', phone: '+56961234567' }), ['identifier_added phone +56961234567 #3']);
  });
  await t.test('are no pair to ask about among themselves; what speaks for one is kept for the day they are none', async () => {
    await told(w, { external_id: 'E1', email: 'ana@example.com', browser: 'b1' }, { external_id: 'E2', browser: 'b1' });
    const persons = w.state.db.prepare('select customer_a, customer_b, person_low, person_high from proposals').raw();
    assert.deepEqual(persons.all(), [
      [1, 3, 1, 1],
      [1, 5, 1, 1],
    ]);
  });
  await t.test('a merge undone leaves each with its own', () => {
    w.state.db.prepare('delete from merge_edges where decision_no = 100').run();
    assert.deepEqual(
      [1n, 3n, 5n].map((no) => headOf({ state: w.state }, PROFILE, no)),
      [1n, 3n, 3n],
    );
  });
});

test('clear personal data', async (t) => {
  const w = await world(t);
  await told(w, { national_id: '12.345.678-5', email: 'Ana@Example.com', browser: 'b1' });
  await t.test('leaves the journal once stitched', () => {
    assert.ok(w.journal.read(PROFILE, 0n, 10).every((fact) => fact.traits === null));
  });
  await t.test('or with the next call, when emptying failed after the commit', async () => {
    await w.send({ email: 'late@example.com' });
    const failing = { ...w, journal: { ...w.journal, clearTraits: () => Promise.reject(new Error('the writer died')) } };
    await assert.rejects(stitch(failing, PROFILE), /the writer died/);
    assert.equal(w.state.cursor('stitched', PROFILE), 2n, 'the work itself is done');
    await stitch(w, PROFILE);
    assert.ok(w.journal.read(PROFILE, 0n, 10).every((fact) => fact.traits === null));
    assert.equal(w.log().filter((line) => line.includes('late@example.com')).length, 1);
  });
  await t.test('a national id is kept encrypted only', () => {
    const rows = w.state.db.prepare('select type, value, sealed from identifiers where added_by_seq = 1 order by type').all() as {
      type: string;
      value: string | null;
      sealed: Buffer | null;
    }[];
    assert.deepEqual(
      rows.map((row) => [row.type, row.value]),
      [
        ['email', 'ana@example.com'],
        ['national_id', null],
      ],
    );
    const sealed = rows[1]?.sealed as Buffer;
    assert.ok(!sealed.includes('12345678'));
    assert.equal(w.state.keys.decrypt(PROFILE, 'national_id', sealed), '12345678-5');
  });
  await t.test('decisions hold keys, no clear value', () => {
    const text = JSON.stringify(w.state.db.prepare('select * from decisions').all());
    assert.doesNotMatch(text, /ana@|12345678-5|b1/i);
  });
});

test('seen', async (t) => {
  const w = await world(t);
  await told(w, SERVER_EMAIL, SERVER_EMAIL, SERVER_EMAIL);
  const seen = (): unknown =>
    w.state.db.prepare('select (last_seen_at - first_seen_at) / 60000000 as minutes, created_by_seq as seq from customers').get();
  assert.deepEqual(seen(), { minutes: 2, seq: 1 });
  await told(w, SERVER_EMAIL);
  assert.deepEqual(seen(), { minutes: 3, seq: 1 });
});

test('a poison fact', async (t) => {
  const w = await world(t);
  const poison = async (
    change: (fact: { traits: Uint8Array; identifierTokens: Record<string, string> }) => object,
  ): Promise<void> => {
    await w.journal.append([
      {
        profileId: PROFILE,
        kind: 'event',
        schemaVersion: 1,
        receivedAt: 1,
        occurredAt: 1,
        trust: 'server',
        eventType: 'seen',
        body: '{}',
        ...change({ traits: w.state.keys.encrypt(PROFILE, 'traits', '{}'), identifierTokens: { email: 'token' } }),
      },
    ]);
  };
  await w.send(SERVER_EMAIL);
  await poison(() => ({ identifierTokens: { email: 't1' }, traits: new Uint8Array([1, 2, 3]) }));
  await poison(() => ({
    identifierTokens: { email: 't2' },
    traits: w.state.keys.encrypt(PROFILE, 'traits', '{"email": secret'),
  }));
  await poison(() => ({ identifierTokens: { email: 'token' }, traits: w.state.keys.encrypt(PROFILE, 'other', '{}') }));
  await w.send({ phone: '+56961234567' });
  await stitch(w, PROFILE);
  await t.test('is set aside with its reason, and the rest goes on', () => {
    assert.deepEqual(w.log(), [
      'customer_created #1',
      'identifier_added email ana@example.com #1',
      'quarantine_verdict traits_undecryptable #3',
      'quarantine_verdict traits_not_json #4',
      'quarantine_verdict traits_undecryptable #5',
      'customer_created #6',
      'identifier_added phone +56961234567 #6',
    ]);
  });
  await t.test('keeps its traits for another try, though the journal’s copy is emptied', () => {
    const kept = w.state.db.prepare('select seq, traits from quarantine order by seq').all() as { seq: number; traits: Buffer }[];
    assert.deepEqual(
      kept.map((row) => row.seq),
      [2, 3, 4],
    );
    assert.deepEqual([...(kept[0]?.traits ?? [])], [1, 2, 3]);
    assert.ok(w.journal.read(PROFILE, 0n, 10).every((fact) => fact.traits === null));
  });
  await t.test('no word of the fact is in the reason', () => {
    assert.doesNotMatch(JSON.stringify(w.state.db.prepare('select payload from decisions').all()), /secret/);
  });
});

test('a fact that identity cannot take', async (t) => {
  const w = await world(t);
  w.state.db.exec(`create trigger refuse before insert on identifiers when new.value = 'poison@example.com'
    begin select raise(abort, 'not this one: poison@example.com'); end`);
  await w.send(SERVER_EMAIL, { email: 'poison@example.com', external_id: 'E9', browser: 'b9' }, { phone: '+56961234567' });
  assert.deepEqual(await stitch(w, PROFILE), { from: 0n, to: 3n });
  await t.test('is set aside whole after three attempts, and the rest goes on', () => {
    assert.deepEqual(w.log(), [
      'customer_created #1',
      'identifier_added email ana@example.com #1',
      'quarantine_verdict not_taken:SQLITE_CONSTRAINT_TRIGGER #3',
      'customer_created #4',
      'identifier_added phone +56961234567 #4',
    ]);
    const counts = w.state.db.prepare(
      'select (select count(*) from browsers) as browsers, (select count(*) from customers) as customers',
    );
    assert.deepEqual({ ...(counts.get() as object) }, { browsers: 0, customers: 2 });
  });
  await t.test('keeps its traits for another try, and no word of it is in the reason', () => {
    const kept = w.state.db.prepare('select seq, length(traits) > 0 as has_traits from quarantine').all() as object[];
    assert.deepEqual(
      kept.map((row) => ({ ...row })),
      [{ seq: 2, has_traits: 1 }],
    );
    assert.doesNotMatch(JSON.stringify(w.state.db.prepare('select payload from decisions').all()), /poison/);
  });
});

test('a full disk is held against no fact', async (t) => {
  const w = await world(t);
  const people = Array.from({ length: 400 }, (_, i) => ({ email: `${'long'.repeat(40)}${i}@example.com` }));
  await w.send(...people);
  const pages = w.state.db.pragma('page_count', { simple: true }) as number;
  w.state.db.pragma(`max_page_count = ${pages + 2}`);
  await assert.rejects(stitch(w, PROFILE), { code: 'SQLITE_FULL' });
  w.state.db.pragma('max_page_count = 1000000');
  await stitch(w, PROFILE);
  assert.deepEqual(w.rows()['quarantine'], []);
  assert.equal(w.rows()['customers']?.length, 400);
});

test('a profile whose key is missing stops stitching instead of spoiling its facts', async (t) => {
  const w = await world(t);
  await w.send(SERVER_EMAIL);
  w.state.keys.remove(PROFILE);
  await assert.rejects(stitch(w, PROFILE), /has no key/);
  assert.equal(w.state.cursor('stitched', PROFILE), 0n);
  assert.deepEqual(w.log(), []);
});

test('notices', async (t) => {
  const w = await world(t);
  const heard: string[] = [];
  w.signals.on('decisions', (profileId) => heard.push(profileId));
  await w.send({ browser: 'b1' });
  assert.deepEqual(await stitch(w, PROFILE), { from: 0n, to: 1n });
  assert.deepEqual(heard, [PROFILE]);
  await t.test('nothing new, no notice', async () => {
    assert.deepEqual(await stitch(w, PROFILE), { from: 1n, to: 1n });
    assert.deepEqual(heard, [PROFILE]);
  });
});

test('a purge deletes what identity keeps of a profile, and the search forgets it', async (t) => {
  const w = await world(t);
  await told(
    w,
    { external_id: 'E1', email: 'ana@example.com', browser: 'b1', first_name: 'Ana' },
    { external_id: 'E2', browser: 'b1' },
  );
  await slice.hooks?.purge?.(w as unknown as Base, PROFILE);
  await purgeTables(w.state, slice.name, { profile_id: PROFILE });
  for (const [table, rows] of Object.entries(w.rows())) assert.deepEqual(rows, [], table);
  assert.deepEqual(findCustomers(w, PROFILE, { q: 'ana', limit: 5 }).people, []);
  const inIndex = w.state.db.prepare(`select count(*) as n from search_index where search_index match '"ana"'`).get() as {
    n: number;
  };
  assert.equal(inIndex.n, 0);
});

test('what was stitched is on disk before its traits are emptied, and before it is told', async (t) => {
  const w = await world(t);
  await w.send(SERVER_EMAIL);
  const steps: string[] = [];
  const synced = w.state.synced.bind(w.state);
  const clearTraits = w.journal.clearTraits.bind(w.journal);
  w.state.synced = async () => {
    steps.push(`synced at ${w.state.cursor('stitched', PROFILE)}`);
    await synced();
  };
  w.journal.clearTraits = async (profileId, upTo) => {
    steps.push(`emptied to ${upTo}`);
    await clearTraits(profileId, upTo);
  };
  await stitch(w, PROFILE);
  await w.send({ browser: 'b9' });
  await stitch(w, PROFILE);
  assert.deepEqual(steps, ['synced at 0', 'synced at 1', 'emptied to 1', 'synced at 1', 'synced at 2']);
  await t.test('so is what a call left that failed', async () => {
    await w.send({ external_id: 'E5' });
    const failing = w.signals.on('decisions', () => assert.fail('no'));
    await assert.rejects(() => stitch(w, PROFILE));
    failing();
    steps.length = 0;
    await stitch(w, PROFILE);
    assert.equal(steps[0], 'synced at 3');
    assert.equal(steps[1], 'emptied to 3');
  });
});

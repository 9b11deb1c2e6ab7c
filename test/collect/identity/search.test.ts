// Search and description of customers, for reports.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicId } from '../../../src/base/kit/ids.ts';
import {
  customerByEmail,
  customerByExternalId,
  customerByPhone,
  customersMatching,
  describeCustomers,
  findCustomers,
  stitch,
} from '../../../src/collect/identity/index.ts';
import { fold } from '../../../src/collect/identity/search/folding.ts';
import { seededRandom } from '../../base/random.ts';
import { PROFILE, type World, world } from './world.ts';

/** José 1, Josefina 5, Jo 9, 12: numbers of the decisions that created them. */
async function town(w: World): Promise<void> {
  await w.send(
    { external_id: 'C-100', email: 'jose.munoz@example.com', phone: '+56961234567', first_name: 'José', last_name: 'Muñoz' },
    { external_id: 'C-101', email: 'jm@example.com', first_name: 'Josefina', last_name: 'Muñoz Díaz' },
    { email: 'jo@example.org', first_name: 'Jo' },
    { national_id: '12345678-5', crm_contact_id: 'hub-77' },
  );
  await stitch(w, PROFILE);
}
const found = (w: World, q: string, more: { exclude?: bigint | string; limit?: number } = {}): bigint[] =>
  findCustomers(w, PROFILE, { q, limit: 20, ...more }).people.map((row) => row.customer_no);

/** Letters of several scripts, and signs that addresses and names have. */
const LETTERS = [...'aeinorstumlx', ...'ßøłž', ...'дожив', ...'γιάνης', ...'王伟小明', ...'ひろし', ..."-'. "];

test('findCustomers by any part', async (t) => {
  const roll = seededRandom(t);
  const text = (length: number): string => Array.from({ length }, () => LETTERS[roll(LETTERS.length)]).join('');
  const w = await world(t);
  const people = Array.from({ length: 60 }, (_, no) => ({
    email: `${text(3).replace(/[^a-z]/g, 'q')}.${no}an@mail${no % 7}.example`,
    phone: `+4930${7_000_000 + no * 317}`,
    first_name: `Z${text(1 + roll(5))}`,
    last_name: `Z${text(2 + roll(8))}`,
  }));
  await w.send(...people);
  await stitch(w, PROFILE);

  await t.test('every part of two letters and more of a name, an address and a number, in every script', () => {
    const customers = w.rows()['customers'] as { customer_no: bigint }[];
    for (const [no, person] of people.entries()) {
      const { customer_no } = customers[no] as { customer_no: bigint };
      const texts = [`${person.first_name} ${person.last_name}`, person.email, person.phone].map(fold);
      for (const whole of texts) {
        const letters = [...whole];
        for (let length = 2; length <= Math.min(5, letters.length); length += 1) {
          const at = roll(letters.length - length + 1);
          const part = letters.slice(at, at + length).join('');
          if ([...part.trim()].length < 2) continue;
          const numbers = findCustomers(w, PROFILE, { q: part, limit: 100 }).people.map((each) => each.customer_no);
          assert.ok(numbers.includes(customer_no), `${JSON.stringify(part)} of ${JSON.stringify(whole)}`);
        }
      }
    }
  });

  await t.test('nothing that has it nowhere', () => {
    const parts = ['an', 'ma', 'жи', '小明', 'q.', '17', "x'"];
    for (const part of parts)
      for (const { first_name, last_name, emails, phones } of findCustomers(w, PROFILE, { q: part, limit: 100 }).people) {
        const texts = [`${first_name ?? ''} ${last_name ?? ''}`, ...emails, ...phones].map(fold);
        assert.ok(
          texts.some((each) => each.includes(part)),
          `${part} in ${texts.join(', ')}`,
        );
      }
  });
});

test('a part with a space is found as it is, among many that have its words', async (t) => {
  const w = await world(t);
  await w.send({ external_id: 'first', first_name: 'Mario', last_name: 'Ortega' });
  await w.send(
    ...Array.from({ length: 900 }, (_, no) => ({ external_id: `c${no}`, first_name: 'Mario', last_name: `Silva${no}` })),
  );
  await stitch(w, PROFILE);
  const { people, isCut } = findCustomers(w, PROFILE, { q: 'rio O', limit: 1 });
  assert.deepEqual([people[0]?.last_name, isCut], ['Ortega', true]);
  assert.deepEqual(customersMatching(w, PROFILE, 'rio o', 1).customers, [people[0]?.customer_no]);
});

test('findCustomers', async (t) => {
  const w = await world(t);
  await town(w);
  const [jose, josefina, jo, hub] = (w.rows()['customers'] as { customer_no: bigint }[]).map((row) => row.customer_no) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];

  await t.test('finds parts of names, with or without accents and in any order of words', () => {
    assert.deepEqual(new Set(found(w, 'munoz')), new Set([jose, josefina]));
    assert.deepEqual(found(w, 'MUÑOZ josefina'), [josefina]);
    assert.equal(found(w, 'josé MUÑOZ')[0], jose);
    assert.deepEqual(found(w, 'díaz'), [josefina]);
    assert.deepEqual(found(w, 'nobody'), []);
  });
  await t.test('exact hits come first', () => {
    assert.equal(found(w, 'jo')[0], jo);
    assert.deepEqual(new Set(found(w, 'jo')), new Set([jo, jose, josefina]));
    assert.equal(found(w, 'jm@example.com')[0], josefina);
  });
  await t.test('finds by e-mail, phone in any spelling, ids of others, and a whole national id', () => {
    assert.deepEqual(found(w, 'jose.mun'), [jose]);
    assert.deepEqual(found(w, '+56 9 6123 4567'), [jose]);
    assert.deepEqual(found(w, '6123-4567'), [jose]);
    assert.deepEqual(found(w, 'c-101'), [josefina]);
    assert.deepEqual(found(w, 'HUB-77'), [hub]);
    assert.deepEqual(found(w, '12.345.678-5'), [hub]);
    assert.deepEqual(found(w, '345.678'), []);
  });
  await t.test('a text under two letters finds nothing', () => {
    assert.deepEqual(found(w, 'j'), []);
    assert.deepEqual(found(w, '  j '), []);
  });
  await t.test('signs of the search language are plain text', () => {
    for (const q of ['"', '""', 'a" OR "b', 'jose*', 'NOT munoz', "'; --", '%%', 'mu_oz', '(', 'value:jose'])
      assert.deepEqual(found(w, q), [], q);
  });
  await t.test('keeps to its limit and leaves one out', () => {
    assert.equal(found(w, 'example', { limit: 2 }).length, 2);
    assert.deepEqual(found(w, 'munoz', { exclude: jose }), [josefina]);
    assert.deepEqual(found(w, 'munoz', { exclude: publicId('customer', PROFILE, jose) }), [josefina]);
    assert.deepEqual(found(w, 'munoz', { exclude: josefina, limit: 1 }), [jose]);
  });
  await t.test('another profile finds nothing', () => {
    const other = '00000000-0000-4000-8000-000000000001';
    w.state.keys.create(other);
    assert.deepEqual(findCustomers(w, other, { q: 'munoz', limit: 20 }).people, []);
    assert.deepEqual(customersMatching(w, other, 'jo', 20).customers, []);
    assert.equal(customerByEmail(w, other, 'jm@example.com'), undefined);
  });
  await t.test('a candidate tells who it is', () => {
    assert.deepEqual(findCustomers(w, PROFILE, { q: 'C-100', limit: 1 }).people, [
      {
        customer_no: jose,
        customer_profile_id: publicId('customer', PROFILE, jose),
        first_name: 'José',
        last_name: 'Muñoz',
        country: null,
        primary_email: 'jose.munoz@example.com',
        primary_phone: '+56961234567',
        emails: ['jose.munoz@example.com'],
        phones: ['+56961234567'],
        phones_as_given: [],
        external_ids: ['C-100'],
        crm_contact_ids: [],
        first_seen_at: '2026-03-01T12:00:00.000Z',
        last_seen_at: '2026-03-01T12:00:00.000Z',
        is_told: false,
      },
    ]);
  });
  await t.test('a changed name is found by the new one only', async () => {
    await w.send({ trust: 'browser', email: 'new@example.com', first_name: 'Provisional' });
    await stitch(w, PROFILE);
    assert.equal(found(w, 'provisional').length, 1);
    await w.send({ email: 'new@example.com', first_name: 'Definitive' });
    await stitch(w, PROFILE);
    assert.deepEqual(found(w, 'provisional'), []);
    assert.equal(found(w, 'definitive').length, 1);
  });
  await t.test('merged customers are one candidate, found by what any of them holds', () => {
    w.state.db.prepare('insert into merge_edges values (?, ?, ?, 999)').run(PROFILE, jo, hub);
    assert.deepEqual(found(w, 'hub-77'), [jo]);
    assert.deepEqual(found(w, 'hub-77', { exclude: hub }), []);
    const [person] = findCustomers(w, PROFILE, { q: 'hub-77', limit: 5 }).people;
    assert.deepEqual([person?.first_name, person?.primary_email, person?.crm_contact_ids], ['Jo', 'jo@example.org', ['hub-77']]);
    assert.equal(person?.last_seen_at, '2026-03-01T12:03:00.000Z');
    assert.equal(describeCustomers(w, PROFILE, [hub]).get(hub)?.customer_no, jo);
  });
  await t.test('words of several texts, of any member of a person, are found together', async () => {
    for (const q of ['josefina jm@', 'jm@example josefina', 'díaz C-101', 'munoz diaz jm'])
      assert.ok(found(w, q).includes(josefina), q);
    assert.deepEqual(found(w, 'josefina jo@example.org nobody'), []);
  });
  await t.test("of a merged person's names a server's goes before what a browser told", async () => {
    await w.send(
      { trust: 'browser', email: 'b@example.com', first_name: 'Bunny' },
      { email: 's@example.com', last_name: 'Silva' },
    );
    await stitch(w, PROFILE);
    const [older, younger] = [customerByEmail(w, PROFILE, 'b@example.com'), customerByEmail(w, PROFILE, 's@example.com')];
    w.state.db.prepare('insert into merge_edges values (?, ?, ?, 1000)').run(PROFILE, older, younger);
    const person = describeCustomers(w, PROFILE, [older as bigint]).get(older as bigint);
    assert.deepEqual([person?.first_name, person?.last_name], [null, 'Silva']);
  });
});

test('what tells most of a text is looked for first, and all of it where too many share that', async (t) => {
  const w = await world(t);
  // Newer than the one that is meant, and more of them than a search looks at.
  const crowd = Array.from({ length: 401 }, (_, i) => ({ external_id: `x-${i}12345678`, email: `crowded@host${i}.example` }));
  await w.send({ external_id: 'a-7000012345678', email: 'crowded@corner.example' }, { email: 'unique@corner.example' }, ...crowd);
  await stitch(w, PROFILE);
  const [meant, other] = (w.rows()['customers'] as { customer_no: bigint }[]).map((row) => row.customer_no) as [bigint, bigint];
  for (const [q, expected, isCut] of [
    ['7000012345678', [meant], false],
    ['crowded@corner.ex', [meant], false],
    ['crowded@corner.ex 7000012345678', [meant], false],
    ['unique@corner.ex', [other], false],
    ['unique@host', [], false],
  ] as const) {
    const { people, isCut: message } = findCustomers(w, PROFILE, { q, limit: 5 });
    assert.deepEqual([people.map((person) => person.customer_no), message], [expected, isCut], q);
  }
  const { people, isCut } = findCustomers(w, PROFILE, { q: 'crowded@host', limit: 5 });
  assert.deepEqual([people.length, isCut], [5, true]);
});

test('customerByExternalId, customerByEmail, customerByPhone', async (t) => {
  const w = await world(t);
  await town(w);
  assert.equal(customerByExternalId(w, PROFILE, ' C-100 '), 1n);
  assert.equal(customerByExternalId(w, PROFILE, 'c-100'), undefined);
  assert.equal(customerByEmail(w, PROFILE, 'JOSE.MUNOZ@example.com'), 1n);
  assert.equal(customerByEmail(w, PROFILE, 'not an address'), undefined);
  assert.equal(customerByPhone(w, PROFILE, '+56 9 6123 4567'), 1n);
  assert.equal(customerByPhone(w, PROFILE, '961234567', 'CL'), 1n);
  assert.equal(customerByPhone(w, PROFILE, '961234567'), undefined);
});

test('customersMatching', async (t) => {
  const w = await world(t);
  await town(w);
  await t.test('looks at names and e-mails only', () => {
    assert.deepEqual(customersMatching(w, PROFILE, 'jose', 10).customers.length, 2);
    assert.deepEqual(customersMatching(w, PROFILE, 'C-100', 10).customers, []);
    assert.deepEqual(customersMatching(w, PROFILE, '61234567', 10).customers, []);
    assert.deepEqual(customersMatching(w, PROFILE, 'example.org', 10).customers.length, 1);
    assert.deepEqual(customersMatching(w, PROFILE, '', 10).customers, []);
  });
});

test('describeCustomers', async (t) => {
  const w = await world(t);
  await town(w);
  assert.equal(describeCustomers(w, PROFILE, []).size, 0);
  const described = describeCustomers(w, PROFILE, [1n, 2n, 999n]);
  assert.deepEqual([...described.keys()], [1n]);
});

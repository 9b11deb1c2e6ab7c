// What speaks for two records being one person, and which of many are compared at all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Blocks } from '../../../src/collect/identity/matching/blocking.ts';
import { comparable, type MatchRecord, match, PROPOSED_FROM } from '../../../src/collect/identity/matching/matcher.ts';
import { isOneSlip, similarity } from '../../../src/collect/identity/matching/text-similarity.ts';

const ana: MatchRecord = {
  firstName: 'Ana María',
  lastName: 'Rojas',
  emails: ['ana.rojas@mail.example'],
  phones: ['+56987654321'],
};
const score = (a: MatchRecord, b: MatchRecord): number => match(comparable(a), comparable(b)).score;
const isProposed = (a: MatchRecord, b: MatchRecord): boolean => score(a, b) >= PROPOSED_FROM;

test('likeness of two records', async (t) => {
  await t.test('is the same both ways, and names what speaks for it', () => {
    const other = { firstName: 'ANA MARIA', lastName: 'Roja', emails: ['anarojas@mail.example'], postcode: '12345' };
    assert.equal(score(ana, other), score(other, ana));
    assert.deepEqual(match(comparable(ana), comparable(other)).reasons, ['similar_name', 'same_email']);
  });
  await t.test('a name alone is never enough; with a postcode, a slip in the e-mail or a birth date it is', () => {
    const namesake = { firstName: 'Ana María', lastName: 'Rojas' };
    assert.equal(isProposed(ana, namesake), false);
    assert.equal(isProposed(ana, { ...namesake, emails: ['other@mail.example'], phones: ['+56911112222'] }), false);
    assert.equal(isProposed({ ...ana, postcode: '8320000' }, { ...namesake, postcode: '8320000' }), true);
    assert.equal(isProposed(ana, { ...namesake, emails: ['ana.rojaz@mail.example'] }), true);
    const numbered = (mailbox: string) => ({ ...namesake, emails: [`${mailbox}@mail.example`] });
    assert.equal(isProposed(numbered('ana.rojas39'), numbered('ana.rojas391')), false, 'a number tells namesakes apart');
    assert.equal(isProposed(numbered('ana.rojas39'), numbered('ana.rojaz39')), true);
    assert.equal(isProposed({ ...ana, birthDate: '1980-02-01' }, { ...namesake, birthDate: '1980-01-02' }), true);
    assert.equal(
      isProposed({ ...ana, postcode: '1', birthDate: '19800201' }, { ...namesake, postcode: '1', birthDate: '19751130' }),
      false,
    );
  });
  await t.test('first and last name in each other’s place are a name all the same', () => {
    const turned = { firstName: 'Rojas', lastName: 'Ana María', birthDate: '19800201' };
    assert.ok(match(comparable({ ...ana, birthDate: '19800201' }), comparable(turned)).reasons.includes('swapped_name'));
  });
  await t.test('another house number is another address', () => {
    const addressOf = (one: string, two: string): unknown =>
      match(comparable({ address: one }), comparable({ address: two })).reasons.find((reason) => reason.endsWith('_address'));
    const others = [
      ['12 Elm Street, Apt 4', '14 Elm Street, Apt 4'],
      ['Elmstraße 12, 3. Stock', 'Elmstraße 98, 3. Stock'],
      ['Calle 5 # 12-34', 'Calle 5 # 12-36'],
      ['12 Elm Street, Apt 4', '12 Elm Street, Apt 5'],
      ['4 Elm Street', '12 Elm Street, Apt 4'],
      ['12a Elm Street', '12b Elm Street'],
      ['12 Elm Street', '13 Elm Street'],
      ['12 Elm Street', '340 Elm Street'],
    ];
    for (const [one = '', two = ''] of others) {
      assert.notEqual(addressOf(one, two), 'same_address', `${one} | ${two}`);
      assert.notEqual(addressOf(two, one), 'same_address', `${two} | ${one}`);
    }
    const same = [
      ['12 Elm Street', '12, ELM street'],
      ['12 Elm Street, Apt 4', '12 Elm Street'],
      ['Apt 4, 12 Elm Street', '12 Elm Street Apt 4'],
      ['Calle 5 # 12-34', 'Calle 5 No 12-34'],
    ];
    for (const [one = '', two = ''] of same) assert.equal(addressOf(one, two), 'same_address', `${one} | ${two}`);
  });
  await t.test('one household, two people', () => {
    const home = { lastName: 'Rojas', address: '12 Elm Street', city: 'Santiago', postcode: '8320000' };
    assert.equal(
      isProposed({ ...home, firstName: 'Ana', birthDate: '19800201' }, { ...home, firstName: 'Pedro', birthDate: '19780712' }),
      false,
    );
  });
  await t.test('nothing known is no likeness, and nothing breaks on it', () => {
    assert.ok(score({}, {}) < 0.01);
    assert.ok(score({ firstName: '', emails: ['@'], phones: ['x'], birthDate: 'soon' }, ana) < 0.01);
  });
});

test('a slip of the hand is one sign or two neighbours turned', () => {
  for (const [a, b] of [
    ['abc', 'abd'],
    ['abc', 'ab'],
    ['abc', 'bac'],
    ['abc', 'abcc'],
  ] as const)
    assert.ok(isOneSlip(a, b), `${a} ${b}`);
  for (const [a, b] of [
    ['abc', 'abc'],
    ['abc', 'cba'],
    ['abc', 'axd'],
    ['', 'ab'],
  ] as const)
    assert.ok(!isOneSlip(a, b), `${a} ${b}`);
  assert.equal(Math.round(similarity('martha', 'marhta') * 1000), 961);
  assert.equal(Math.round(similarity('dixon', 'dicksonx') * 1000), 813);
});

test('of many, each likely pair is told once, in blocks of any size', () => {
  const blocks = new Blocks();
  const people = Array.from({ length: 300 }, (_, i) => ({
    firstName: 'Ana',
    lastName: `Rojas${String.fromCharCode(97 + (i % 26))}${i}`,
    postcode: '8320000',
  }));
  people.push({ firstName: 'Ana', lastName: 'Rojasa0', postcode: '8320000' }); // of the first, in a block of 301
  for (const [i, person] of people.entries()) blocks.add(BigInt(i), comparable(person));
  const found = [...blocks.likely(0.9)].map(({ one, two }) => `${one} ${two}`);
  assert.equal(new Set(found).size, found.length);
  assert.ok(found.includes('0 300'));
});

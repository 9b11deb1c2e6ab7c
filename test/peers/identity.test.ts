// Published lists of people with known doubles, full of slips of the hand (febrl): the threshold was chosen on the first, and what it finds
// is held to the second. Their number of a person is left out, and then what it would add is told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Blocks } from '../../src/collect/identity/matching/blocking.ts';
import { comparable, type MatchReason, PROPOSED_FROM } from '../../src/collect/identity/matching/matcher.ts';
import { publicRows } from './public-data.ts';

interface Listed {
  /** Equal for doubles. */
  entity: string;
  row: Record<string, string>;
}

const listed = (name: string): Listed[] =>
  publicRows('identity', name).map((values) => {
    const row = Object.fromEntries(Object.entries(values).map(([key, value]) => [key.trim(), value.trim()]));
    return { entity: row['rec_id']?.split('-')[1] ?? '', row };
  });

interface Outcome {
  precision: number;
  recall: number;
  wrong: string[];
  missed: string[];
}

const message = ({ row }: Listed): string => Object.values(row).join(' ');

function found(people: Listed[], withId: boolean): Outcome {
  const blocks = new Blocks();
  for (const [place, { row }] of people.entries())
    blocks.add(
      BigInt(place),
      comparable({
        firstName: row['given_name'],
        lastName: row['surname'],
        birthDate: row['date_of_birth'],
        address: `${row['street_number']} ${row['address_1']} ${row['address_2']}`,
        city: row['suburb'],
        postcode: row['postcode'],
        nationalId: withId ? row['soc_sec_id'] : undefined,
      }),
    );
  const right = new Set<string>();
  const wrong: string[] = [];
  for (const { one, two, score, reasons } of blocks.likely()) {
    const [a, b] = [people[Number(one)] as Listed, people[Number(two)] as Listed];
    if (a.entity === b.entity) right.add(`${one} ${two}`);
    else wrong.push(`${score} ${(reasons as MatchReason[]).join()}: ${message(a)} | ${message(b)}`);
  }
  const missed: string[] = [];
  const byEntity = Map.groupBy(people.keys(), (place) => (people[place] as Listed).entity);
  let doubles = 0;
  for (const places of byEntity.values())
    for (const [at, one] of places.entries())
      for (const two of places.slice(at + 1)) {
        doubles += 1;
        if (!right.has(`${one} ${two}`)) missed.push(`${message(people[one] as Listed)} | ${message(people[two] as Listed)}`);
      }
  return { precision: right.size / (right.size + wrong.length), recall: right.size / doubles, wrong, missed };
}

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;

test('doubles of a published list are found, and nobody else', (t) => {
  for (const [name, role] of [
    ['dataset1.csv', 'the threshold was chosen on it'],
    ['dataset2.csv', 'held out'],
  ] as const) {
    const people = listed(name);
    const without = found(people, false);
    const withId = found(people, true);
    t.diagnostic(
      `${name} (${role}), from ${PROPOSED_FROM}: precision ${percent(without.precision)}, recall ${percent(without.recall)}`,
    );
    t.diagnostic(`with the person's number: precision ${percent(withId.precision)}, recall ${percent(withId.recall)}`);
    for (const pair of without.wrong) t.diagnostic(`wrong: ${pair}`);
    for (const pair of without.missed) t.diagnostic(`missed: ${pair}`);
    assert.ok(without.precision >= 0.98, `${name}: precision ${without.precision}`);
    assert.ok(without.recall >= 0.95, `${name}: recall ${without.recall}`);
    assert.ok(withId.recall >= without.recall, 'a number more can only help');
  }
});

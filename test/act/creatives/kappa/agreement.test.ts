// The command that compares the rules with labels of a person: what it counts, and what it refuses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreementOf } from './agreement.ts';

test('agreement by dimension, of the texts that somebody labelled in it', () => {
  const rows = [
    { text: 'Tired of bad light?', hook: 'question', offer: 'none' },
    { text: 'The best desk', hook: 'claim', offer: '' },
    { text: '20% off today only', hook: 'offer', offer: 'percent' },
    { text: 'Desks', hook: 'story', offer: 'none' },
  ];
  assert.deepEqual(
    agreementOf(rows).map(({ dimension, labelled, agreed, isCounted }) => [dimension, labelled, agreed, isCounted]),
    [
      ['hook', 4, 3, true],
      ['offer', 3, 3, true],
    ],
  );
  const many = Array.from({ length: 50 }, (_, at) => ({ text: 'Desks', hook: at % 2 === 0 ? 'story' : 'none' }));
  const [hook] = agreementOf(many);
  assert.deepEqual([hook?.labelled, hook?.kappa, hook?.isCounted], [50, 0, false]);
});

test('a column or a level of no list is refused', () => {
  assert.throws(() => agreementOf([{ text: 'Desks', mood: 'good' }]), /mood is no dimension/);
  assert.throws(() => agreementOf([{ text: 'Desks', hook: 'storys' }]), /storys is no level of hook/);
});

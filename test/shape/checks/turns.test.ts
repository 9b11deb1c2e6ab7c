// The long tests that take turns: each is played in one turn, and a run of one commit plays the same everywhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tests } from '../../../bin/testing/selection.ts';
import { ofTurn, TURNS, turnOfDigest } from '../../../bin/testing/turns.ts';

const filesOf = (turn: string): Set<string> => {
  const before = process.env['TURN'];
  process.env['TURN'] = turn;
  try {
    return new Set(tests(() => true).slice(2));
  } finally {
    if (before === undefined) delete process.env['TURN'];
    else process.env['TURN'] = before;
  }
};

test('the turns together play every test, and no long one twice', () => {
  const all = filesOf('all');
  const turns = Array.from({ length: TURNS }, (_, n) => filesOf(String(n + 1)));
  const played = [...all].map((file) => turns.filter((turn) => turn.has(file)).length);
  assert.deepEqual(new Set(played), new Set([1, TURNS]));
  assert.ok(turns.every(({ size }) => size < all.size));
});

test('the commit decides the turn', () => {
  assert.equal(turnOfDigest('0000000a06ab'), 2);
  const list = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
  assert.deepEqual(ofTurn(list, turnOfDigest('0000000a06ab')), ['c']);
  assert.deepEqual(ofTurn(list, 0), ['a', 'i']);
  assert.deepEqual(ofTurn(list, 'all'), list);
  assert.throws(() => filesOf('9'), /TURN is 1 to 8, or all/);
});

// The isolation matrix: every operation of the contract × every credential and role × its own place, a sibling profile, a foreign
// workspace, an archived one and none at all. What must come out is worked out anew from the inventory's columns (test/hostile/matrix). No answer may
// hold a name or an id from beyond the caller's reach. Operations added later are covered. `npm run hostile` asks far more of it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ofTurn } from '../../../bin/testing/turns.ts';
import { ask, matrixOperations, wantedOf } from '../../hostile/matrix/asking.ts';
import type { Target } from '../../hostile/matrix/rules.ts';
import { type MatrixWorld, startMatrix } from '../../hostile/matrix/world.ts';

let world: MatrixWorld;
before(async () => {
  world = await startMatrix();
});
after(() => world?.app.close());

const TARGETS: readonly Target[] = ['own', 'foreign', 'sibling', 'archived', 'unknown'];
/** The first ones, at which every operation is asked in each run; at the others when it is its turn. */
const EACH_RUN = 2;
/** So many operations fit into a minute of everybody's rate. */
const OPERATIONS_A_MINUTE = 8;

test('the isolation matrix', async (t) => {
  const { credentials, app } = world;
  const faults: string[] = [];
  let cells = 0;
  let reached = 0;
  const inTurn = new Set(ofTurn(matrixOperations));
  for (const [n, operation] of matrixOperations.entries()) {
    if (n % OPERATIONS_A_MINUTE === 0) app.clock.advance(61_000);
    const targets =
      operation.grain === 'none' ? TARGETS.slice(0, 1) : TARGETS.slice(0, inTurn.has(operation) ? TARGETS.length : EACH_RUN);
    const requests = credentials.flatMap((credential) => targets.map((target) => ({ operation, credential, target })));
    const through = requests.filter((cell) => wantedOf(cell) === 'reached');
    const refused = requests.filter((each) => !through.includes(each));
    const answers = await Promise.all(refused.map((cell) => ask(world, cell)));
    faults.push(...answers.flat());
    // One after the other: what they write must not depend on who was first.
    for (const cell of through) faults.push(...(await ask(world, cell)));
    cells += requests.length;
    reached += through.length;
  }
  assert.deepEqual(faults, []);
  assert.ok(cells > 3_000, `only ${cells} cells`);
  t.diagnostic(
    `${cells} cells: ${matrixOperations.length} operations × ${credentials.length} credentials; ${reached} of them get through`,
  );
});

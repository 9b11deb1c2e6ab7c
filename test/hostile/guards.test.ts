// Guards that are on, under sequences of calls: every operation that changes something, in any order, by any credential but a person who is present and
// may lower them, each with every value that would lower one. After each call every guard of every place is where it was; raising is done in between.
import { test } from 'node:test';
import { GUARDS } from '../../src/account/guards/index.ts';
import type { ContractOperation } from '../../src/base/contract/document.ts';
import { seededRandom } from '../base/random.ts';
import { agentWith, toolCall } from '../doors/mcp/agent.ts';
import { rounds, tell } from '../faults/tools/results.ts';
import { disposable, matrixOperations, send, urlFor, wantedOf } from './matrix/asking.ts';
import { attemptsOf, type Guarded, idsOf, mayLower, raiseGuards } from './matrix/guarded.ts';
import type { Credential, Target } from './matrix/rules.ts';
import { startMatrix } from './matrix/world.ts';

const ROUNDS = rounds(1);
/** Calls that fit into a minute of a credential's rate. */
const CALLS_A_MINUTE = 40;

type Random = (below: number) => number;

interface Attempt {
  operation: ContractOperation;
  credential: Credential;
  target: Target;
  body: unknown;
}

interface Tally {
  calls: number;
  tools: number;
  refused: number;
  faults: string[];
}

const SETTERS = new Set<string>(Object.values(GUARDS).flatMap(({ operations }) => operations));

function shuffled<T>(all: readonly T[], random: Random): T[] {
  const left = [...all];
  return all.map(() => left.splice(random(left.length), 1)[0] as T);
}

/** Of operations that set a guard, by each credential and at each place that it reaches; of all others, by those that reach most. */
function attempts({ world }: Guarded): Attempt[] {
  const lowly = world.credentials.filter((each) => !mayLower(each) && each.kind !== 'nobody');
  return matrixOperations
    .filter(({ method }) => method !== 'get')
    .flatMap((operation) =>
      lowly.flatMap((credential) =>
        (['own', 'sibling'] as const)
          .filter((target) => wantedOf({ operation, credential, target }) === 'reached')
          .filter(() => SETTERS.has(operation.id) || /^(?:manager|owner's agent|key|app)$/.test(credential.name))
          .flatMap((target) =>
            attemptsOf(operation, world.placeOf(credential, target)).map((body) => ({ operation, credential, target, body })),
          ),
      ),
    );
}

async function attempt(guarded: Guarded, { operation, credential, target, body }: Attempt, tally: Tally): Promise<void> {
  const { world } = guarded;
  const place = disposable(world, { operation, credential, target }, world.placeOf(credential, target));
  const before = guarded.values().join('\n');
  const { status, text } = await send(
    operation,
    credential,
    urlFor(world, operation, place, idsOf(guarded, operation, place)),
    body,
  );
  tally.calls += 1;
  if (status === 403) tally.refused += 1;
  const what = `${operation.id} by ${credential.name} at ${target} with ${JSON.stringify(body)}: ${status}`;
  if (status === 401 || status === 500) tally.faults.push(`${what} ${text}`);
  if (guarded.values().join('\n') !== before) tally.faults.push(`${what} lowered a guard`);
}

async function attemptAll(guarded: Guarded, random: Random, tally: Tally): Promise<void> {
  const order = shuffled(attempts(guarded), random);
  for (const [n, each] of order.entries()) {
    if (n % CALLS_A_MINUTE === 0) guarded.world.app.clock.advance(61_000);
    await attempt(guarded, each, tally);
  }
}

/** The tools of agents that set a guard, at every step. */
async function attemptTools(guarded: Guarded, random: Random, tally: Tally): Promise<void> {
  const { world } = guarded;
  for (const credential of shuffled(world.credentials, random).filter(({ kind }) => kind === 'user')) {
    const agent = agentWith(world.app, (credential.header ?? '').replace('Bearer ', ''));
    for (const operation of matrixOperations.filter(({ id, mcp }) => mcp && SETTERS.has(id)))
      for (const step of ['preview', 'dry_run', 'confirm'])
        for (const body of attemptsOf(operation, world.places.own)) {
          const before = guarded.values().join('\n');
          const name = operation.id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
          const args = { profile_id: world.places.own.profileId, ...Object(body), step };
          const { status } = await agent.post(toolCall(name, args));
          tally.tools += 1;
          world.app.clock.advance(2_000);
          if (status === 401 || status >= 500) tally.faults.push(`the tool ${name} by ${credential.name}: ${status}`);
          if (guarded.values().join('\n') !== before)
            tally.faults.push(`the tool ${name} at ${step} by ${credential.name} with ${JSON.stringify(body)} lowered a guard`);
        }
  }
}

test('no sequence of calls lowers a guard', async (t) => {
  const random = seededRandom(t);
  const tally: Tally = { calls: 0, tools: 0, refused: 0, faults: [] };
  let watched = 0;
  for (let round = 0; round < ROUNDS; round += 1)
    // A world each: tokens last an hour.
    for (const part of [attemptAll, attemptTools]) {
      const guarded = await raiseGuards(await startMatrix());
      try {
        watched = guarded.values().length;
        await part(guarded, random, tally);
      } finally {
        await guarded.world.app.close();
      }
    }
  for (const line of tally.faults.slice(0, 20)) t.diagnostic(line);
  tell(t, {
    name: 'guards that are on',
    figure:
      `${watched} guards and lists of hosts of three profiles and their workspace, ${tally.calls} calls in any order and ${tally.tools} of tools, ` +
      `${tally.refused} refused: ${tally.faults.length} lowered one or broke`,
    target: '0',
    rounds: ROUNDS,
    holds: tally.faults.length === 0 && tally.calls > 0,
  });
});

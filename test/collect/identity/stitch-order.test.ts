// The log of decisions is a function of the facts: how stitching is cut into chunks, how far behind it runs and where it dies
// changes nothing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { membersOf, stitch } from '../../../src/collect/identity/index.ts';
import { openWorld, PROFILE, type Sent, type World } from './world.ts';

const maybe = <T>(values: T[]): fc.Arbitrary<T | undefined> => fc.option(fc.constantFrom(...values), { nil: undefined });
const some = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`);

/** Small pools, so that people meet, share devices and run into their limits. */
const facts: fc.Arbitrary<Sent[]> = fc.array(
  fc
    .record({
      trust: fc.constantFrom('server' as const, 'browser' as const),
      browser: maybe(some('b', 4)),
      external_id: maybe(some('E', 4)),
      crm_contact_id: maybe(some('C', 8)),
      national_id: maybe(['12345678-5', '10000013-K']),
      email: maybe(some('m', 7).map((name) => `${name}@example.com`)),
      phone: maybe(['+56961234567', '+56961234568']),
      first_name: maybe(['Ana', 'José']),
    })
    .map((fact) => Object.fromEntries(Object.entries(fact).filter(([, value]) => value !== undefined)) as Sent),
  { minLength: 1, maxLength: 40 },
);

const everything = (w: World): unknown => ({ decisions: w.state.decisions(PROFILE, 0n, 100_000), rows: w.rows() });

/** Folders that share one profile key, so that their tokens and keys are alike. */
async function alike(t: TestContext): Promise<() => string> {
  const root = mkdtempSync(join(tmpdir(), 'tributary-order-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const template = join(root, 'template');
  await (await openWorld(template)).close();
  let result = 0;
  return () => {
    const copy = join(root, String(result++));
    cpSync(template, copy, { recursive: true });
    return copy;
  };
}

async function within<T>(folder: string, work: (w: World) => Promise<T>): Promise<T> {
  const w = await openWorld(folder);
  try {
    return await work(w);
  } finally {
    await w.close();
  }
}

const inOneGo = (folder: string, sent: Sent[]): Promise<unknown> =>
  within(folder, async (w) => {
    await w.send(...sent);
    await stitch(w, PROFILE);
    return everything(w);
  });

test('stitching in any chunks, at any time, gives the same decisions', async (t) => {
  const folder = await alike(t);
  const pieces = fc.array(
    fc.record({ size: fc.integer({ min: 1, max: 15 }), limit: fc.integer({ min: 1, max: 9 }), late: fc.boolean() }),
    {
      minLength: 1,
      maxLength: 10,
    },
  );
  await fc.assert(
    fc.asyncProperty(facts, pieces, async (sent, cuts) => {
      const expected = await inOneGo(folder(), sent);
      const actual = await within(folder(), async (w) => {
        let rest = sent;
        for (const { size, limit, late } of cuts) {
          if (rest.length > 0) await w.send(...rest.slice(0, size));
          rest = rest.slice(size);
          if (!late) await stitch(w, PROFILE, { limit });
        }
        if (rest.length > 0) await w.send(...rest);
        await stitch(w, PROFILE, { limit: cuts[0]?.limit ?? 1 });
        return everything(w);
      });
      assert.deepEqual(actual, expected);
    }),
    { numRuns: 25 },
  );
});

test('what the rules promise holds after any facts', async (t) => {
  const folder = await alike(t);
  await fc.assert(
    fc.asyncProperty(facts, async (sent) => {
      await within(folder(), async (w) => {
        await w.send(...sent);
        await stitch(w, PROFILE, { limit: 5 });
        const stored = w.state.db.prepare('select customer_no, type, count(*) as n from identifiers group by 1, 2').all();
        for (const { type, n } of stored as { type: string; n: number }[])
          assert.ok(n <= (type === 'external_id' || type === 'national_id' ? 1 : 5), `${n} of ${type}`);
        // The log alone rebuilds who holds what: what is given twice was a claim before.
        const claimed = new Set<string>();
        const folded = new Map<string, string>();
        for (const decision of w.state.decisions(PROFILE, 0n, 100_000)) {
          const payload = decision.payload as Record<string, string>;
          const name = payload['visitor_key'] ?? payload['identifier_key'] ?? '';
          if (decision.kind === 'customer_created' && payload['is_claim']) claimed.add(decision.decisionNo.toString());
          if (decision.kind === 'customer_confirmed') claimed.delete(payload['customer_no'] as string);
          if (decision.kind === 'identifier_moved')
            assert.ok(claimed.has(folded.get(name) as string), `${name} was taken from somebody whom a server named`);
          else if (decision.kind === 'identifier_added' || decision.kind === 'browser_linked')
            assert.ok(!folded.has(name), `${name} was given twice`);
          else if (decision.kind !== 'browser_relinked') continue;
          if (payload['customer_no'] === null) folded.delete(name);
          else folded.set(name, payload['customer_no'] as string);
        }
        // A claim holds one identifier, and no more.
        const claims = w.state.db.prepare(
          'select count(*) from identifiers join customers using (profile_id, customer_no) where is_claim group by customer_no',
        );
        assert.ok((claims.pluck().all() as number[]).every((count) => count === 1));
        const stands = w.state.db
          .prepare(
            'select identifier_key as k, customer_no as c from identifiers union all select visitor_key, customer_no from browsers',
          )
          .safeIntegers(true)
          .all() as { k: bigint; c: bigint }[];
        assert.deepEqual(new Map(stands.map(({ k, c }) => [k.toString(), c.toString()] as const)), folded);
      });
    }),
    { numRuns: 12 },
  );
});

const RUNS = Number(process.env['ORDERS'] ?? 10);
const SEED = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);

/** By browser, what the person it belongs to holds; of one who is a claim, nothing, as it says whatever its browsers said first. */
async function heldByBrowser(folder: string, sent: Sent[]): Promise<Record<string, string[]>> {
  return within(folder, async (w) => {
    await w.send(...sent);
    await stitch(w, PROFILE);
    const browsers = w.state.db.prepare('select anonymous_id, customer_no from browsers').safeIntegers(true).all();
    const stored = w.state.db
      .prepare(
        'select value from identifiers join customers using (profile_id, customer_no) where customer_no = ? and not is_claim',
      )
      .pluck();
    return Object.fromEntries(
      (browsers as { anonymous_id: string; customer_no: bigint }[]).map(({ anonymous_id, customer_no }) => [
        anonymous_id,
        membersOf(w, PROFILE, customer_no)
          .flatMap((member) => stored.all(member) as string[])
          .sort(),
      ]),
    );
  });
}

test(`browsers before the server or after it are the same people’s (${RUNS} orders, seed ${SEED})`, async (t) => {
  const folder = await alike(t);
  const identifiers = {
    external_id: maybe(['E1', 'E2']),
    email: maybe(['m1@example.com', 'm2@example.com']),
    phone: maybe(['+56961234567']),
  };
  const set = (fact: Record<string, unknown>): Sent =>
    Object.fromEntries(Object.entries(fact).filter(([, value]) => value !== undefined)) as Sent;
  const named = fc
    .record(identifiers)
    .map(set)
    .filter((fact) => Object.keys(fact).length > 0);
  const server = fc.tuple(named, maybe(['b1'])).map(([fact, browser]): Sent => set({ ...fact, browser }));
  const orders = fc.tuple(fc.array(named, { minLength: 1, maxLength: 4 }), server);
  await fc.assert(
    fc.asyncProperty(orders, async ([claims, server]) => {
      const browsers = claims.map((fact, i): Sent => ({ ...fact, trust: 'browser', browser: `b${i + 1}` }));
      assert.deepEqual(
        await heldByBrowser(folder(), [...browsers, server]),
        await heldByBrowser(folder(), [server, ...browsers]),
      );
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

test('a process killed in the middle of stitching is made good by the next', async (t) => {
  const folder = await alike(t);
  const sent = fc.sample(facts, { numRuns: 20, seed: 20_260_301 }).flat();
  const expected = await inOneGo(folder(), sent);
  const killed = folder();
  await within(killed, (w) => w.send(...sent));
  const runner = fileURLToPath(new URL('./stitch-runner.ts', import.meta.url));
  const run = (...more: string[]): string | null =>
    spawnSync(process.execPath, [runner, killed, ...more], { encoding: 'utf8' }).signal;
  for (const step of ['1', '2', '3', '4', '5']) assert.equal(run(step), 'SIGKILL', `dies at step ${step}`);
  const between = await within(killed, async (w) => w.state.cursor('stitched', PROFILE));
  assert.ok(between > 0n && between < BigInt(sent.length), `died on the way, at ${between} of ${sent.length}`);
  assert.equal(run(), null);
  await within(killed, async (w) => {
    assert.deepEqual(everything(w), expected);
    assert.ok(
      w.journal.read(PROFILE, 0n, 1_000).every((fact) => fact.traits === null),
      'no clear trait is left behind',
    );
  });
});

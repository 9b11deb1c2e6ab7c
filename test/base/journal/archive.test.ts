// The archive holds every sealed fact once, whatever happens while it seals, and names what was damaged.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import type { Base } from '../../../src/base/base.ts';
import { StoresDisagree } from '../../../src/base/folder/stores-disagree.ts';
import { ArchiveDamaged } from '../../../src/base/journal/archive.ts';
import { openArchive } from '../../../src/base/journal/open-archive.ts';
import { archivedFiles } from '../../../src/base/journal/segments.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { letPass } from '../../until.ts';
import { startChild } from '../children.ts';
import { temporaryFolder, testConfig } from '../folder.ts';
import { seededRandom } from '../random.ts';
import { fact } from './facts.ts';

const P = '018f0000-0000-7000-8000-000000000001';
const Q = '018f0000-0000-7000-8000-000000000002';
const clock = fakeClock('2026-04-01T00:00:00Z');
const archiveOf = (dir: string): string => join(dir, 'profiles', P, 'archive');

const opened = async (t: TestContext, dir: string): Promise<Base> => {
  const base = await openBase(testConfig(dir), { clock });
  t.after(() => closeBase(base));
  return base;
};

/** Every fact's seq and text, from where describeFacts says that they are. */
async function allFacts(base: Base, profileId: string): Promise<string[]> {
  const { segments, sealedUpTo, lastSeq } = base.archive.describeFacts(profileId);
  const sql = 'select seq, body from read_parquet($source) order by seq';
  const parts = await base.warehouse.convert(
    profileId,
    segments.map(({ path }) => ({ sql, params: { source: path } })),
  );
  const sealed = parts.flat() as { seq: bigint; body: string }[];
  const rest = base.journal.read(profileId, sealedUpTo, 1_000_000);
  assert.equal(rest.at(-1)?.seq ?? sealedUpTo, lastSeq);
  return [...sealed, ...rest].map(({ seq, body }) => `${seq} ${JSON.parse(body).body}`);
}
const expected = (upTo: number): string[] => Array.from({ length: upTo }, (_, i) => `${i + 1} f${i + 1}`);
const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => fact(P, `f${from + i}`));

test('seal', async (t) => {
  const dir = temporaryFolder(t);
  const base = await opened(t, dir);

  await t.test('moves facts from the journal into a typed file with a manifest', async () => {
    await base.journal.append([
      fact(P, 'f1', {
        dedupeHash: (1n << 62n) - 1n,
        eventType: 'page_view',
        anonymousToken: 'anon',
        identifierTokens: { email: 't' },
        traits: Buffer.from('clear@example.com'),
        trust: 'browser',
        schemaVersion: 3,
      }),
      ...numbered(2, 10),
    ]);
    await base.journal.append([fact(Q, 'other')]);
    const [segment] = await base.archive.seal(P, 6n);
    assert.equal(segment?.path, join(archiveOf(dir), '2026-03', '1-6.parquet'));
    assert.deepEqual([segment.firstSeq, segment.lastSeq, segment.rows, segment.seqSum], [1n, 6n, 6, 21n]);
    const manifest = JSON.parse(readFileSync(segment.path.replace('.parquet', '.json'), 'utf8'));
    assert.deepEqual(
      [manifest.count, manifest.first_seq, manifest.last_seq, manifest.schema_version, manifest.sealed_at],
      [6, '1', '6', 1, '2026-04-01T00:00:00.000Z'],
    );
    assert.equal(base.archive.sealedUpTo(P), 6n);
    const inJournal = (): bigint[] => base.journal.read(P, 0n, 100).map((f) => f.seq);
    assert.deepEqual(inJournal(), [1n, 7n, 8n, 9n, 10n], 'stitching has not read its traits');
    assert.equal(base.journal.linesToLand(P, 0n, 10n, 100, []), undefined, 'it is landed from the archive');
    await base.journal.clearTraits(P, 3n);
    assert.deepEqual(inJournal(), [7n, 8n, 9n, 10n]);
    assert.equal(base.journal.read(Q, 0n, 100).length, 1);
    assert.deepEqual(await allFacts(base, P), expected(10));
    const read = [{ sql: 'select * from read_parquet($source) where seq = 1', params: { source: segment.path } }];
    const [rows = []] = await base.warehouse.convert(P, read);
    const { parsed, ...kept } = rows[0] ?? {};
    assert.deepEqual(kept, {
      profile_id: P,
      seq: 1n,
      kind: 'event',
      schema_version: 3,
      received_at: '2026-03-01T10:00:00.000Z',
      occurred_at: '2026-03-01T09:59:59.123456Z',
      trust: 'browser',
      dedupe_hash: (1n << 62n) - 1n,
      event_type: 'page_view',
      anonymous_token: 'anon',
      identifier_tokens: '{"email":"t"}',
      body: '{"body":"f1"}',
    });
    assert.ok(Object.keys(parsed as object).includes('origin_id'), 'the body stands parsed beside itself');
    assert.equal(readFileSync(segment.path).includes('clear@example.com'), false);
  });

  await t.test('sealing what is sealed makes nothing; more than there is is refused', async () => {
    assert.deepEqual(await base.archive.seal(P, 6n), []);
    await assert.rejects(base.archive.seal(P, 11n), /last fact is 10/);
    assert.deepEqual(await base.archive.seal(Q, 0n), []);
  });

  await t.test('two callers at once seal each fact once', async () => {
    const results = (await Promise.all([base.archive.seal(P, 8n), base.archive.seal(P, 10n)])).flat();
    assert.deepEqual(
      results.map((s) => `${s.firstSeq}-${s.lastSeq}`),
      ['7-8', '9-10'],
    );
    assert.deepEqual(await allFacts(base, P), expected(10));
    assert.deepEqual(await base.archive.verify(P), []);
  });

  await t.test('text of every kind survives', async () => {
    const texts = ['\u0000 NUL', 'quote " \' \\ \n', '😀 Zoë \u2028', '{"a":"\\u0000"}', 'x'.repeat(300_000)];
    await base.journal.append(texts.map((text) => fact(Q, text, { occurredAt: -1 })));
    await base.archive.seal(Q, 6n);
    assert.deepEqual(
      await allFacts(base, Q),
      ['other', ...texts].map((text, i) => `${i + 1} ${text}`),
    );
  });

  await t.test('a purge deletes the segments', async () => {
    await base.archive.purge(Q);
    await base.journal.purge(Q);
    assert.equal(existsSync(join(dir, 'profiles', Q, 'archive')), false);
    assert.deepEqual(base.archive.describeFacts(Q), { segments: [], sealedUpTo: 0n, lastSeq: 0n });
  });
});

test('the archive beside the other stores', async (t) => {
  const dir = temporaryFolder(t);
  const base = await opened(t, dir);
  await base.journal.append(numbered(1, 20));
  const steps: string[] = [];
  let failing: string | undefined;
  const { journal, warehouse } = base;
  const archive = await openArchive({
    dataDir: dir,
    journal,
    warehouse,
    clock,
    stitchedUpTo: () => 0n,
    onStep: (step) => {
      steps.push(step);
      if (step === failing) throw new Error(`failed at ${step}`);
    },
  });

  /** A folder with a copy of the journal and of state as they are now. */
  function withJournalOf(from: string): string {
    const to = temporaryFolder(t);
    for (const name of ['journal.sqlite', 'state.sqlite']) {
      const source = new Database(join(from, name), { readonly: true });
      source.prepare('vacuum into ?').run(join(to, name));
      source.close();
    }
    cpSync(join(from, 'master.key'), join(to, 'master.key'));
    return to;
  }

  await t.test('while the journal is held, nothing is sealed and no segment is deleted', async () => {
    await archive.seal(P, 10n);
    steps.length = 0;
    const release = journal.hold();
    const sealing = archive.seal(P, 20n);
    const purging = archive.purge(Q);
    mkdirSync(join(dir, 'profiles', Q, 'archive'), { recursive: true });
    await new Promise(setImmediate);
    try {
      assert.deepEqual([steps, archive.sealedUpTo(P)], [[], 10n]);
      assert.ok(existsSync(join(dir, 'profiles', Q, 'archive')));
    } finally {
      release();
      await Promise.all([sealing, purging]);
    }
    assert.equal(archive.sealedUpTo(P), 20n);
    assert.equal(existsSync(join(dir, 'profiles', Q, 'archive')), false);
  });

  await t.test('a seal that fails leaves the archive as it was, and the next one goes on', async () => {
    await journal.append(numbered(21, 22));
    for (failing of ['collect', 'write', 'sync', 'check', 'rename', 'manifest']) {
      await assert.rejects(archive.seal(P, 22n), new RegExp(`failed at ${failing}`));
      assert.deepEqual(archivedFiles(archiveOf(dir)).length, 4, `two segments with their manifests after ${failing}`);
      assert.deepEqual(await archive.verify(P), []);
    }
    failing = 'trim';
    await assert.rejects(archive.seal(P, 22n), /failed at trim/);
    failing = undefined;
    assert.equal(archive.sealedUpTo(P), 22n, 'what its manifest names counts');
    assert.deepEqual(await archive.seal(P, 22n), []);
  });

  await t.test('at open, sealed facts that are not stitched stay in the journal', async () => {
    await journal.append(numbered(23, 30));
    const older = withJournalOf(dir);
    await archive.seal(P, 30n);
    cpSync(archiveOf(dir), archiveOf(older), { recursive: true });
    const later = await opened(t, older);
    assert.equal(later.archive.sealedUpTo(P), 30n);
    assert.equal(later.journal.read(P, 0n, 100)[0]?.seq, 21n);
    later.state.setCursor('stitched', P, 25n);
    await closeBase(later);
    const latest = await opened(t, older);
    assert.equal(latest.journal.read(P, 0n, 100)[0]?.seq, 26n);
    assert.deepEqual(await latest.archive.verify(P), []);
    await closeBase(latest);
  });

  await t.test('an archive that is ahead of the journal is refused by name', async () => {
    const ahead = withJournalOf(dir);
    await journal.append(numbered(31, 40));
    await archive.seal(P, 40n);
    cpSync(archiveOf(dir), archiveOf(ahead), { recursive: true });
    await assert.rejects(
      openBase(testConfig(ahead), { clock }),
      (error) => error instanceof StoresDisagree && /up to 40, the journal ends at 30/.test(error.message),
    );
  });
});

test('a seal that is cut off', async (t) => {
  const dir = temporaryFolder(t);
  const random = seededRandom(t);
  let facts = 0;

  /** After a crash: nothing is lost, doubled or left over, and sealing goes on. */
  async function check(): Promise<void> {
    const base = await openBase(testConfig(dir), { clock });
    try {
      assert.deepEqual(await base.archive.verify(P), []);
      assert.deepEqual(await allFacts(base, P), expected(facts));
      const firstKept = base.journal.profiles()[0]?.firstKept ?? 1n;
      assert.equal(firstKept, base.archive.sealedUpTo(P) + 1n, 'what is sealed is trimmed');
      const files = archivedFiles(archiveOf(dir));
      assert.deepEqual(
        files.filter((file) => file.endsWith('.tmp')),
        [],
      );
      assert.equal(files.length, 2 * base.archive.segments(P).length);
      assert.deepEqual(archivedFiles(base.warehouse.landingFolder(P)), []);
      await base.journal.append(numbered(facts + 1, facts + 4_000));
      facts += 4_000;
      base.state.setCursor('stitched', P, BigInt(facts));
    } finally {
      await closeBase(base);
    }
  }
  await check();

  for (const step of ['collect', 'write', 'sync', 'check', 'rename', 'manifest', 'trim'])
    await t.test(`before the step ${step} leaves the old archive or the new one`, async () => {
      const child = startChild(new URL('./seal-child.ts', import.meta.url), [dir, P, String(facts), step]);
      assert.equal(await child.ended(), 'SIGKILL');
      assert.deepEqual(child.lines(), ['sealing']);
      await check();
    });

  await t.test('at any moment leaves the old archive or the new one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const child = startChild(new URL('./seal-child.ts', import.meta.url), [dir, P, String(facts)]);
      await child.started;
      await letPass(random(150));
      await child.kill();
      await check();
    }
  });
});

test('damage', async (t) => {
  const dir = temporaryFolder(t);
  const base = await opened(t, dir);
  await base.journal.append(numbered(1, 30));
  const segments = [];
  for (const upTo of [10n, 20n, 30n]) segments.push(...(await base.archive.seal(P, upTo)));
  const [first, second, third] = segments.map((s) => s.path) as [string, string, string];
  const manifest = second.replace('.parquet', '.json');
  const files = [first, second, third, manifest].map((path) => ({ path, bytes: readFileSync(path) }));
  const repair = () => {
    for (const { path, bytes } of files) writeFileSync(path, bytes);
  };
  const found = async (): Promise<string[]> => (await base.archive.verify(P)).map((d) => `${d.path}: ${d.reason}`);
  const reopened = () =>
    openArchive({ dataDir: dir, journal: base.journal, warehouse: base.warehouse, clock, stitchedUpTo: () => 30n }).then(
      (archive) => archive.segments(P),
    );
  const damaged = (path: string) => (error: unknown) => error instanceof ArchiveDamaged && error.damage.path === path;

  await t.test('a sound archive has none', async () => {
    assert.deepEqual(await found(), []);
  });
  await t.test('one changed byte of a segment is named', async () => {
    const bytes = readFileSync(second);
    bytes[40] = (bytes[40] as number) ^ 1;
    writeFileSync(second, bytes);
    assert.deepEqual(await found(), [`${second}: its checksum is not the one in the manifest`]);
    repair();
  });
  await t.test('a shortened and a missing segment are named, also at open', async () => {
    truncateSync(second, 100);
    assert.match((await found()).join(), /1-20\.parquet: it has 100 bytes instead of/);
    await assert.rejects(reopened(), damaged(second));
    rmSync(second);
    assert.deepEqual(await found(), [`${second}: the file is missing`]);
    await assert.rejects(reopened(), damaged(second));
    repair();
  });
  await t.test('a changed or unreadable manifest is named', async () => {
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"count": 10', '"count": 11'));
    assert.ok((await found()).includes(`${manifest}: the manifest was changed or is incomplete`));
    await assert.rejects(reopened(), damaged(manifest));
    writeFileSync(manifest, '{');
    assert.match((await found()).join('\n'), /11-20\.json: the manifest cannot be read/);
    repair();
  });
  await t.test('a missing manifest is named with the gap it leaves; its facts are not thrown away', async () => {
    rmSync(manifest);
    const names = (await found()).join('\n');
    assert.match(names, /21-30\.json: it begins at 21; 11 was to come next/);
    assert.ok(names.includes(`${second}: its manifest is missing`));
    await assert.rejects(reopened(), ArchiveDamaged);
    assert.ok(existsSync(second));
    repair();
  });
  await t.test('a lost end is named', async () => {
    rmSync(third);
    rmSync(third.replace('.parquet', '.json'));
    assert.match((await found()).join(), /facts 21 to 30 are neither here nor in the journal/);
  });
});

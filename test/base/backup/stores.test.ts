// The three places of backups do the same with files, over their real protocols.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type FileStore, PlaceFailed } from '../../../src/base/backup/kept/file-store.ts';
import { openBackupStore } from '../../../src/base/backup/kept/open-store.ts';
import { signedHeaders } from '../../../src/base/backup/kept/s3-signature.ts';
import type { Config } from '../../../src/base/config/config.ts';
import { BUCKET_KEY, startBucket } from '../../fakes/places/bucket.ts';
import { SFTP_LOGIN, startSftp } from '../../fakes/places/sftp-server.ts';
import { temporaryFolder, testConfig } from '../folder.ts';

const bucketSettings = (endpoint: string): Partial<Config> => ({
  backupTarget: 's3://kept/of us/',
  backupS3Endpoint: endpoint,
  backupS3Region: BUCKET_KEY.region,
  backupS3KeyId: BUCKET_KEY.id,
  backupS3Secret: BUCKET_KEY.secret,
});
const serverSettings = (port: number, hostKey: string): Partial<Config> => ({
  backupTarget: `sftp://${SFTP_LOGIN.user}@127.0.0.1:${port}/kept`,
  backupSftpHostKey: hostKey,
  backupSftpPassword: SFTP_LOGIN.password,
});

/** Puts, lists, replaces, gets and removes files, the largest of which goes to a bucket in parts. */
async function tryFiles(t: TestContext, store: FileStore, largest = 20_000_000): Promise<void> {
  const local = temporaryFolder(t);
  const contents = [randomBytes(largest), Buffer.from('eins'), Buffer.alloc(0), Buffer.from('drei'), Buffer.from("vier's")];
  const paths = ['a/large.age', "a/sub/it's & one.age", 'a/empty', 'b/x', 'b/y'];
  const [from, to] = [join(local, 'from'), join(local, 'to')];
  for (const [i, path] of paths.entries()) {
    writeFileSync(from, contents[i] ?? '');
    await store.put(path, from);
  }
  writeFileSync(from, 'other');
  await store.put('b/x', from);
  contents[3] = Buffer.from('other');
  const listed = (await store.list()).sort((a, b) => (a.path < b.path ? -1 : 1));
  const expected = paths.map((path, i) => ({ path, bytes: contents[i]?.length })).sort((a, b) => (a.path < b.path ? -1 : 1));
  assert.deepEqual(listed, expected);
  for (const [i, path] of paths.entries()) {
    await store.get(path, to);
    assert.ok(readFileSync(to).equals(contents[i] ?? Buffer.alloc(0)), path);
  }
  await store.remove(['b/x', 'b/y', 'b/gone']);
  assert.deepEqual(
    (await store.list()).map(({ path }) => path).sort(),
    ["a/sub/it's & one.age", 'a/empty', 'a/large.age'].sort(),
  );
  await store.close();
}

test('a folder keeps files, and one that is missing is not created', async (t) => {
  const folder = join(temporaryFolder(t), 'kept');
  await assert.rejects(openBackupStore(testConfig('/nowhere', { backupTarget: folder })), /does not exist/);
  mkdirSync(folder);
  await tryFiles(t, await openBackupStore(testConfig('/nowhere', { backupTarget: folder })));
});

test('a bucket keeps files; what fails for a moment is tried again, what is refused is named', async (t) => {
  const bucket = await startBucket(t, 'kept');
  const config = testConfig('/nowhere', bucketSettings(bucket.endpoint));
  bucket.next.push(503, 'closed', 500);
  await tryFiles(t, await openBackupStore(config));
  assert.equal(bucket.uploads.size, 0);
  assert.ok(bucket.objects.has('of us/a/large.age'));
  const wrong = await openBackupStore({ ...config, backupS3Secret: 'another' });
  await assert.rejects(
    wrong.list(),
    (error) => error instanceof PlaceFailed && /refused GET: SignatureDoesNotMatch/.test(error.message),
  );
  const other = await openBackupStore({ ...config, backupTarget: 's3://elsewhere' });
  await assert.rejects(other.list(), /NoSuchBucket/);
});

test('an upload in parts that is refused leaves no parts behind', async (t) => {
  const bucket = await startBucket(t, 'kept');
  const store = await openBackupStore(testConfig('/nowhere', bucketSettings(bucket.endpoint)));
  const file = join(temporaryFolder(t), 'large');
  writeFileSync(file, randomBytes(20_000_000));
  const put = store.put('large', file);
  // The first request starts the upload, and the second one has its first part.
  bucket.next = [];
  const original = bucket.uploads.set.bind(bucket.uploads);
  bucket.uploads.set = (id, parts) => {
    bucket.next.push(400);
    return original(id, parts);
  };
  await assert.rejects(put, PlaceFailed);
  assert.deepEqual([bucket.objects.size, bucket.uploads.size], [0, 0]);
});

test('the signature of a request is the one of the published examples', () => {
  const key = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' };
  const at = Date.parse('2013-05-24T00:00:00Z');
  const signatureOf = (path: string, headers: Record<string, string>): string | undefined => {
    const url = new URL(`https://examplebucket.s3.amazonaws.com${path}`);
    const { authorization } = signedHeaders({ method: 'GET', url, headers, body: Buffer.alloc(0) }, key, at);
    return /Signature=([0-9a-f]+)/.exec(authorization ?? '')?.[1];
  };
  assert.equal(
    signatureOf('/test.txt', { range: 'bytes=0-9' }),
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
  assert.equal(signatureOf('/?max-keys=2&prefix=J', {}), '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7');
});

test('an SFTP server keeps files; one with another key, or a refused user, is named and gets nothing', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'kept'));
  const server = await startSftp(t, folder);
  await tryFiles(t, await openBackupStore(testConfig('/nowhere', serverSettings(server.port, server.hostKey))), 2_000_000);
  const other = `SHA256:${Buffer.alloc(32, 7).toString('base64').replace(/=+$/, '')}`;
  await assert.rejects(openBackupStore(testConfig('/nowhere', serverSettings(server.port, other))), (error) => {
    assert.ok(error instanceof PlaceFailed);
    assert.ok(error.message.includes(server.hostKey), error.message);
    return true;
  });
  const refused = testConfig('/nowhere', { ...serverSettings(server.port, server.hostKey), backupSftpPassword: 'wrong' });
  await assert.rejects(openBackupStore(refused), /did not do what was requested/);
});

// Durable files: whole or absent, for their owner only, and hashed by what lies on the disk.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  fileHash,
  makeFolder,
  renameAside,
  renameDurably,
  syncAside,
  writeAside,
  writeDurably,
} from '../../../src/base/files/durable.ts';
import { fileHash as hashOfRowFile } from '../../../src/base/rows/row-file.ts';
import { temporaryFolder } from '../folder.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

test('durable files', async (t) => {
  const folder = temporaryFolder(t);

  await t.test('a write replaces what was there, for its owner only, and leaves no other file', () => {
    const file = join(folder, 'a.txt');
    writeFileSync(file, 'a much longer text that was there before', { mode: 0o644 });
    writeDurably(file, 'new');
    assert.equal(readFileSync(file, 'utf8'), 'new');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder), ['a.txt']);
  });

  await t.test('beside other work a write and a rename do the same', async () => {
    const file = join(folder, 'c.txt');
    writeFileSync(file, 'a much longer text that was there before', { mode: 0o644 });
    await writeAside(file, 'new');
    await syncAside(file);
    assert.equal(readFileSync(file, 'utf8'), 'new');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    await assert.rejects(writeAside(join(folder, 'missing', 'd.txt'), 'new'), { code: 'ENOENT' });
    await renameAside(file, join(folder, 'a.txt'));
    assert.deepEqual(readdirSync(folder), ['a.txt']);
  });

  await t.test('a rename takes a file or a folder to its new name', () => {
    mkdirSync(join(folder, 'from'));
    writeFileSync(join(folder, 'from', 'b.txt'), 'b');
    makeFolder(join(folder, 'deep', 'down'));
    renameDurably(join(folder, 'from'), join(folder, 'deep', 'down', 'to'));
    assert.equal(readFileSync(join(folder, 'deep', 'down', 'to', 'b.txt'), 'utf8'), 'b');
    assert.equal(statSync(join(folder, 'deep')).mode & 0o077, 0);
  });

  await t.test('a file’s hash is that of its bytes, and one beside is fed with the same', async () => {
    const file = join(folder, 'long.txt');
    const text = 'ä'.repeat(1_500_000);
    writeFileSync(file, text);
    const beside = createHash('sha256').update('before ');
    assert.equal(await fileHash(file, beside), sha256(text));
    assert.equal(beside.digest('hex'), sha256(`before ${text}`));
    assert.equal(hashOfRowFile, fileHash, 'there is one of it');
  });
});

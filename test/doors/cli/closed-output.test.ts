// A command whose output nobody reads any more, as in `tributary status | head -1`.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { temporaryFolder } from '../../base/folder.ts';

test('a command ends as it would when its output is closed', async (t) => {
  // The reader opens the pipe and is gone before the command begins.
  const script = 'mkfifo pipe; (exec 3<pipe) & exec >pipe; wait; exec "$NODE" "$MAIN" --help';
  const env = { ...process.env, NODE: process.execPath, MAIN: projectFile('src', 'main.ts') };
  const { stderr } = await promisify(execFile)('sh', ['-c', script], { cwd: temporaryFolder(t), env });
  assert.equal(stderr, '');
});

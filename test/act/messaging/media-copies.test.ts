// Files of messages in backups, and with a profile that moves to another installation.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { backup } from '../../../src/base/backup/backup.ts';
import { restore } from '../../../src/base/backup/restore.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { keyText, temporaryFolder } from '../../base/folder.ts';

import { startTestApp, type TestApp } from '../../harness.ts';
import { MAIL, startMailWorld } from './mail-world.ts';
import { PDF, readFile } from './media-files.ts';

const run = (app: Pick<TestApp, 'base'>, name: keyof typeof commands, args: object) =>
  Promise.resolve(commands[name](app.base, args, () => undefined));

test('files of messages are in a backup, and move with their profile', async (t) => {
  const world = await startMailWorld(t);
  await world.connect();
  const { app } = world.w;
  const { profileId } = app;
  const attachments = [{ media_id: (await world.upload(PDF, 'invoice.pdf')).body.data.media_id }];
  const { message_id: id } = (await world.send({ ...MAIL, attachments })).body.data;
  const folder = temporaryFolder(t);
  const at = new Date(app.clock.now()).toISOString();
  const secret = world.secretOf('messages:read');

  await backup(app.base, join(folder, 'backup'));
  await restore(join(folder, 'backup'), join(folder, 'data'), { masterKey: keyText(app.base) });
  const installation = { email: 'other@shop.example', workspace: 'Other' };
  const restored = await startTestApp({ at, dataDir: join(folder, 'data'), installation });
  t.after(() => restored.close());
  const there = await readFile({ baseUrl: restored.baseUrl, profileId }, secret, id);
  assert.ok(there.bytes.equals(Buffer.from(PDF)), JSON.stringify(there.body));

  const dataDir = join(folder, 'other');
  const other = await startTestApp({ at, dataDir, installation: { email: 'else@other.example' } });
  t.after(() => other.close());
  const [file, key_file] = [join(folder, 'profile.move'), join(folder, 'profile.key')];
  const to = String((await run(other, 'status', {}))['installation_id']);
  await run(app, 'profiles-leave', { profile_id: profileId, file, installation: to });
  await run(app, 'profiles-release', { profile_id: profileId, key_file });
  await run(other, 'profiles-arrive', { file, key_file, accepts: 'all' });
  const moved = await readFile({ baseUrl: other.baseUrl, profileId }, secret, id);
  assert.ok(moved.bytes.equals(Buffer.from(PDF)), JSON.stringify(moved.body));
});

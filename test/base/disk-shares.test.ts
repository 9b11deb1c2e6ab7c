// One profile that fills a disk is refused before everybody is, and is told why.
import assert from 'node:assert/strict';
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { initInstallation } from '../../src/collect/tracking/index.ts';
import { smallDisk } from '../faults/tools/small-disk.ts';
import { startTestApp } from '../harness.ts';
import { until } from '../until.ts';

const MEGABYTE = 1024 * 1024;
const DISK_MB = 200;

/** Fills the disk up to a share of it. */
function fill(folder: string, file: string, upTo: number): void {
  const { blocks, bfree, bsize } = statfsSync(folder);
  const bytes = Math.floor(blocks * bsize * upTo - (blocks - bfree) * bsize);
  writeFileSync(file, Buffer.alloc(Math.max(0, bytes)));
}

async function openOn(t: TestContext, folder: string, share?: number) {
  const app = await startTestApp({
    dataDir: join(folder, 'data'),
    ...(share === undefined ? {} : { config: { profileDiskShare: share } }),
  });
  t.after(() => app.close());
  const other = initInstallation(app.base, {
    email: 'other@shop.example',
    workspace: 'Other',
    profile: 'Other',
    currency: 'USD',
    timezone: 'UTC',
  });
  const outcome = (key: string) => app.api(key).post('/events', { event_type: 'sign_up', user_traits: { email: 'a@b.example' } });
  // Of the archive of the first profile.
  const archive = join(app.dataDir, 'profiles', app.profileId, 'archive');
  mkdirSync(archive, { recursive: true });
  writeFileSync(join(archive, 'segment'), Buffer.alloc(130 * MEGABYTE));
  for (const key of [app.apiKey, other.api_key]) assert.ok((await outcome(key)).status < 300);
  return { app, other, outcome };
}

test('a profile over its share of a tight disk', async (t) => {
  const disk = smallDisk(t, DISK_MB);
  if (disk.how !== 'tmpfs') {
    // Nobody may mount here: the disk of the machine is not to be filled.
    t.diagnostic('no disk of its own');
    return;
  }
  const { app, other, outcome } = await openOn(t, disk.folder);
  fill(disk.folder, disk.filler, 0.935);
  const refused = await until(async () => {
    const answer = await outcome(app.apiKey);
    return answer.status >= 300 && answer;
  }, 'the profile is refused');
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'service_unavailable']);
  assert.match(refused.body.error.message, /The disk is 9[2-6] % full, and this profile takes \d\d % of what Tributary may use/);
  assert.match(refused.body.error.message, /one profile may take 50 %/);
  assert.equal(refused.headers['retry-after'], '60');
  const post = await fetch(`${app.baseUrl}/t/collect`, {
    method: 'POST',
    body: JSON.stringify({ tracking_key: app.trackingKey, anonymous_id: 'b', events: [{ event_type: 'page_view' }] }),
  });
  assert.equal(post.status, 503, 'its trackers are refused as well');
  assert.ok((await outcome(other.api_key)).status < 300, 'the other profile goes on');
  disk.free([]);
  await until(async () => (await outcome(app.apiKey)).status < 300, 'once there is room it goes on by itself');
});

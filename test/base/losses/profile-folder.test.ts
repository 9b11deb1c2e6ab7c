// The folder of a profile is lost: every report of it says that stored facts are damaged, before and after a start, and other profiles are served.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestApp, type TestApp } from '../../harness.ts';
import { temporaryFolder } from '../folder.ts';

const REPORTS = ['/overview', '/overview/series', '/attribution', '/attribution/paths', '/ads'];
const RANGE = { date_from: '2026-03-01', date_to: '2026-03-31' };

async function answers(app: TestApp, session: string, profileId: string): Promise<string[]> {
  const found = new Set<string>();
  for (const path of REPORTS) {
    const { status, body } = await app.api(session).get(path, { profile_id: profileId, ...RANGE });
    found.add(`${status} ${body.error?.code ?? 'ok'}`);
  }
  return [...found];
}

test('a profile whose folder is lost answers 503', async (t) => {
  const dataDir = join(temporaryFolder(t), 'data');
  const app = await startTestApp({ dataDir });
  const { profileId, session, base } = app;
  const events = ['a', 'b', 'c'].map((key) => ({
    event_type: 'payment_received',
    idempotency_key: key,
    occurred_at: '2026-03-30T10:00:00Z',
    value: { amount: '5', currency: 'USD' },
  }));
  assert.equal((await app.api(app.apiKey).post('/events/batch', { events })).status, 200);
  await app.settle();
  await base.archive.seal(profileId, 3n);
  assert.deepEqual(await answers(app, session, profileId), ['200 ok']);
  const folder = join(dataDir, 'profiles', profileId);

  await t.test('while it is served', async () => {
    rmSync(folder, { recursive: true });
    assert.deepEqual(await answers(app, session, profileId), ['503 service_unavailable']);
    await app.close();
  });

  await t.test('after a start', async (t) => {
    rmSync(folder, { recursive: true, force: true });
    const again = await startTestApp({ dataDir, installation: { workspace: 'Other', profile: 'Other' } });
    t.after(() => again.close());
    assert.deepEqual(await answers(again, session, profileId), ['503 service_unavailable']);
    assert.deepEqual(await answers(again, again.session, again.profileId), ['200 ok']);
    const { problems } = (await (await fetch(`${again.baseUrl}/readyz`)).json()) as { problems: { what: string }[] };
    assert.deepEqual(
      problems.map(({ what }) => what),
      ['A file of the archive is lost or damaged.'],
    );
  });
});

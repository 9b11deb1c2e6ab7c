// The setup checklist through the door: steps of all slices, judged from what is there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle } from '../../../src/credit/pipeline/index.ts';
import { openDoor, refused } from '../door.ts';

interface Step {
  name: string;
  done: boolean;
  next: string;
}

test('getProfileReadiness', async (t) => {
  const { call, ann, zoe, base, baseUrl } = await openDoor(t);
  const path = `/profile/readiness?profile_id=${ann.profile_id}`;
  const read = async (): Promise<{ summary: { done: number; total: number; next: string | null }; steps: Step[] }> =>
    (await call('get', path, ann.session_token)).body.data;
  const step = (steps: Step[], name: string): Step | undefined => steps.find((one) => one.name === name);

  await t.test('counts its steps and names the first that is open', async () => {
    const { summary, steps } = await read();
    const open = steps.filter(({ done }) => !done);
    assert.deepEqual(summary, { done: steps.length - open.length, total: steps.length, next: open[0]?.name });
    assert.equal(summary.next, 'profile_configured');
    for (const { done, next } of steps) assert.equal(done, next === '');
  });

  await t.test('the profile is configured once somebody settled its settings', async () => {
    assert.equal(step((await read()).steps, 'profile_configured')?.done, false);
    await call('patch', `/profile?profile_id=${ann.profile_id}`, ann.session_token, { currency: 'EUR' });
    const after = await read();
    assert.equal(step(after.steps, 'profile_configured')?.done, true);
    assert.notEqual(after.summary.next, 'profile_configured');
  });

  await t.test('the tracker is installed once a browser’s page view came; until then the next thing is said', async () => {
    const installed = async (): Promise<Step | undefined> => step((await read()).steps, 'tracker_installed');
    assert.match((await installed())?.next ?? '', /snippet/);
    const body = JSON.stringify({
      tracking_key: ann.tracking_key,
      events: [{ event_type: 'page_view', url: 'https://shop.example/' }],
    });
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 Safari/537.36';
    await fetch(`${baseUrl}/t/collect`, { method: 'POST', body, headers: { 'user-agent': agent } });
    await settle(base, ann.profile_id);
    assert.equal((await installed())?.done, true);
    assert.equal(step((await read()).steps, 'first_event_received')?.done, true);
  });

  await t.test('definitions are reviewed once somebody settled them, also as they stand', async () => {
    assert.match(step((await read()).steps, 'definitions_reviewed')?.next ?? '', /definitions/);
    await call('post', '/goals/definitions', ann.api_key, { conversion_key: 'payment_received', is_default: true });
    assert.equal(step((await read()).steps, 'definitions_reviewed')?.done, true);
  });

  await t.test('a tracking key counts while it is active', async () => {
    assert.equal(step((await read()).steps, 'tracking_key_issued')?.done, true);
    const [key] = (await call('get', '/tracking/keys', ann.api_key)).body.data;
    await call('delete', `/tracking/keys/${key.id}?profile_id=${ann.profile_id}`, ann.session_token);
    assert.equal(step((await read()).steps, 'tracking_key_issued')?.done, false);
  });

  await t.test('answers a key for its own profile and nobody else', async () => {
    assert.deepEqual((await call('get', '/profile/readiness', ann.api_key)).body.meta, { profile_id: ann.profile_id });
    assert.equal(refused(await call('get', path, zoe.session_token)), '404 not_found');
    assert.equal(refused(await call('get', path, zoe.api_key)), '404 not_found');
    assert.equal(refused(await call('get', path)), '401 unauthorized');
  });
});

// Webhooks in a real browser: subscribe, the secret once, a delivery with request and answer, again, rotation, pause, removal; who may.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createPerson } from '../../src/account/people/index.ts';
import { setProfileRole, setWorkspaceRole } from '../../src/account/places/index.ts';
import { laneJob } from '../../src/act/webhooks/lane.ts';
import { announceEvent } from '../../src/base/contract/announce-event.ts';
import { runDue } from '../../src/base/work/runner.ts';
import { ANN } from '../account/world.ts';
import { openHookWorld } from '../act/webhooks/hook-world.ts';
import { linkFor } from '../doors/console/browser.ts';
import { until } from '../until.ts';
import { closeBrowsers, enterBy, openBrowser } from './chromium.ts';
import { FAULTS_OF_LAYOUT, picture, seriousOf, settled } from './look.ts';

after(closeBrowsers);

const TYPE = 'connection.reconnect_required';

test('webhooks', async (t) => {
  const world = await openHookWorld(t);
  const { base, ann, clock, receiver, baseUrl } = world;
  const open = async (email: string, width = 1280) => {
    const watched = await openBrowser(t, baseUrl, { viewport: { width, height: 900 }, bypassCSP: true });
    const page = await watched.context.newPage();
    await enterBy(page, baseUrl + linkFor(base, email));
    await page.goto(`${baseUrl}/console/${ann.profile_id}/webhooks`);
    return { ...watched, page };
  };
  const { page, complaints } = await open(ANN.email);
  const look = async (name: string): Promise<void> => {
    await settled(page);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await picture(page, `webhooks-${name}-${width}`);
      assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), [], name);
      assert.deepEqual(await seriousOf(page), [], name);
    }
  };
  const secretShown = async (): Promise<string> =>
    (await page.getByRole('status').getByRole('region').first().textContent()) ?? '';

  await t.test('a subscription is made and its secret shown once', async () => {
    await page.getByRole('button', { name: 'New subscription' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill(world.url());
    await page.getByLabel('Purpose').fill('Order <b>system</b>');
    await page.getByLabel(new RegExp(`^${TYPE}`)).check();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.match(await secretShown(), /^whsec_/);
    await look('subscriptions');
    await page.reload();
    await page.getByText('Order <b>system</b>').waitFor();
    assert.ok(!(await page.content()).includes('whsec_'));
  });

  await t.test('a delivery shows its request and the answer, and is sent again', async () => {
    receiver.reply = () => ({ status: 500, body: 'no <i>room</i>' });
    const data = { connection_id: ann.profile_id, provider: 'meta', status: 'reconnect_required', reason: 'grant_ended' };
    base.state.tx(() => announceEvent(base, { type: TYPE, key: 'k', profileId: ann.profile_id, occurredAt: clock.now(), data }));
    await runDue(base, [laneJob]);
    await page.getByRole('link', { name: 'Deliveries' }).first().click();
    await page.getByRole('button', { name: `Details of ${TYPE}` }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('no <i>room</i>').waitFor();
    assert.match((await drawer.textContent()) ?? '', /"grant_ended"/);
    assert.match((await drawer.textContent()) ?? '', /: 500 in /);
    receiver.reply = () => ({ status: 204 });
    await drawer.getByRole('button', { name: 'Send again' }).click();
    await drawer.getByRole('button', { name: 'Send again' }).isEnabled();
    await page.keyboard.press('Escape');
    await until(async () => {
      await runDue(base, [laneJob]);
      return receiver.received.length >= 2;
    }, 'it is sent again');
    await page.reload();
    await page.getByRole('cell', { name: 'Delivered' }).first().waitFor();
    await look('deliveries');
  });

  await t.test('the secret is rotated, the address paused, active again, edited and removed', async () => {
    await page.getByRole('link', { name: 'Event types' }).click();
    await page.getByText('conversion.created').first().waitFor();
    await look('events');
    await page.getByRole('link', { name: 'Subscriptions' }).click();
    await page.getByRole('button', { name: /^Rotate/ }).click();
    await page.getByRole('button', { name: 'Make the new secret' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.match(await secretShown(), /^whsec_/);
    await page.getByText('the earlier secret works until').waitFor();
    await page.getByRole('button', { name: /^Pause/ }).click();
    await page.getByText('paused by a person').waitFor();
    await page.getByRole('button', { name: /^Activate/ }).click();
    await page.getByText('paused by a person').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Edit/ }).click();
    await page.getByLabel(new RegExp(`^${TYPE}`)).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel(/^payment.recorded/).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('payment.recorded').waitFor();
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Nothing is subscribed yet').waitFor();
    assert.deepEqual(
      complaints.filter((each) => !each.includes('status of 4')),
      [],
    );
  });

  await t.test('an analyst reads why they see nothing', async () => {
    const { personId } = createPerson(base, { email: 'alex@north.example', actor: 'system' });
    const profile = { profileId: ann.profile_id, workspaceId: ann.workspace_id };
    setWorkspaceRole(base, { workspaceId: ann.workspace_id, personId, role: 'member', actor: 'system' });
    setProfileRole(base, { profile, personId, role: 'analyst', canSeePii: true, actor: 'system' });
    const analyst = await open('alex@north.example');
    await analyst.page.getByText('Webhooks are for managers of the profile').waitFor();
  });
});

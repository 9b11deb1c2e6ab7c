// Tools that write: nothing before the last step, once at it, only where a person lets agents write, and never unwritten down.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { identify } from '../../../src/account/access/index.ts';
import { issueUserToken } from '../../../src/account/apps/index.ts';
import { isWriting, operationTools } from '../../../src/doors/mcp/tools.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { signedIn } from '../console/browser.ts';
import { type Agent, addMember, agentFor, agentWith, messageIn, type ToolAnswer, tokenFor, toolCall } from './agent.ts';

const SCOPES = ['mcp:read', 'mcp:write', 'goals:write', 'attribution:write'];

let app: TestApp;
let agent: Agent;
before(async () => {
  app = await startTestApp({ config: { plans: true } });
  app.base.state.db.prepare("update workspaces set plan = 'growth' where workspace_id = ?").run(app.workspaceId);
  agent = agentFor(app, SCOPES);
});
after(() => app.close());

const writeback = (isOn: boolean) =>
  app.api(app.session).put(`/workspaces/${app.workspaceId}/mcp-settings`, { mcp_writeback_enabled: isOn });
const used = async (): Promise<number> =>
  (await app.api(app.session).get(`/workspaces/${app.workspaceId}/mcp-settings`)).body.data.units.used_today;

interface Audit {
  event: string;
  tool: string | null;
  subject: string | null;
  status: number | null;
  code: string | null;
  credential: string | null;
  actor: string;
}
const audits = async (): Promise<Audit[]> =>
  (await app.api(app.session).get(`/workspaces/${app.workspaceId}/mcp-writeback-audits`)).body.data;

/** How many rows each table has, but for what counts calls. */
function rows(): Record<string, number> {
  const { db } = app.base.state;
  const names = db
    .prepare(
      "select name from sqlite_master where type = 'table' and sql not like 'create virtual %' and name not like 'sqlite_%'",
    )
    .all() as {
    name: string;
  }[];
  const counted = names.map(({ name }) => name).filter((name) => !/^(mcp_units|.*usage.*)$/.test(name));
  return Object.fromEntries(
    counted.map((name) => [name, (db.prepare(`select count(*) as n from "${name}"`).get() as { n: number }).n]),
  );
}

const step = (name: string, args: Record<string, unknown>, which: string, more: Record<string, unknown> = {}) =>
  agent.tool(name, { ...args, step: which, ...more });

/** A dry run's token; fails the test when it was refused. */
async function tried(name: string, args: Record<string, unknown>, by = agent): Promise<string> {
  const { structured, texts } = await by.tool(name, { ...args, step: 'dry_run' });
  assert.ok(structured, texts[0]);
  return structured.confirm_token;
}

const said = ({ texts }: ToolAnswer): string => (texts[0] as string).split('\n')[0] as string;

/** They need an account at an ad platform: test/act/ads/agent-writes.test.ts, test/act/recommendations/apply.test.ts and test/act/creatives/patterns.test.ts. */
const OF_ADS: ReadonlySet<string> = new Set([
  'pause_ad',
  'resume_ad',
  'set_ad_set_budget',
  'apply_recommendation',
  'draft_creative_test',
]);

test('each writing tool goes preview, dry run, confirm; only the last writes, and once', async (t) => {
  await writeback(true);
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const { workspaceId: workspace_id, profileId: profile_id } = app;
  let [result, connection] = ['', ''];
  const calls: [string, () => Record<string, unknown>, string, (answer: ToolAnswer['structured']) => Promise<void>][] = [
    [
      'create_workspace',
      () => ({ name: 'Second' }),
      'checked',
      async ({ answer }) => {
        const { body } = await app.api(app.session).get('/workspaces');
        assert.ok(body.data.some((each: { workspace_id: string }) => each.workspace_id === answer.data.workspace_id));
      },
    ],
    [
      'create_profile',
      () => ({ workspace_id, name: 'Second', currency: 'EUR' }),
      'created',
      async ({ answer }) => {
        result = answer.data.profile_id;
        const { body } = await app.api(app.session).get('/profile', { profile_id: result });
        assert.equal(body.data.currency, 'EUR');
      },
    ],
    [
      'create_tracking_key',
      () => ({ profile_id: result }),
      'created',
      async ({ answer }) => {
        const { body } = await app.api(app.session).get('/tracking/keys', { profile_id: result });
        assert.equal(body.data[0].public_key, answer.data.public_key);
      },
    ],
    [
      'update_profile',
      () => ({ profile_id, domains: ['shop.example', 'www.shop.example'], name: null }),
      'changed',
      async () => {
        const { body } = await app.api(app.session).get('/profile', { profile_id });
        assert.deepEqual(body.data.domains, ['shop.example', 'www.shop.example']);
        assert.equal(body.data.name, 'Main');
      },
    ],
    [
      'update_attribution_settings',
      () => ({ profile_id, click_window_days: 14 }),
      'changed',
      async () => {
        const { body } = await app.api(app.session).get('/profile/attribution-settings', { profile_id });
        assert.equal(body.data.click_window_days, 14);
      },
    ],
    [
      'put_definition',
      () => ({ profile_id, conversion_key: 'trial_started', lookback_window_days: null }),
      'created',
      async ({ answer }) => {
        assert.equal(answer.data.created, true);
        const { structured } = await agent.tool('list_definitions', { profile_id });
        assert.ok(structured.data.some((each: { conversion_key: string }) => each.conversion_key === 'trial_started'));
      },
    ],
    [
      'put_pacing',
      () => ({ profile_id, monthly_budget: '1300', outcome_goal: 60 }),
      'checked',
      async () => {
        const { structured } = await agent.tool('get_pacing', { profile_id });
        assert.deepEqual([structured.data.monthly_budget, structured.data.outcome_goal], ['1300', 60]);
      },
    ],
    [
      'connect_provider',
      () => ({ profile_id, provider: 'sandbox' }),
      'created',
      async ({ answer }) => {
        connection = answer.data.connection_id;
        assert.match(await (await fetch(answer.data.url)).text(), /Continue to Sandbox/);
      },
    ],
    [
      'sync_connection',
      () => {
        // As if a person had granted access.
        app.base.state.db.prepare("update connections set status = 'active' where connection_id = ?").run(connection);
        return { profile_id, id: connection };
      },
      'accepted',
      async ({ answer }) => assert.equal(answer.data.connection_id, connection),
    ],
  ];
  const tools = operationTools();
  const writing = [...tools].filter(([name, tool]) => isWriting(tool) && !OF_ADS.has(name)).map(([name]) => name);
  assert.deepEqual(calls.map(([name]) => name).sort(), writing.sort(), 'each is called here');
  for (const [name, argsOf, outcome, holds] of calls) {
    await t.test(name, async () => {
      const args = argsOf();
      const { input: inputSchema, output: outputSchema } = tools.get(name) as NonNullable<ReturnType<typeof tools.get>>;
      const takes = ajv.compile(inputSchema);
      const answers = ajv.compile(outputSchema);
      const isAnswer = ({ structured, texts }: ToolAnswer): void => {
        assert.ok(structured, texts[0]);
        assert.ok(answers(structured), `${name}: ${ajv.errorsText(answers.errors)}`);
        assert.deepEqual(JSON.parse(texts[1] as string), structured);
      };
      const input = Object.fromEntries(
        Object.entries(args).filter(([key, value]) => value !== null || key.startsWith('lookback')),
      );
      assert.ok(takes({ ...input, step: 'confirm', confirm_token: 'x' }), `${name}: ${ajv.errorsText(takes.errors)}`);
      assert.ok(!takes({ ...input, step: 'now' }));
      assert.ok(!takes({ ...input, other: 1 }));

      const before = rows();
      const seen = await agent.tool(name, args);
      isAnswer(seen);
      assert.equal(seen.structured.step, 'preview', 'what a call without a step does');
      assert.match(said(seen), /^Nothing is written\. It would .*"step": "dry_run"\.$/);
      const trial = await step(name, args, 'dry_run');
      isAnswer(trial);
      assert.match(said(trial), outcome === 'checked' ? /^Checked, as far as/ : /^Tried and rolled back/);
      assert.equal(trial.structured.outcome, outcome);
      assert.deepEqual(rows(), before, 'nothing is left behind');

      const { confirm_token } = trial.structured;
      const usedBefore = await used();
      const done = await step(name, args, 'confirm', { confirm_token });
      isAnswer(done);
      assert.deepEqual([said(done), done.structured.is_replay], ['Done.', false]);
      await holds(done.structured);
      const after = rows();
      const again = await step(name, args, 'confirm', { confirm_token });
      isAnswer(again);
      assert.deepEqual(again.structured, { ...done.structured, is_replay: true });
      assert.deepEqual(rows(), after, 'twice confirmed is once done');
      const cost = name === 'create_workspace' ? 0 : 1;
      const read = name === 'put_definition' || name === 'put_pacing' ? 1 : 0;
      assert.equal((await used()) - usedBefore, cost + read, 'a replay costs nothing');
    });
  }
  await t.test('all of it is written down', async () => {
    const applied = (await audits()).filter(({ event }) => event === 'applied');
    assert.deepEqual(applied.map(({ tool }) => tool).reverse(), [
      'create_profile',
      'create_tracking_key',
      'update_profile',
      'update_attribution_settings',
      'put_definition',
      'put_pacing',
      'connect_provider',
      'sync_connection',
    ]);
    assert.deepEqual(applied.map(({ subject }) => subject).reverse(), [
      workspace_id,
      result,
      ...Array.from({ length: 6 }, () => profile_id),
    ]);
    for (const { actor, credential } of applied) assert.match(`${actor} ${credential}`, /^person:\S+ grant:\S+$/);
    const { structured } = await agent.tool('whoami');
    const second = structured.data.workspaces.find(({ name }: { name: string }) => name === 'Second').workspace_id;
    const { body } = await app.api(app.session).get(`/workspaces/${second}/mcp-writeback-audits`);
    assert.deepEqual(
      body.data.map(({ tool, event }: Audit) => [tool, event]),
      [['create_workspace', 'applied']],
      'what makes a workspace is written down there',
    );
  });
});

test('where agents may not write, a person is asked, and decides', async (t) => {
  await writeback(false);
  const args = { profile_id: app.profileId, timezone: 'Europe/Paris' };
  let link = '';
  let id = '';
  await t.test('the preview says so; a dry run is refused with a link, and writes nothing', async () => {
    const { structured, texts } = await agent.tool('update_profile', args);
    assert.equal(structured.mcp_writeback_enabled, false);
    assert.match(texts[0] as string, /Agents may not write there yet/);
    const before = await used();
    const refused = await step('update_profile', args, 'dry_run');
    assert.ok(refused.isError);
    assert.equal(await used(), before, 'it costs nothing');
    assert.match(said(refused), /^forbidden \(403\): Agents may not write in this workspace until an owner or admin allows it/);
    const { error } = JSON.parse(refused.texts[1] as string);
    link = error.handoff.url;
    id = error.handoff.id;
    assert.ok((refused.texts[0] as string).includes(`What to do: Give the person this link: ${link}`));
    const [last] = await audits();
    assert.deepEqual([last?.event, last?.tool, last?.code, last?.status], ['refused', 'update_profile', 'forbidden', 403]);
  });
  await t.test('asked again, the link that was given still waits', async () => {
    const again = await step('update_profile', args, 'dry_run');
    const { error } = JSON.parse(again.texts[1] as string);
    assert.deepEqual(Object.keys(error.handoff), ['id', 'expires_at']);
    assert.equal(error.handoff.id, id);
    assert.match(again.texts[0] as string, /The person has the link already/);
    assert.equal((await agent.tool('get_handoff', { id })).structured.data.status, 'awaiting_approval');
  });
  await t.test('a token from before does not get through either', async () => {
    await writeback(true);
    const confirm_token = await tried('update_profile', args);
    await writeback(false);
    const refused = await step('update_profile', args, 'confirm', { confirm_token });
    assert.match(said(refused), /^forbidden \(403\)/);
    assert.equal((await app.api(app.session).get('/profile', { profile_id: app.profileId })).body.data.timezone, 'UTC');
  });
  await t.test('an owner allows it on the page; the same call goes through', async () => {
    const page = await signedIn(app);
    const path = new URL(link).pathname;
    assert.match((await page.get(path)).text, /Let agents write in Shop/);
    assert.match((await page.get(path)).text, /This applies to tools only\./);
    assert.equal((await page.submit(path, { decision: 'approved' })).status, 303);
    assert.equal((await agent.tool('get_handoff', { id })).structured.data.status, 'completed');
    const confirm_token = await tried('update_profile', args);
    assert.equal(said(await step('update_profile', args, 'confirm', { confirm_token })), 'Done.');
    const [applied, enabled] = await audits();
    assert.deepEqual([applied?.event, enabled?.event, enabled?.credential], ['applied', 'enabled', null]);
  });
});

test('a token is good for its caller, its tool and its arguments, for an hour', async (t) => {
  await writeback(true);
  const args = { profile_id: app.profileId, click_window_days: 21 };
  const name = 'update_attribution_settings';
  const confirm_token = await tried(name, args);
  const refusedWith = async (changes: Record<string, unknown>, who = agent, tool = name): Promise<void> => {
    const answer = await who.tool(tool, { ...args, step: 'confirm', confirm_token, ...changes });
    assert.match(said(answer), /^invalid_parameter \(400\): confirm_token: /);
  };
  await t.test('other arguments', () => refusedWith({ click_window_days: 22 }));
  await t.test('another agent of the same person', () => refusedWith({}, agentFor(app, SCOPES)));
  await t.test('another tool', () => refusedWith({ click_window_days: undefined }, agent, 'update_profile'));
  await t.test('none, no text, a changed one', async () => {
    await refusedWith({ confirm_token: undefined });
    await refusedWith({ confirm_token: 7 });
    await refusedWith({ confirm_token: `${confirm_token[0] === 'A' ? 'B' : 'A'}${confirm_token.slice(1)}` });
  });
  await t.test('after its hour, also with a new bearer', async () => {
    const principal = identify(app.base, `Bearer ${agent.token}`);
    const grantId = principal?.credentialId.replace('grant:', '') as string;
    app.clock.set('2026-03-31T13:00:01Z');
    const later = agentWith(app, issueUserToken(app.base, { grantId, scopes: SCOPES }).token);
    const answer = await later.tool(name, { ...args, step: 'confirm', confirm_token });
    assert.match(said(answer), /its hour is over/);
    agent = later;
  });
  const { body } = await app.api(app.session).get('/profile/attribution-settings', { profile_id: app.profileId });
  assert.equal(body.data.click_window_days, 14, 'nothing was written');
  await t.test('another spelling of it is the same token', async () => {
    const fresh = await tried(name, args);
    assert.equal(said(await step(name, args, 'confirm', { confirm_token: fresh })), 'Done.');
    const padded = await step(name, args, 'confirm', { confirm_token: `${fresh}==` });
    assert.equal(padded.structured.is_replay, true);
  });
});

test('twenty confirmations at once have one effect', async () => {
  await writeback(true);
  const args = { workspace_id: app.workspaceId, name: 'At once' };
  const confirm_token = await tried('create_profile', args);
  const answers = await Promise.all(Array.from({ length: 20 }, () => step('create_profile', args, 'confirm', { confirm_token })));
  const ids = new Set(answers.map(({ structured }) => structured?.answer.data.profile_id));
  assert.equal(ids.size, 1);
  assert.equal(answers.filter(({ structured }) => structured.is_replay === false).length, 1);
});

test('what is refused at the last step is undone whole, costs nothing, and is written down', async () => {
  await writeback(true);
  const args = { workspace_id: app.workspaceId, name: 'One too many' };
  const confirm_token = await tried('create_profile', args);
  app.base.state.db.prepare("update workspaces set plan = 'starter' where workspace_id = ?").run(app.workspaceId);
  const before = await used();
  const refused = await step('create_profile', args, 'confirm', { confirm_token });
  assert.match(said(refused), /^profile_limit_reached \(403\): /);
  assert.match(refused.texts[0] as string, /What to do: Tell the person which plan allows more/);
  assert.equal(await used(), before);
  const [last] = await audits();
  assert.deepEqual([last?.event, last?.tool, last?.code], ['refused', 'create_profile', 'profile_limit_reached']);
  app.base.state.db.prepare("update workspaces set plan = 'growth' where workspace_id = ?").run(app.workspaceId);
  assert.equal(
    said(await step('create_profile', args, 'confirm', { confirm_token })),
    'Done.',
    'a refusal leaves no trace of the key',
  );
});

test('a dry run is heard by nobody, a confirmation once it is on disk', async () => {
  await writeback(true);
  const heard: boolean[] = [];
  const stop = app.base.signals.on('decisions', () => heard.push(app.base.state.db.inTransaction));
  const args = { profile_id: app.profileId, timezone: 'Europe/Rome' };
  const confirm_token = await tried('update_profile', args);
  assert.deepEqual(heard, []);
  await step('update_profile', args, 'confirm', { confirm_token });
  assert.deepEqual(heard, [false]);
  stop();
});

test('what agents do not settle, and what is wrong, is refused in words', async (t) => {
  await writeback(true);
  const { profileId: profile_id, workspaceId: workspace_id } = app;
  const refusals: [string, Record<string, unknown>, RegExp][] = [
    ['update_profile', { profile_id, privacy_mode: 'standard' }, /^validation_error \(422\): privacy_mode: agents cannot set it/],
    ['create_workspace', { name: 'X', email: 'a@b.example' }, /^validation_error \(422\): email: agents cannot set it/],
    ['update_profile', { profile_id }, /^validation_error \(422\)/],
    ['update_profile', { profile_id, timezone: '+02:00' }, /^validation_error \(422\): timezone/],
    ['update_profile', { profile_id, colour: 'red' }, /^validation_error \(422\): colour: is not a known field/],
    ['update_profile', { timezone: 'UTC' }, /^invalid_parameter \(400\): profile_id: name the profile/],
    ['create_profile', { name: 'X' }, /^validation_error \(422\): workspace_id: is required/],
    ['create_profile', { workspace_id, name: 'Main' }, /^invalid_state \(409\)/],
    ['create_profile', { workspace_id: '00000000-0000-4000-8000-000000000000', name: 'X' }, /^not_found \(404\)/],
    ['create_tracking_key', { profile_id, step: 'now' }, /^invalid_parameter \(400\): step: must be one of/],
  ];
  for (const [name, args, why] of refusals) {
    await t.test(`${name} ${JSON.stringify(args).replaceAll(/[0-9a-f-]{36}/g, '…')}`, async () => {
      const before = [rows()['profiles'], await used()];
      const answer = await agent.tool(name, { step: 'dry_run', ...args });
      assert.match(said(answer), why);
      assert.deepEqual([rows()['profiles'], await used()], before);
    });
  }
});

test('a scope that is missing is requested by the name that a consent page shows', async () => {
  const reader = agentFor(app, ['mcp:read']);
  for (const [name, args, scope] of [
    ['create_workspace', { name: 'X' }, 'mcp:read mcp:write'],
    ['create_profile', { workspace_id: app.workspaceId, name: 'X' }, 'mcp:read mcp:write'],
    ['update_profile', { profile_id: app.profileId, name: 'X' }, 'mcp:read mcp:write'],
    ['put_definition', { profile_id: app.profileId, conversion_key: 'x' }, 'mcp:read goals:write'],
  ] as const) {
    const response = await reader.post(toolCall(name, args));
    assert.equal(response.status, 403, name);
    assert.match(response.headers.get('www-authenticate') ?? '', new RegExp(`error="insufficient_scope", scope="${scope}"`));
    assert.match((await messageIn(response)).error.message, new RegExp(`authorize again and request ${scope}`));
  }
});

test('a role that does not allow it is no matter of scopes', async () => {
  addMember(app, 'wanda@shop.example', 'viewer');
  const viewer = agentFor(app, SCOPES, 'wanda@shop.example');
  const answer = await viewer.tool('update_profile', { profile_id: app.profileId, name: 'Mine' });
  assert.match(said(answer), /^forbidden \(403\): This needs the role manager/);
});

test('the switch binds tools alone, as the hand-off says: by REST the scopes of a token and the role of its person decide', async (t) => {
  const other = await startTestApp();
  t.after(() => other.close());
  const token = tokenFor(other, ['mcp:write']);
  const rename = (bearer: string) => other.api(bearer).patch('/profile', { name: 'Renamed' }, { profile_id: other.profileId });
  const byTool = await agentWith(other, token).tool('update_profile', {
    profile_id: other.profileId,
    name: 'X',
    step: 'dry_run',
  });
  assert.equal(byTool.isError, true);
  assert.equal((await rename(token)).status, 200);
  assert.equal((await rename(tokenFor(other, ['mcp:read']))).status, 403, 'without the scope nothing is written');
});

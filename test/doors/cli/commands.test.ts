// The command line as a person or a script uses it, without a service and beside one.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { enter } from '../console/browser.ts';
import { folder, type Json, json, output, owner, type Ran, running, tributary } from './cli.ts';

const EVENTS = `event_id,anonymous_id,occurred_at,event_type,url,referrer,idempotency_key,value_amount,currency,email,colour
e1,b1,2026-11-01T10:00:00Z,page_view,https://shop.example/?utm_source=google&utm_medium=cpc,,,,,,red
e2,b1,2026-11-01T10:05:00Z,payment_received,,,order-1,10.50,EUR,ada@mail.example,
e3,b1,2026-02-30T10:05:00Z,payment_received,,,order-2,10.50,EUR,ada@mail.example,
e4,b2,2026-11-02T10:05:00Z,page_view,https://shop.example/,https://www.google.com/,,,,,
`;
const SPEND = `platform,account_id,day,campaign_id,campaign_name,currency,spend,impressions,clicks
google,1,2026-11-01,11,Brand,EUR,3.20,100,4
google,1,2026-11-01,12,Other,EUR,1.30,50,2
google,1,yesterday,12,Other,EUR,1.30,50,2
`;

function fileOf(t: TestContext, name: string, text: string | Buffer): string {
  const dir = folder(t, 'files');
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, name), text);
  return join(dir, name);
}

function assertOneLine(ran: Ran, code: number, words: RegExp): void {
  assert.equal(ran.code, code, ran.stderr);
  assert.match(ran.stderr, words);
  assert.equal(ran.stderr.trim().split('\n').length, 1, ran.stderr);
  assert.doesNotMatch(ran.stderr, /^\s+at /m);
}

const overview = async (address: string, key: string): Promise<Json> => {
  const answer = await fetch(`${address}/api/v1/overview?date_from=2026-11-01&date_to=2026-11-02`, {
    headers: { authorization: `Bearer ${key}` },
  });
  assert.equal(answer.status, 200);
  return ((await answer.json()) as Json).data.current;
};

test('init', async (t) => {
  const data = folder(t);
  const result = await json(owner(data));

  await t.test('answers one flat object with the ids and the secrets', () => {
    assert.deepEqual(Object.keys(result), ['workspace_id', 'profile_id', 'api_key', 'tracking_key', 'session_token']);
    assert.match(result.api_key, /^svc_live_/);
    assert.match(result.tracking_key, /^trk_live_/);
    assert.ok(Object.values(result).every((value) => typeof value === 'string'));
  });
  await t.test('keeps the data folder to its owner', () => {
    assert.equal(statSync(data).mode & 0o077, 0);
    assert.equal(existsSync(join(data, 'service.json')), false);
  });
  await t.test('refuses to make the same profile twice, in one line', async () => {
    assertOneLine(await tributary(owner(data)), 1, /has the profile "Shop" in the workspace "Mill" already/);
  });
  await t.test('reports all missing options together', async () => {
    const ran = await tributary(['init', '--profile', 'Shop', '--data', folder(t)]);
    assertOneLine(ran, 2, /--email.*--workspace.*--currency.*--timezone/);
    assert.doesNotMatch(ran.stderr, /--profile/);
  });
  await t.test('refuses values that mean nothing', async () => {
    const input = (from: string, to: string, data: string): string[] => owner(data).map((word) => (word === from ? to : word));
    const none = folder(t);
    assertOneLine(await tributary(input('EUR', 'EURO', none)), 2, /^tributary: --currency: /);
    assertOneLine(await tributary(input('Mill', ' ', none)), 2, /^tributary: --workspace: must not be blank/);
    assertOneLine(
      await tributary([...owner(none), '--domain', 'https://shop.example/a']),
      2,
      /^tributary: --domain: a host name/,
    );
    assertOneLine(
      await tributary(input('EUR', 'eur', none)),
      2,
      /^tributary: --currency: currency codes are written in capitals: EUR\.$/m,
    );
    const both = input('EUR', 'eur', none).map((word) => (word === 'Mill' ? ' ' : word));
    assertOneLine(await tributary(both), 2, /^tributary: --workspace: .*\. --currency: .*EUR/);
    assert.equal(existsSync(none), false, 'no folder is left behind');
  });
});

test('open', async (t) => {
  const data = folder(t);
  await t.test('init, serve and open name each other, with the folder where it is not the default', async () => {
    const result = await tributary(owner(data));
    assert.equal(result.code, 0, result.stderr);
    assert.match(result.stdout, new RegExp(`tributary serve --data ${data}\\b`));
    assert.match(result.stdout, new RegExp(`tributary open --data ${data}\\b`));
  });
  await t.test('says that no service is running', async () => {
    assertOneLine(await tributary(['open', '--data', data]), 1, /No service is running.*tributary serve --data/);
  });
  const served = output(t, ['serve', '--data', data, '--port', '0'], { TRIBUTARY_LOG_LEVEL: 'silent' });
  const [, address] = await served.until(/^Console: +(http:\S+)\/$/m);
  await served.until(/tributary open --data \S+/);
  await t.test('prints a link that signs the owner in, once', async () => {
    const opened = await json(['open', '--data', data]);
    assert.equal(opened.email, 'ada@example.com');
    assert.ok(opened.link.startsWith(`${address}/console/sign-in/`), opened.link);
    assert.equal(opened.is_opened, false);
    assert.equal((await enter(opened.link)).status, 303);
    assert.equal((await enter(opened.link)).status, 410);
  });
  await t.test('opens it where there is a display, without showing it to other users of the machine', async () => {
    const programs = folder(t, 'programs');
    mkdirSync(programs, { recursive: true });
    writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${programs}/argument\n`, { mode: 0o755 });
    const env = { DISPLAY: ':99', PATH: `${programs}:${process.env['PATH']}` };
    const ran = await tributary(['open', '--data', data], env);
    assert.equal(ran.code, 0, ran.stderr);
    const argument = readFileSync(join(programs, 'argument'), 'utf8');
    assert.equal(argument, join(data, 'open.html'));
    assert.equal(statSync(argument).mode & 0o077, 0);
    const [, link = ''] = /(http:\S+svc_link_[\w-]+)/.exec(readFileSync(argument, 'utf8')) ?? [];
    assert.ok(ran.stdout.includes(link));
    assert.equal((await enter(link)).status, 303);
  });
  await t.test('refuses an address that nobody has', async () => {
    assertOneLine(await tributary(['open', '--email', 'eve@example.com', '--data', data]), 1, /Nobody here has the address/);
  });
});

test('the data folder', async (t) => {
  const data = folder(t);
  // What a machine usually has; with a stricter mask this test could not fail.
  const before = process.umask(0o022);
  t.after(() => process.umask(before));

  await t.test('is nobody else’s to read, after an init, a backfill and a publish', async () => {
    await json(owner(data));
    await json(['backfill', 'events', fileOf(t, 'events.csv', EVENTS), '--data', data], 3);
    await json(['publish', '--data', data]);
    const found = readdirSync(data, { recursive: true, encoding: 'utf8' });
    for (const wanted of [/live\.duckdb$/, /published\/.*\.parquet$/, /^landing\b/, /^spill$/, /journal\.sqlite$/])
      assert.ok(
        found.some((path) => wanted.test(path)),
        `${wanted} is there to be looked at`,
      );
    const open = found.filter((path) => {
      const status = lstatSync(join(data, path));
      return !status.isSymbolicLink() && (status.mode & 0o077) !== 0;
    });
    assert.deepEqual(open, []);
  });
});

test('wrong use', async (t) => {
  await t.test('is told in one line with exit code 2', async () => {
    assertOneLine(await tributary(['paint']), 2, /unknown command 'paint'/);
    assertOneLine(await tributary(['init', '--email', 'a@b.example']), 2, /--workspace/);
    assertOneLine(await tributary(['serve', '--port', 'high']), 2, /--port.*whole number/);
    assertOneLine(await tributary(['backfill', 'events']), 2, /missing required argument 'file'/);
  });
  await t.test('of a port or a path names it', async () => {
    assertOneLine(await tributary(['serve', '--port', '99999']), 2, /--port.*from 0 to 65535/);
    const file = fileOf(t, 'a.txt', 'x');
    assertOneLine(await tributary(owner(join(file, 'data'))), 1, /a part of this path is a file, not a folder/);
    const data = folder(t);
    await json(owner(data));
    assertOneLine(await tributary(['backfill', 'events', data, '--data', data]), 1, /is a folder, not a file/);
    const rejects = join(data, 'none', 'rejects');
    assertOneLine(await tributary(['backfill', 'events', file, '--data', data, '--reject-file', rejects]), 1, /does not exist/);
    assertOneLine(
      await tributary(['backfill', 'events', file, '--data', data, '--timezone', 'Mars/Base']),
      2,
      /--timezone: not an IANA/,
    );
    assertOneLine(await tributary(['keys', 'create', '--data', data, '--name', 'a', '--rate-limit', '0']), 2, /: --rate-limit: /);
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    t.after(() => taken.close());
    const { port } = taken.address() as AddressInfo;
    const words = new RegExp(`Port ${port} is in use; choose another with --port`);
    assertOneLine(
      await tributary(['serve', '--port', String(port), '--data', data], { TRIBUTARY_LOG_LEVEL: 'silent' }),
      1,
      words,
    );
    const said = { TRIBUTARY_PORT: String(port), TRIBUTARY_LOG_LEVEL: 'silent' };
    assertOneLine(await tributary(['serve', '--data', data], said), 1, words);
    // Of no machine (RFC 5737): the variable names it, and the option of the port goes before its variable.
    const elsewhere = { ...said, TRIBUTARY_HOST: '192.0.2.1' };
    assertOneLine(
      await tributary(['serve', '--data', data, '--port', '0'], elsewhere),
      1,
      /192\.0\.2\.1 is no address of this machine/,
    );
  });
  await t.test('is also told as JSON when JSON was asked for', async () => {
    const { error } = await json(['keys', 'create'], 2);
    assert.equal(error.code, 'usage');
    assert.match(error.message, /--name/);
  });
  await t.test('of a folder without an installation makes no folder', async () => {
    const data = folder(t);
    assertOneLine(await tributary(['status', '--data', data]), 1, /There is no installation in .*tributary init/);
    assert.equal(existsSync(data), false);
  });
  await t.test('shows where an error came from only when asked to', async () => {
    const ran = await tributary(['status', '--data', folder(t)], { TRIBUTARY_DEBUG: '1' });
    assert.match(ran.stderr, /^\s+at /m);
  });
});

test('--version', async () => {
  const { version } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string };
  assert.deepEqual(await tributary(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' });
});

test('backfill', async (t) => {
  const data = folder(t);
  const { profile_id } = await json(owner(data));
  const events = fileOf(t, 'events.csv', EVENTS);

  await t.test('--dry-run counts and writes nothing', async () => {
    const dry = await json(['backfill', 'events', events, '--data', data, '--dry-run'], 3);
    assert.equal(dry.rows, 4);
    const { profiles } = await json(['status', '--data', data]);
    assert.equal(profiles[0].accepted_seq, 0);
  });
  await t.test('takes the good rows to the last mart, lists the bad one by line, names the unknown column', async () => {
    const filled = await json(['backfill', 'events', events, '--data', data, '--profile', profile_id], 3);
    assert.deepEqual([filled.rows, filled.accepted, filled.duplicates, filled.rejected], [4, 3, 0, 1]);
    assert.equal(filled.errors[0].line, 4);
    assert.match(filled.errors[0].reason, /occurred_at/);
    assert.deepEqual(filled.unknown_columns, ['colour']);
    const { profiles, service } = await json(['status', '--data', data]);
    assert.equal(service, null);
    assert.deepEqual([profiles[0].accepted_seq, profiles[0].behind_facts, profiles[0].behind_decisions], [3, 0, 0]);
  });
  await t.test('adds nothing the second time', async () => {
    const again = await json(['backfill', 'events', events, '--data', data], 3);
    assert.equal(again.accepted, 0);
    const { profiles, figures } = await json(['status', '--data', data, '--figures'], 4);
    assert.equal(profiles[0].accepted_seq, 3);
    assert.deepEqual(
      [figures[0].sentence, figures[0].is_complete],
      ['Counted €10.50 of €21.00 known.', false],
      'with what the rejected row says, once',
    );
  });
  await t.test('known rows of a changed file are duplicates, also those without a key', async () => {
    const shipped = 'e7,b9,2026-11-02T11:00:00Z,order_shipped,,,order-9,7.50,EUR,,\n';
    const longer = `${EVENTS}e6,b9,2026-11-02T11:00:00Z,page_view,https://shop.example/,,,,,,\n${shipped}`;
    const filled = await json(['backfill', 'events', fileOf(t, 'longer.csv', longer), '--data', data], 3);
    assert.deepEqual([filled.rows, filled.accepted, filled.duplicates, filled.rejected], [6, 2, 3, 1]);
  });
  await t.test('status --figures exits with 4 while known money is outside of the figures, and says how it ends', async () => {
    const { code, stdout } = await tributary(['status', '--data', data, '--figures']);
    assert.equal(code, 4, stdout);
    assert.match(stdout, /^Figures: ".*": Counted €10\.50 of €28\.50 known\.$/m);
    assert.match(stdout, /^ +No goal counts the event type order_shipped\. /m);
    assert.equal((await tributary(['status', '--data', data])).code, 0, 'without it nothing changes');
  });
  await t.test('takes spend, grouped by account and day', async () => {
    const filled = await json(['backfill', 'spend', fileOf(t, 'spend.csv', SPEND), '--data', data], 3);
    assert.equal(filled.rejected, 1);
    assert.equal(filled.errors[0].line, 4);
  });
  await t.test('of a file that breaks off is done in part', async () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => `2026-11-01,a,${i}-${(i * 7_919) % 3_001}`);
    const whole = gzipSync(`occurred_at,event_type,anonymous_id\n${rows.join('\n')}`);
    const cut = fileOf(t, 'cut.csv.gz', whole.subarray(0, whole.length - 1_000));
    const ran = await tributary(['backfill', 'events', cut, '--data', data, '--dry-run']);
    assert.equal(ran.code, 3);
    assert.match(ran.stdout, /The file is incomplete: .*unpacked to its end.*Load the complete file again/);
    assert.match(
      ran.stdout,
      /times name no zone and were read on the clocks of \S+ \(--timezone names another\)\. .* of them are days/,
    );
  });
  await t.test('tells a person the same in words', async () => {
    const other = fileOf(t, 'other.csv', EVENTS.replace('e4,', 'e5,'));
    const ran = await tributary(['backfill', 'events', other, '--data', data]);
    assert.equal(ran.code, 3);
    assert.match(ran.stdout, /1 rejected/);
    assert.match(ran.stdout, /line 4: .*occurred_at/);
    assert.match(ran.stdout, /colour/);
    assert.equal(ran.stderr, '');
  });
  await t.test('of a file that is not there, or a profile that is not, fails in one line', async () => {
    assertOneLine(await tributary(['backfill', 'events', '/nowhere.csv', '--data', data]), 1, /nowhere\.csv/);
    const nobody = '00000000-0000-4000-8000-000000000000';
    assertOneLine(await tributary(['backfill', 'events', events, '--data', data, '--profile', nobody]), 1, /no profile 00000000/);
  });
});

test('beside a running service', async (t) => {
  const data = folder(t);
  const { api_key } = await json(owner(data));
  const service = await running(t, ['serve', '--data', data]);

  await t.test('commands go through it', async () => {
    const filled = await json(['backfill', 'events', fileOf(t, 'events.csv', EVENTS), '--data', data], 3);
    assert.equal(filled.accepted, 3);
    const { service: holder, profiles } = await json(['status', '--data', data]);
    assert.equal(holder.http, service.address);
    assert.equal(profiles[0].behind_facts, 0);
    assert.equal(Number((await overview(service.address, api_key)).cash_revenue), 10.5);
  });
  await t.test('a key made there is good at once', async () => {
    const result = await json([
      'keys',
      'create',
      '--data',
      data,
      '--name',
      'Reports',
      '--scopes',
      'analytics:read',
      '--rate-limit',
      '50',
    ]);
    assert.deepEqual([result.scopes, result.rate_limit_per_minute], [['analytics:read'], 50]);
    assert.equal(Number((await overview(service.address, result.api_key)).cash_payments), 1);
  });
  await t.test('an app made there is known at once by its id and secret, and may send people where it said', async () => {
    const uris = ['--redirect-uri', 'https://p.example/cb', '--redirect-uri', 'http://localhost:9/x'];
    const created = await json(['apps', 'create', '--data', data, '--name', 'Partner', ...uris]);
    assert.deepEqual(created.effective_return_origins, ['http://localhost:9', 'https://p.example']);
    const authorization = `Basic ${btoa(`${created.app_id}:${created.app_secret}`)}`;
    const me = (await (await fetch(`${service.address}/api/v1/me`, { headers: { authorization } })).json()) as {
      data: { return_url_supported: string[] };
    };
    assert.deepEqual(me.data.return_url_supported, created.effective_return_origins);
    for (const [option, value] of [
      ['--redirect-uri', 'http://p.example/cb'],
      ['--redirect-uri', 'javascript:alert(1)'],
      ['--return-origin', 'https://p.example/path'],
      ['--scopes', 'everything'],
    ] as const)
      assertOneLine(await tributary(['apps', 'create', '--data', data, '--name', 'x', option, value]), 2, /uris|origins|scopes/);

    const ask = async (secret: string): Promise<number> =>
      (
        await fetch(`${service.address}/api/v1/me`, {
          headers: { authorization: `Basic ${btoa(`${created.app_id}:${secret}`)}` },
        })
      ).status;
    const { app_secret: renewed } = await json(['apps', 'renew-secret', '--data', data, '--app', created.app_id]);
    assert.deepEqual([await ask(created.app_secret), await ask(renewed)], [401, 200]);
    await json(['apps', 'revoke', '--data', data, '--app', created.app_id]);
    assert.equal(await ask(renewed), 401);
    assert.equal((await json(['apps', 'list', '--data', data])).apps[0].revoked_at === null, false);
    assertOneLine(await tributary(['apps', 'revoke', '--data', data, '--app', created.app_id]), 1, /no live app/);
  });
  await t.test('replay, rebuild and publish leave the figures as they are', async () => {
    const before = await overview(service.address, api_key);
    assert.equal((await json(['replay', '--data', data])).behind_facts, 0);
    assert.equal((await json(['rebuild', '--data', data])).behind_facts, 0);
    assert.deepEqual(await overview(service.address, api_key), before);
    const published = await json(['publish', '--data', data]);
    assert.ok(existsSync(join(data, 'profiles', published.profile_id, 'published', 'current', 'open.sql')));
  });
  await t.test('several commands at once are all answered', async () => {
    const commands = ['status', 'replay', 'status', 'publish'].map((name) => json([name, '--data', data]));
    assert.equal((await Promise.all(commands)).length, 4);
  });
  await t.test('a refusal there reads as one here', async () => {
    assertOneLine(await tributary(owner(data)), 1, /already/);
    assertOneLine(await tributary(['keys', 'create', '--data', data, '--name', 'x', '--scopes', 'all']), 2, /cannot have all/);
  });
  await t.test('a second service is refused, and told who serves', async () => {
    assertOneLine(
      await tributary(['serve', '--data', data, '--port', '0']),
      1,
      new RegExp(`in use by process \\d+.*${service.address}`),
    );
  });
  await t.test('nobody without the token is served', async () => {
    const { socket } = JSON.parse(readFileSync(join(data, 'service.json'), 'utf8')) as { socket: string };
    assert.equal(statSync(join(data, 'service.json')).mode & 0o077, 0);
    const line = await new Promise<string>((done, failed) => {
      const caller = connect(socket, () => caller.write('{"token":"guess","command":"status","args":{}}\n'));
      caller.once('data', (chunk: Buffer) => done(chunk.toString()));
      caller.once('error', failed);
    });
    assert.equal(JSON.parse(line).error.code, 'unauthorized');
  });
  await t.test('SIGTERM ends it gracefully and clears its traces', async () => {
    assert.equal(await service.stop(), 0);
    assert.equal(existsSync(join(data, 'service.json')), false);
    assert.equal((await json(['status', '--data', data])).service, null);
  });
});

test('sign-in', async (t) => {
  const data = folder(t);
  await json(owner(data));

  await t.test('makes a link to the service that runs, which works once', async (t) => {
    const service = await running(t, ['serve', '--data', data]);
    const result = await json(['sign-in', '--data', data, '--email', 'Ada@Example.com']);
    assert.ok(result.link.startsWith(`${service.address}/console/sign-in/svc_link_`), result.link);
    assert.equal((await enter(result.link)).status, 303);
    assert.equal((await enter(result.link)).status, 410);
    const said = await tributary(['sign-in', '--data', data, '--email', 'ada@example.com']);
    assert.match(said.stdout, /^This link signs ada@example\.com in, once, until 20[^\n]+\n\nhttp:[^\n]+\n$/);
    assert.equal(await service.stop(), 0);
  });
  await t.test('without a service says that one is needed', async () => {
    const said = await tributary(['sign-in', '--data', data, '--email', 'ada@example.com']);
    assert.equal(said.code, 0);
    assert.match(said.stdout, /http:\/\/127\.0\.0\.1:8080\/console\/sign-in\/svc_link_/);
    assert.match(said.stdout, /start it with `tributary serve`/);
  });
  await t.test('of nobody is refused', async () => {
    const refused = await json(['sign-in', '--data', data, '--email', 'bob@example.com'], 1);
    assert.equal(refused.error.code, 'not_found');
  });
});

test('without a service', async (t) => {
  // A path too long for a socket: the admin protocol has to find another place.
  const data = folder(t, 'a-folder-with-a-rather-long-name/and-another-one-below-it/so-that-no-socket-fits-into-its-path/data');
  await json(owner(data));

  await t.test('commands at once wait for one another or go through whoever holds the folder', async () => {
    const events = fileOf(t, 'events.csv', EVENTS);
    const [filled, ...others] = await Promise.all([
      json(['backfill', 'events', events, '--data', data], 3),
      json(['keys', 'create', '--data', data, '--name', 'one']),
      json(['keys', 'create', '--data', data, '--name', 'two']),
      json(['status', '--data', data]),
    ]);
    assert.equal(filled.accepted, 3);
    assert.equal(others.length, 3);
  });
  await t.test('backup and restore carry everything over', async () => {
    const copy = folder(t, 'copy');
    assert.equal((await json(['backup', copy, '--data', data])).with_key, false);
    const target = folder(t, 'restored');
    assertOneLine(await tributary(['restore', copy, '--data', target]), 1, /master key/);
    const masterKey = readFileSync(join(data, 'master.key'), 'utf8').trim();
    const restored = await tributary(['restore', copy, '--data', target, '--json'], { MASTER_KEY: masterKey });
    assert.equal(restored.code, 0, restored.stderr);
    const rebuilt = await json(['rebuild', '--data', target]);
    assert.equal(rebuilt.through_seq, 3);
    assertOneLine(await tributary(['restore', copy, '--data', data], { MASTER_KEY: masterKey }), 1, /not empty/);
  });
});

test('master-key rotate', async (t) => {
  const data = folder(t);
  const { api_key } = await json(owner(data));
  const key = readFileSync(join(data, 'master.key'), 'utf8');
  const rotated = await json(['master-key', 'rotate', '--data', data]);
  assert.notEqual(readFileSync(join(data, 'master.key'), 'utf8'), key);
  assert.deepEqual([rotated.key_file, rotated.values_not_opened], [join(data, 'master.key'), 0]);
  assertOneLine(await tributary(['master-key', 'rotate', '--data', data], { MASTER_KEY: key.trim() }), 1, /not the master key/);
  const serving = await running(t, ['serve', '--data', data]);
  assertOneLine(await tributary(['master-key', 'rotate', '--data', data]), 1, /in use by process/);
  await overview(serving.address, api_key);
});

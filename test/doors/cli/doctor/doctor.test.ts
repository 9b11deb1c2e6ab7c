// The doctor names each planted mistake of an operator, with the one next step, and nothing where all is well.
import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createPort, type Server as Port } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Config } from '../../../../src/base/config/config.ts';
import { projectFile } from '../../../../src/base/kit/paths.ts';
import { checkAddress } from '../../../../src/doors/cli/doctor/address-checks.ts';
import { checkBackups } from '../../../../src/doors/cli/doctor/backup-checks.ts';
import type { Check, Finding } from '../../../../src/doors/cli/doctor/finding.ts';
import { checkAccess, checkDisk, checkKeyFile, checkPort } from '../../../../src/doors/cli/doctor/folder-checks.ts';
import { checkMail } from '../../../../src/doors/cli/doctor/mail-checks.ts';
import { checkVariables } from '../../../../src/doors/cli/doctor/setting-checks.ts';
import { temporaryFolder, testConfig } from '../../../base/folder.ts';
import { startMailServer } from '../../../fakes/mail-server.ts';
import { folder, json, owner, running, tributary } from '../cli.ts';

const NOWHERE = '/nowhere/at/all';

async function findingsOf(
  check: Check,
  settings: Partial<Config>,
  more: { env?: NodeJS.ProcessEnv; http?: string } = {},
): Promise<Finding[]> {
  const { dataDir = NOWHERE, ...others } = settings;
  return check({ config: testConfig(dataDir, others), env: more.env ?? {}, http: more.http });
}
const names = async (...call: Parameters<typeof findingsOf>): Promise<string[]> =>
  (await findingsOf(...call)).map(({ check }) => check);

async function listening<T extends Server | Port>(t: TestContext, server: T): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => new Promise((done) => server.close(done)));
  return (server.address() as AddressInfo).port;
}

test('a misspelt setting is named with the one that is meant', async () => {
  const env = { TRIBUTARY_SMPT_URL: 'x', TRIBUTARY_PORT: '80', TRIBUTARY_WEATHER_FORECAST: 'rain', PATH: '' };
  const [misspelt, unknown, ...others] = await findingsOf(checkVariables, {}, { env });
  assert.match(misspelt?.next ?? '', /TRIBUTARY_SMTP_URL/);
  assert.match(unknown?.next ?? '', /SETTINGS\.md/);
  assert.deepEqual(others, []);
});

test('a folder that is closed to this user, in memory, or with a key that others read', async (t) => {
  const data = temporaryFolder(t);
  writeFileSync(join(data, 'state.sqlite'), '');
  assert.deepEqual(await names(checkAccess, { dataDir: data }), []);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) chownSync(join(data, 'state.sqlite'), 12_345, 12_345);
  else chmodSync(data, 0o500);
  const [closed] = await findingsOf(checkAccess, { dataDir: data });
  assert.equal(closed?.check, 'folder_access');
  if (!isRoot) chmodSync(data, 0o700);

  writeFileSync(join(data, 'master.key'), 'x', { mode: 0o600 });
  assert.deepEqual(await names(checkKeyFile, { dataDir: data }), []);
  chmodSync(join(data, 'master.key'), 0o644);
  assert.match((await findingsOf(checkKeyFile, { dataDir: data }))[0]?.next ?? '', /^chmod 600 /);

  const passing = mkdtempSync('/dev/shm/tributary-doctor-');
  t.after(() => rmSync(passing, { recursive: true, force: true }));
  assert.deepEqual(await names(checkDisk, { dataDir: passing }), ['passing_disk']);
  assert.deepEqual(await names(checkDisk, { dataDir: projectFile('nothing') }), []);
});

test('a port that another program has', async (t) => {
  const port = await listening(t, createPort());
  const [taken] = await findingsOf(checkPort, { port });
  assert.match(taken?.what ?? '', /another program listens there/);
  assert.deepEqual(await names(checkPort, { port }, { http: 'http://127.0.0.1' }), []);
});

test('an address without TLS, of nobody, of another program, with open metrics or an old certificate', async (t) => {
  assert.deepEqual(await names(checkAddress, { baseUrl: 'http://stats.example.com' }), ['no_tls']);
  assert.deepEqual(await names(checkAddress, { baseUrl: 'https://stats.example.com' }), []);
  const http = 'http://127.0.0.1:8080';
  let isOurs = false;
  const server = createServer((request, response) => {
    if (!isOurs) response.writeHead(404).end();
    else if (request.url === '/healthz') response.end('{"status":"ok"}');
    else response.end('tributary_facts 1');
  });
  const port = await listening(t, server);
  assert.match((await findingsOf(checkAddress, { baseUrl: `http://127.0.0.1:${port}` }, { http }))[0]?.what ?? '', /answers 404/);
  isOurs = true;
  assert.deepEqual(await names(checkAddress, { baseUrl: `http://127.0.0.1:${port}/` }, { http }), []);
  // The address of this machine in another form, as a name in DNS would be.
  assert.deepEqual(await names(checkAddress, { baseUrl: `http://[::ffff:127.0.0.1]:${port}` }, { http }), [
    'no_tls',
    'open_metrics',
  ]);
  const pem = readFileSync(projectFile('test', 'doors', 'cli', 'doctor', 'short-certificate.pem'));
  const tls = await listening(t, createTlsServer({ key: pem, cert: pem }));
  const findings = await findingsOf(checkAddress, { baseUrl: `https://localhost:${tls}` }, { http });
  assert.deepEqual(
    findings.map(({ check }) => check),
    ['address', 'certificate'],
  );
});

test('mails without a server, one that refuses, and a sender that nobody takes', async (t) => {
  assert.deepEqual(await names(checkMail, {}), []);
  assert.deepEqual(await names(checkMail, { baseUrl: 'https://stats.example.com' }), ['no_mail']);
  const server = await startMailServer(t);
  assert.deepEqual(await names(checkMail, { smtpUrl: server.url }), ['mail_sender']);
  assert.deepEqual(await names(checkMail, { smtpUrl: server.url, mailFrom: 'Us <us@example.com>' }), []);
  await server.stop();
  const [away] = await findingsOf(checkMail, { smtpUrl: server.url });
  assert.match(away?.what ?? '', /does not let this service in: .*ECONNREFUSED/);
});

test('backups that nobody makes, on the same disk, or at a place that is away', async (t) => {
  const data = temporaryFolder(t);
  assert.deepEqual(await names(checkBackups, { dataDir: data }), []);
  writeFileSync(join(data, 'state.sqlite'), '');
  assert.deepEqual(await names(checkBackups, { dataDir: data }), ['no_backups']);
  mkdirSync(join(data, 'kept'));
  assert.deepEqual(await names(checkBackups, { dataDir: data, backupTarget: join(data, 'kept') }), ['backup_disk']);
  assert.deepEqual(await names(checkBackups, { dataDir: data, backupTarget: NOWHERE }), ['backup_place']);
});

test('the command: beside a service, it names a proxy that is not trusted, and exits with 1', async (t) => {
  const data = folder(t);
  const { tracking_key } = await json(owner(data));
  const { address } = await running(t, ['serve', '--data', data]);
  const event = { type: 'page_view', url: 'https://shop.example/' };
  await fetch(`${address}/t/collect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
    body: JSON.stringify({ tracking_key, events: [event] }),
  });
  const { is_well, findings } = await json(['doctor', '--data', data], 1);
  const proxy = findings.find(({ check }: Finding) => check === 'unknown_proxy');
  assert.match(proxy.next, /TRIBUTARY_TRUSTED_PROXIES=127\.0\.0\.1/);
  assert.equal(is_well, false);
  const { code, stdout } = await tributary(['doctor', '--data', data]);
  assert.equal(code, 1);
  assert.match(stdout, /^1\. .*\n {3}Do this next: /);
});

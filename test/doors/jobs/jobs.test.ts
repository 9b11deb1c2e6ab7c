// Jobs as an operator meets them: bad ones end in a state with a name that status, metrics and `jobs list` report, and keep nothing else
// waiting; `jobs retry` and `jobs drop` settle them.
import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { ShownJob } from '../../../src/base/work/queues.ts';
import { startWork } from '../../../src/base/work/service.ts';
import * as texts from '../../../src/doors/cli/texts.ts';
import { type CommandName, commands } from '../../../src/doors/jobs/commands.ts';
import type { Status } from '../../../src/doors/jobs/status.ts';
import { slices } from '../../../src/slices.ts';
import { command, install, startService } from '../../faults/tools/service.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { until } from '../../until.ts';

const kinds = slices.flatMap(({ jobs }) => jobs ?? []);

// biome-ignore lint/suspicious/noExplicitAny: the tests look into answers of every command
type Json = any;

const ask = async (app: TestApp, name: CommandName, args: Record<string, unknown> = {}): Promise<Json> =>
  commands[name](app.base, args, () => undefined);

test('bad jobs are dead letters with a name, the others run', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const { jobs, db } = app.base.state;
  const old = jobs.add({ kind: 'mail', profileId: '', payload: { to: 'ana@old.example' } }).jobId;
  const removed = jobs.add({ kind: 'removed_kind', profileId: app.profileId, payload: {} }).jobId;
  const erasure = jobs.add({ kind: 'erasure', profileId: app.profileId, payload: { n: 1 }, isMandatory: true }).jobId;
  const work = startWork(app.base, kinds);
  t.after(() => work.stop());
  const scan = (await app.api(app.apiKey).post('/identity/merge-proposals/scan')).body.data.job_id;
  await until(() => jobs.byId(scan)?.status === 'done', 'the scan is done');
  await until(() => [old, removed, erasure].every((jobId) => jobs.byId(jobId)?.status === 'failed'), 'the bad jobs failed');
  const found: Status = await ask(app, 'status');
  assert.equal(found.is_well, false);
  assert.deepEqual(
    found.queues.filter(({ dead }) => dead > 0).map(({ kind, dead, last_failure }) => [kind, dead, last_failure]),
    [
      ['erasure', 1, 'payload_invalid'],
      ['mail', 1, 'payload_invalid'],
      ['removed_kind', 1, 'handler_missing'],
    ],
  );
  assert.match(
    found.problems.map(({ what }) => what).join(),
    /1 job of the queue removed_kind failed for good \(this version has no handler/,
  );
  assert.match(found.problems[0]?.next ?? '', /tributary jobs retry --kind erasure/);
  assert.doesNotMatch(JSON.stringify(found), /old\.example/);
  const metrics = (await app.request.get('/metrics')).text;
  for (const line of [
    'tributary_queue_jobs{queue="mail",state="dead"} 1',
    'tributary_queue_jobs{queue="replay",state="waiting"} 0',
  ])
    assert.ok(metrics.includes(line), line);
  assert.match(metrics, /tributary_queue_oldest_seconds\{queue="mail"\} 0/);

  const listed = await ask(app, 'jobs-list', { kind: 'removed_kind' });
  assert.deepEqual(
    listed.jobs.map(({ job_id, state, failure }: ShownJob) => [job_id, state, failure]),
    [[removed, 'dead', 'handler_missing']],
  );
  assert.match(texts.jobList(listed), /removed_kind +dead/);
  assert.equal((await ask(app, 'jobs-drop', { kind: 'removed_kind' })).dropped, 1);
  assert.equal(jobs.byId(removed), undefined);
  await assert.rejects(ask(app, 'jobs-drop', { job_id: erasure }), /must be completed/);
  await assert.rejects(ask(app, 'jobs-drop', { job_id: 'no such' }), /There is no job/);
  await assert.rejects(ask(app, 'jobs-retry', {}), /Say which/);
  await assert.rejects(ask(app, 'jobs-retry', { job_id: scan }), /nothing to retry/);
  // The cause is put right.
  db.prepare('update jobs set payload = ? where job_id = ?').run('{"erasure_id":"none"}', erasure);
  assert.equal((await ask(app, 'jobs-retry', { kind: 'erasure' })).retried, 1);
  await until(() => jobs.byId(erasure)?.status === 'done', 'the erasure is done');
  assert.equal((await ask(app, 'jobs-drop', { job_id: old })).dropped, 1);
  assert.equal((await ask(app, 'status')).is_well, true);
});

test('a dead letter is none any more when a later job of its key was added', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const { jobs } = app.base.state;
  const add = (): string => jobs.add({ kind: 'merge_scan', profileId: app.profileId, payload: {}, dedupeKey: 'k' }).jobId;
  jobs.abandon(add(), 'worker_lost', 'its worker was lost');
  assert.equal((await ask(app, 'status')).is_well, false);
  add();
  assert.equal((await ask(app, 'status')).is_well, true);
});

/** Takes mails once it is told to; until then it says nothing at all. */
async function mailServer(t: TestContext) {
  const to: string[] = [];
  const server = { isSilent: true, calls: 0, port: 0, to };
  const listening = createServer((socket) => {
    socket.on('error', () => undefined);
    server.calls += 1;
    if (server.isSilent) return;
    let inData = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n')) {
        if (line.startsWith('RCPT TO:')) to.push(line.slice(8));
        if (line === '' || (inData && line !== '.')) continue;
        inData = line === 'DATA';
        socket.write(inData ? '354 go\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
  });
  await new Promise<void>((done) => listening.listen(0, '127.0.0.1', done));
  t.after(() => listening.close());
  server.port = (listening.address() as AddressInfo).port;
  return server;
}

test('a job whose process is killed in the middle is taken up by the next one; commands reach the running service', async (t) => {
  const { dataDir, session, workspaceId } = await install(t);
  const smtp = await mailServer(t);
  const env = { TRIBUTARY_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, TRIBUTARY_MAIL_FROM: 'Us <us@shop.example>' };
  const first = await startService(t, dataDir, env);
  const invited = await fetch(`${first.address}/api/v1/workspaces/${workspaceId}/invitations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ben@shop.example', role: 'member' }),
  });
  assert.ok(invited.ok, await invited.text());
  await until(() => smtp.calls > 0, 'the mail server was called');
  const list = (): Promise<Json> => command(t, ['jobs', 'list', '--data', dataDir]);
  assert.deepEqual(
    (await list()).jobs.filter(({ kind }: ShownJob) => kind === 'mail').map(({ state }: ShownJob) => state),
    ['running'],
  );
  await first.kill();
  smtp.isSilent = false;
  const second = await startService(t, dataDir, env);
  await until(() => smtp.to.length > 0, 'the mail was sent');
  assert.deepEqual(smtp.to, ['<ben@shop.example>']);
  await until(async () => (await list()).jobs.every(({ kind }: ShownJob) => kind !== 'mail'), 'no mail is in the list');
  await second.terminate();
});

// Numbers about the service for /metrics: requests by operation and status, errors by code, intake, disk, the process, and the
// slices' gauges. Names end in their unit; what is counted is counted since the process began.
import { Counter, collectDefaultMetrics, Gauge, Histogram, register as processRegistry, Registry } from '@prometheus-io/client';
import type { Base } from '../../base/base.ts';
import { hooksOf, slicesOf } from '../../base/contract/hooks.ts';
import { usedShare } from '../../base/files/disk.ts';
import { isRefusing, lookAtStores } from '../../base/folder/watch.ts';
import { WATCHED } from '../../base/losses/store-problem.ts';
import { bytesByStore, lastBackup } from '../../base/usage.ts';
import { queuesOf } from '../../base/work/queues.ts';
import { parserRefusals } from './server.ts';

export interface Metrics {
  observe(operationId: string, status: number, seconds: number, errorCode?: string): void;
  contentType: string;
  text(): Promise<string>;
}

export function createMetrics(base: Base): Metrics {
  const registry = new Registry();
  observeProcess();
  const registers = [registry];
  const requests = new Counter({
    name: 'tributary_requests_total',
    help: 'Requests, by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'tributary_request_seconds',
    help: 'Time from the request line to the response, by operation.',
    labelNames: ['operation'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const errors = new Counter({
    name: 'tributary_errors_total',
    help: 'Refusals and faults, by code.',
    labelNames: ['code'],
    registers,
  });
  addIntake(base, registers);
  addDisk(base, registers);
  addStores(base, registers);
  addQueues(base, registers);
  for (const { name, help, read } of hooksOf(base).flatMap(({ gauges }) => gauges ?? [])) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read(base));
      },
    });
  }
  return {
    observe: (operation, status, seconds, code) => {
      requests.inc({ operation, status: String(status) });
      durations.observe({ operation }, seconds);
      if (code) errors.inc({ code });
    },
    contentType: registry.contentType,
    text: () => Registry.merge([processRegistry, registry]).metrics(),
  };
}

/** The metrics of the process start timers and observers that only end with it, so all services of a process share one set. */
function observeProcess(): void {
  if (processRegistry.getMetricsAsArray().length === 0) collectDefaultMetrics();
}

/** A counter whose values are kept elsewhere: read when it is requested. */
function readCounter(
  registers: Registry[],
  name: string,
  help: string,
  label: string,
  read: () => ReadonlyMap<string, number>,
): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers,
    collect() {
      this.reset();
      for (const [value, times] of read()) this.inc({ [label]: value }, times);
    },
  });
}

const ACCEPTED = ['created', 'duplicate'];

function addIntake(base: Base, registers: Registry[]): void {
  const counts = base.journal.intake;
  const part = (isWanted: (outcome: string) => boolean) => () =>
    new Map([...counts.facts].filter(([outcome]) => isWanted(outcome)));
  readCounter(
    registers,
    'tributary_intake_facts_total',
    'Facts with a success response: new ones, and repeats.',
    'outcome',
    () => {
      const found = part((outcome) => ACCEPTED.includes(outcome))();
      return new Map(ACCEPTED.map((outcome) => [outcome, found.get(outcome) ?? 0]));
    },
  );
  readCounter(
    registers,
    'tributary_intake_refused_facts_total',
    'Facts that were sound and not stored, by reason: conflict (a known key with another body), a full queue or disk, a failed write.',
    'reason',
    part((outcome) => !ACCEPTED.includes(outcome)),
  );
  readCounter(
    registers,
    'tributary_parser_refusals_total',
    'Requests refused before they were any: too slow (408), headers too long (431), no HTTP (400), by status.',
    'status',
    () => parserRefusals,
  );
  new Gauge({
    name: 'tributary_journal_waiting_facts',
    help: 'Facts handed to the journal and not on disk yet.',
    registers,
    collect() {
      this.set(counts.waiting);
    },
  });
  new Gauge({
    name: 'tributary_journal_lag_seconds',
    help: 'How long the oldest fact that is not on disk yet has waited for the journal.',
    registers,
    collect() {
      this.set(counts.waitingSeconds);
    },
  });
}

function addQueues(base: Base, registers: Registry[]): void {
  const kinds = slicesOf(base).flatMap(({ jobs }) => (jobs ?? []).map(({ kind }) => kind));
  new Gauge({
    name: 'tributary_queue_jobs',
    help: 'Jobs by queue and state: waiting, running, dead (failed for good: `tributary jobs list`).',
    labelNames: ['queue', 'state'],
    registers,
    collect() {
      this.reset();
      const queues = new Map(queuesOf(base).map((queue) => [queue.kind, queue]));
      for (const queue of new Set([...kinds, ...queues.keys()])) {
        const { waiting, running, dead } = queues.get(queue) ?? { waiting: 0, running: 0, dead: 0 };
        for (const [state, jobs] of Object.entries({ waiting, running, dead })) this.set({ queue, state }, jobs);
      }
    },
  });
  new Gauge({
    name: 'tributary_queue_oldest_seconds',
    help: 'How long ago the oldest job that runs or is due was added, by queue.',
    labelNames: ['queue'],
    registers,
    collect() {
      this.reset();
      const ages = new Map(queuesOf(base).map(({ kind, oldest_seconds }) => [kind, oldest_seconds]));
      for (const queue of new Set([...kinds, ...ages.keys()])) this.set({ queue }, ages.get(queue) ?? 0);
    },
  });
}

function addStores(base: Base, registers: Registry[]): void {
  new Gauge({
    name: 'tributary_store_problems',
    help: 'What of a store is lost, replaced or damaged by the last look, refused writes of facts included; `tributary status` names it.',
    labelNames: ['store'],
    registers,
    collect() {
      const problems = lookAtStores(base);
      for (const store of WATCHED) this.set({ store }, problems.filter((problem) => problem.store === store).length);
    },
  });
  new Gauge({
    name: 'tributary_intake_refusing',
    help: '1 while facts of all profiles or of one are refused: a full disk, a share of it used up, a journal that does not write.',
    registers,
    collect() {
      this.set(isRefusing(base) ? 1 : 0);
    },
  });
}

function addDisk(base: Base, registers: Registry[]): void {
  const { dataDir } = base.config;
  new Gauge({
    name: 'tributary_disk_used_ratio',
    help: 'Used share of the disk under the data folder, 0 to 1. Replays wait from 0.92, intake is refused from 0.96.',
    registers,
    collect() {
      this.set(usedShare(dataDir));
    },
  });
  new Gauge({
    name: 'tributary_store_bytes',
    help: 'Disk space of each store in the data folder.',
    labelNames: ['store'],
    registers,
    async collect() {
      for (const [store, bytes] of Object.entries(await bytesByStore(dataDir))) this.set({ store }, bytes);
    },
  });
  new Gauge({
    name: 'tributary_last_backup_bytes',
    help: 'Size of the last backup; 0 when none was made.',
    registers,
    collect() {
      this.set(lastBackup(dataDir)?.bytes ?? 0);
    },
  });
  new Gauge({
    name: 'tributary_last_backup_timestamp_seconds',
    help: 'When the last backup was made, in seconds since 1970; 0 when none was.',
    registers,
    collect() {
      const last = lastBackup(dataDir);
      this.set(last ? Date.parse(last.at) / 1000 : 0);
    },
  });
}

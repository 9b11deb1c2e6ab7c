// The service as one process: stores open, pipeline running, HTTP listening; and the same in reverse within ten seconds.
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { saveUse } from './account/access/index.ts';
import { closeMailer } from './account/people/index.ts';
import { createApp } from './app.ts';
import { scheduledBackups } from './base/backup/kept/keep-backups.ts';
import type { Base } from './base/base.ts';
import type { Config } from './base/config/config.ts';
import { startWatch } from './base/folder/watch.ts';
import type { Poller } from './base/kit/poller.ts';
import { announceLost } from './base/losses/losses.ts';
import { closeBase, openBase } from './base/open.ts';
import { busyProcess, giveBackWhenQuiet } from './base/quiet-memory.ts';
import { endIntents, intentJob } from './base/work/intents.ts';
import { startWork } from './base/work/service.ts';
import { forgetJobs } from './base/work/upkeep.ts';
import { prepareIntake, saveRefused, saveSenders } from './collect/events/index.ts';
import { adoptErasures } from './collect/identity/index.ts';
import { startDomainChecks } from './collect/tracking/index.ts';
import { startPipeline } from './credit/pipeline/index.ts';
import { drainable } from './doors/http/drain.ts';
import { createHttpServer } from './doors/http/server.ts';
import { startingListener } from './doors/http/starting.ts';
import { statusWatch } from './doors/jobs/status-watch.ts';
import { resumeSandbox, stopSandbox } from './sandbox/index.ts';
import { slices } from './slices.ts';

/** Requests get this long to finish; what is left of ten seconds is for the pipeline and the stores. */
const DRAIN_MS = 3_000;

export interface Service {
  /** Where it listens, e.g. http://127.0.0.1:8080. */
  address: string;
  base: Base;
  /** Stops accepting, finishes what runs, closes the stores. Calling it again answers the same promise. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** Opens the stores; tests make it wait. */
  open?: (config: Config) => Promise<Base>;
}

/** It listens before the stores are open: who calls meanwhile gets 503 with Retry-After, and no refused connection. */
export async function startService(config: Config, { open = openBase }: ServiceOptions = {}): Promise<Service> {
  let address = '';
  const baseUrl = (): string => config.baseUrl?.replace(/\/$/, '') ?? address;
  let listener = startingListener(baseUrl);
  const server = createHttpServer((request, response) => listener(request, response), baseUrl, {
    maxConnections: config.maxConnections,
  });
  const drain = drainable(server);
  // Who has the folder says more than that the port is taken.
  const listening = listen(server, config).then(
    () => undefined,
    (error: unknown) => error,
  );
  try {
    const base = await open(config);
    try {
      const fault = await listening;
      if (fault !== undefined) throw fault;
      address = addressOf(server, config.host);
      return await startOn(base, { drain, address, baseUrl, onReady: (app) => (listener = app) });
    } catch (error) {
      await closeBase(base);
      throw error;
    }
  } catch (error) {
    await listening;
    server.closeAllConnections();
    server.close();
    throw error;
  }
}

interface Front {
  drain: (patienceMs: number) => Promise<void>;
  address: string;
  baseUrl: () => string;
  /** Requests go to it from now on. */
  onReady: (app: RequestListener) => void;
}

async function startOn(base: Base, { drain, address, baseUrl, onReady }: Front): Promise<Service> {
  const [app] = await Promise.all([createApp(base, slices, { baseUrl }), prepareIntake(base)]);
  adoptErasures(base);
  announceLost(base);
  const pipeline = startPipeline(base);
  const work = startWork(base, [
    forgetJobs,
    scheduledBackups,
    statusWatch,
    intentJob,
    endIntents,
    ...slices.flatMap(({ jobs }) => jobs ?? []),
  ]);
  const workers = [work, startDomainChecks(base), startWatch(base), giveBackWhenQuiet(busyProcess())];
  onReady(app);
  await resumeSandbox(base);
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await drain(DRAIN_MS);
    await stopSandbox(base);
    await stopAll(pipeline, workers);
    closeMailer(base);
    saveUse(base);
    saveRefused(base);
    saveSenders(base);
    await closeBase(base);
  };
  return {
    address,
    base,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Services that pass work on stop first, together; then the pipeline. */
async function stopAll(pipeline: Poller, others: readonly Poller[]): Promise<void> {
  await Promise.all(others.map((other) => other.stop()));
  await pipeline.stop();
}

function listen(server: Server, { host, port }: Config): Promise<Server> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      done(server);
    });
  });
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

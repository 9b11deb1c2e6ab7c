// The sandbox ad platform, which ships with the service: an invented platform with accounts, ads, pictures and spend, for trying out what
// is done with real ones. It runs where its state is in the data folder, and knows nothing of the service but its address.
import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import type { ReadBase } from '../base/base.ts';
import type { Clock } from '../base/kit/clock.ts';
import { publicAddress } from '../base/kit/public-address.ts';
import { faultOf, keepFile, keptVersion, noteSaved } from '../base/losses/kept-files.ts';
import { CLIENT_ID } from './oauth.ts';
import { SandboxPlatform, sandboxFile } from './platform.ts';
import { type SandboxServer, startServer } from './server.ts';
import type { Market } from './state.ts';

export { ACCOUNTS as SANDBOX_ACCOUNTS, CAMPAIGNS, openMarket } from './market.ts';
export { type AdDay, finalDay, reportedDay } from './spend.ts';
export type { Market } from './state.ts';

export interface SandboxOptions {
  /** The data folder. */
  folder: string;
  clock: Clock;
  log?: Logger;
  /** True if a grant may be sent back to this address: one of the service's own. */
  isOwnRedirect: (uri: string) => boolean;
  /** The options of a sandbox that does not exist yet. */
  seed?: number;
  scale?: number;
  historyDays?: number;
  perMinute?: number;
  /** Called with each revision of its file that was written. */
  onSaved?: (revision: number) => void;
}

export interface Sandbox extends SandboxServer {
  /** The registration that the service's client uses. */
  clientId: string;
  clientSecret: string;
  /** Lets simulated time pass. */
  advance(ms: number): void;
  /** Milliseconds since 1970, as the sandbox has it. */
  now(): number;
  /** Its campaigns and ads, with every change of theirs. */
  market(): Market;
  /** Writes its file as it is in memory. */
  rewrite(): void;
}

/** Starts the sandbox, with new state where there is none. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const platform = new SandboxPlatform(options);
  const server = await startServer(platform, options);
  return {
    ...server,
    ...{ clientId: CLIENT_ID, clientSecret: platform.state.clientSecret },
    advance: (ms) => platform.advance(ms),
    now: () => platform.now(),
    market: () => platform.state,
    rewrite: () => platform.rewrite(),
  };
}

const CALLBACK = '/connect/sandbox/callback';

interface Running {
  sandbox: Promise<Sandbox> | undefined;
  /** Ends the keeping of its file. */
  leave: () => void;
}

const runningOf = ({ memo }: Pick<ReadBase, 'memo'>): Running =>
  memo('sandbox', () => ({ sandbox: undefined, leave: () => undefined }));

const NAME = 'sandbox.json';

/** @throws Error where the state of the sandbox is lost: a new one would know none of the accounts and grants of the connections. */
function requireFile(base: ReadBase): void {
  const version = keptVersion(base.state, NAME);
  const fault = version === undefined ? undefined : faultOf(base, NAME, version);
  if (fault) throw new Error(`${NAME} ${fault.what}: \`tributary status\` says what to do.`);
}

/** The service's sandbox, started by its first user. @param fresh Options of a sandbox that does not exist yet. */
export function sandboxOf(base: ReadBase, fresh: Pick<SandboxOptions, 'seed' | 'scale' | 'historyDays'> = {}): Promise<Sandbox> {
  const running = runningOf(base);
  if (running.sandbox) return running.sandbox;
  const isOwnRedirect = (uri: string): boolean => uri === `${publicAddress(base)}${CALLBACK}`;
  const { clock, log } = base;
  const onSaved = (revision: number): void => noteSaved(base, NAME, revision);
  const start = async (): Promise<Sandbox> => {
    requireFile(base);
    const sandbox = await startSandbox({ folder: base.config.dataDir, clock, log, isOwnRedirect, onSaved, ...fresh });
    running.leave = keepFile(base, NAME, sandbox.rewrite);
    return sandbox;
  };
  const started = start();
  running.sandbox = started;
  started.catch(() => {
    running.sandbox = undefined;
  });
  return started;
}

/** Starts the sandbox where the data folder has one. A failure to start is logged, and stops nothing else. */
export async function resumeSandbox(base: ReadBase): Promise<void> {
  if (!existsSync(sandboxFile(base.config.dataDir))) return;
  await sandboxOf(base).catch((error: unknown) => base.log.error({ err: error }, 'the sandbox cannot start'));
}

export async function stopSandbox(base: ReadBase): Promise<void> {
  const running = runningOf(base);
  await (await running.sandbox)?.stop();
  running.leave();
  running.sandbox = undefined;
}

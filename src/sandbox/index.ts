// The sandbox ad platform, which ships with the service: an invented platform with accounts, ads, pictures and spend, for trying out what
// is done with real ones. Each workspace is an advertiser of its own there. It runs where its state is in the data folder, and knows nothing
// of the service but its address.
import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import type { ReadBase } from '../base/base.ts';
import { hooksOf } from '../base/contract/hooks.ts';
import type { Clock } from '../base/kit/clock.ts';
import { publicAddress } from '../base/kit/public-address.ts';
import { faultOf, keepFile, keptVersion, noteSaved } from '../base/losses/kept-files.ts';
import { CLIENT_ID } from './oauth.ts';
import { type Opening, SandboxPlatform, sandboxFile } from './platform.ts';
import { type SandboxServer, startServer } from './server.ts';
import type { Owner } from './shared.ts';
import type { Market } from './state.ts';

export { ACCOUNTS as SANDBOX_ACCOUNTS, CAMPAIGNS, openMarket, shopAccount } from './market.ts';
export type { Opening } from './platform.ts';
export type { Owner } from './shared.ts';
export { type AdDay, finalDay, reportedDay } from './spend.ts';
export type { Market } from './state.ts';

export interface SandboxOptions {
  /** The data folder. */
  folder: string;
  clock: Clock;
  log?: Logger;
  /** True if a grant may be sent back to this address: one of the service's own. */
  isOwnRedirect: (uri: string) => boolean;
  /** The workspaces of a file in which all shared one advertiser. */
  owners?: () => readonly Owner[];
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
  /** A workspace's campaigns and ads, with every change of theirs; its first use opens them. */
  market(workspaceId: string, opening?: Opening): Market;
  /** Removes what a purged workspace has. */
  close(workspaceId: string): void;
  /** Writes its file as it is in memory. */
  rewrite(): void;
}

/** Starts the sandbox, with new state where there is none. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const platform = new SandboxPlatform(options);
  const server = await startServer(platform, options);
  return {
    ...server,
    clientId: CLIENT_ID,
    clientSecret: platform.state.clientSecret,
    advance: (ms) => platform.advance(ms),
    now: () => platform.now(),
    market: (workspaceId, opening) => platform.open(workspaceId, opening).state,
    close: (workspaceId) => platform.close(workspaceId),
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

/** Which workspaces have used it, as the slice of connections knows. */
const ownersOf = (base: ReadBase): readonly Owner[] => hooksOf(base).flatMap(({ sandboxOwners }) => sandboxOwners?.(base) ?? []);

/** The service's sandbox, started by its first user. */
export function sandboxOf(base: ReadBase): Promise<Sandbox> {
  const running = runningOf(base);
  if (running.sandbox) return running.sandbox;
  const isOwnRedirect = (uri: string): boolean => uri === `${publicAddress(base)}${CALLBACK}`;
  const { clock, log } = base;
  const onSaved = (revision: number): void => noteSaved(base, NAME, revision);
  const start = async (): Promise<Sandbox> => {
    requireFile(base);
    const owners = (): readonly Owner[] => ownersOf(base);
    const sandbox = await startSandbox({ folder: base.config.dataDir, clock, log, isOwnRedirect, onSaved, owners });
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

/** What a workspace has at the sandbox goes with it. */
export async function leaveSandbox(base: ReadBase, workspaceId: string): Promise<void> {
  if (existsSync(sandboxFile(base.config.dataDir))) (await sandboxOf(base)).close(workspaceId);
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

// `tributary demo`: an invented shop, loaded through the same intake as anybody's data, computed and served. Everything is kept
// in the data folder, so a second start only serves.

import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import { writeWorld } from '../../../seeds/demo/files.ts';
import { SHOP } from '../../../seeds/demo/shop.ts';
import { generateWorld } from '../../../seeds/demo/world.ts';
import { createApiKey } from '../../account/keys/index.ts';
import { createSignInLink } from '../../account/people/index.ts';
import { connectDemo } from '../../act/connections/index.ts';
import { analyseDemo } from '../../act/creatives/index.ts';
import { plantConversations } from '../../act/messaging/index.ts';
import { evaluateRecommendations } from '../../act/recommendations/index.ts';
import type { Base } from '../../base/base.ts';
import { INSTALLATION_KEY_SCOPES } from '../../base/contract/scopes.ts';
import { trackLoad } from '../../base/loads.ts';
import { findInstallation, initInstallation } from '../../collect/tracking/index.ts';
import { type Market, sandboxOf } from '../../sandbox/index.ts';
import { signInPath } from '../http/addresses.ts';
import type { Result } from '../jobs/command.ts';
import { commands } from '../jobs/commands.ts';
import { catchUpDemo } from '../jobs/demo-advance.ts';
import {
  type DemoIds,
  type DemoTruth,
  demoFolder,
  lastWholeDay,
  readDemoDays,
  readDemoIds,
  readDemoTruth,
  SANDBOX,
  WORLD,
  writeDemoIds,
} from '../jobs/demo-folder.ts';
import { CommandError } from '../jobs/protocol.ts';
import { configOf, DEMO_FOLDER, nextCommand } from './folder.ts';
import type { Screen } from './screen.ts';
import { serve } from './serve.ts';

const OWNER = { email: 'owner@juniperandoak.example', workspace: SHOP.name, profile: `${SHOP.name} shop` };
const PORTS_TRIED = 50;
const FIRST_PAGE_MS = 100;
const DAY_MS = 86_400_000;
const CURRENT_EVERY_MS = 600_000;

export async function runDemo(input: { data?: string; port?: number }, screen: Screen): Promise<void> {
  const wanted = configOf({ ...input, logLevel: 'warn' }, DEMO_FOLDER);
  const config = { ...wanted, port: await freePort(wanted.host, wanted.port) };
  const { service, ended } = await serve(config);
  if (config.port !== wanted.port) screen.notice(`Port ${wanted.port} is in use: the demo listens on port ${config.port}.`);
  const folder = demoFolder(config.dataDir);
  const installed = installOnce(service.base);
  const link = `${service.address}${signInLinkOf(service.base)}`;
  screen.text(`Open this link. It signs you in to the console, once, within 15 minutes:\n\n${link}\n`);
  const kept = await load(service.base, { folder, installed, notice: withTime(screen) }, screen);
  const truth = truthOf(config.dataDir);
  const days = readDemoDays(config.dataDir, truth);
  const sandbox = await sandboxOf(service.base);
  const world = { firstDay: truth.first_day, lastDay: lastWholeDay(days), events: truth.events + days.events };
  const calls = curls(service.address, kept.api_key, world);
  const { is_loaded, ...ids } = kept;
  screen.result(
    {
      address: service.address,
      console: link,
      sandbox: sandbox.url,
      ...ids,
      first_day: world.firstDay,
      last_day: world.lastDay,
      curl: calls,
      pid: process.pid,
    },
    welcome({ address: service.address, kept, world, folder, data: config.dataDir, calls }),
  );
  const keeping = keepCurrent(service.base, days.loaded_until);
  await ended;
  clearInterval(keeping);
}

/** The world goes on while the demo is served; what happened before this start comes at once where it is more than a day. */
function keepCurrent(base: Base, loadedUntil: number): NodeJS.Timeout {
  const catchUp = (): void => {
    catchUpDemo(base).catch((error: unknown) => {
      if (base.state.db.open)
        base.log.error({ err: error }, "the demo's world could not continue; the service retries automatically");
    });
  };
  if (base.clock.now() - loadedUntil > DAY_MS) catchUp();
  return setInterval(catchUp, CURRENT_EVERY_MS).unref();
}

/** The first free port from this one on; 0 stays 0. */
async function freePort(host: string, from: number): Promise<number> {
  if (from === 0) return 0;
  for (let port = from; port < from + PORTS_TRIED && port < 65_536; port++) if (await isFree(host, port)) return port;
  throw new CommandError('system_error', `No port from ${from} to ${from + PORTS_TRIED - 1} is free; --port names another.`);
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, host, () => probe.close(() => done(true)));
  });
}

type Notice = (text: string) => void;

/** Notices end with the seconds since the start. */
function withTime(screen: Screen): Notice {
  return (text) => screen.notice(`${text} (${Math.round(performance.now() / 1000)} s)`);
}

/** The demo's profile and its key; what an earlier, broken start made is used again. */
function installOnce(base: Base): DemoIds {
  const { dataDir } = base.config;
  const existing = readDemoIds(dataDir);
  if (existing) return existing;
  const kept = install(base);
  mkdirSync(demoFolder(dataDir), { recursive: true });
  writeDemoIds(dataDir, kept);
  return kept;
}

function truthOf(dataDir: string): DemoTruth {
  const truth = readDemoTruth(dataDir);
  if (!truth) throw new Error('The demo has lost what is true of its world.');
  return truth;
}

/** Loads what is not loaded yet; pages of the profile show how far that is. */
async function load(base: Base, input: { folder: string; installed: DemoIds; notice: Notice }, screen: Screen): Promise<DemoIds> {
  const { folder, installed, notice } = input;
  if (installed.is_loaded) return installed;
  const profileId = installed.profile_id;
  await trackLoad(base, profileId, screen.progress, async (report) => {
    // The first page is answered before the world is made, which takes the thread for a while.
    await pause(FIRST_PAGE_MS);
    // Created on the same day as the world, whose spend it then reports.
    const market = (await sandboxOf(base)).market(installed.workspace_id, SANDBOX);
    const file = worldFile(folder, market, notice);
    notice('connecting the sandbox …');
    await connectDemo(base, profileId);
    notice('loading events …');
    const filled: Result = await commands.backfill(base, { kind: 'events', file, profile_id: profileId, wait: true }, report);
    if (Number(filled['rejected']) > 0)
      throw new Error(`The demo's events were not all accepted: ${JSON.stringify(filled['errors'])}`);
    await analyseDemo(base, profileId);
    await evaluateRecommendations(base, profileId);
    await plantConversations(base, profileId);
  });
  const whole = { ...installed, is_loaded: true };
  writeDemoIds(base.config.dataDir, whole);
  return whole;
}

/** Written once: a world of another day would be another one. */
function worldFile(folder: string, market: Market, notice: Notice): string {
  if (!existsSync(join(folder, 'truth.json'))) {
    notice(`inventing ${WORLD.days} days of a shop …`);
    const lastDay = Temporal.Now.plainDateISO(SHOP.timezone).subtract({ days: 1 }).toString();
    writeWorld(folder, generateWorld({ ...WORLD, lastDay, market }));
  }
  return join(folder, 'events.csv');
}

function install(base: Base): DemoIds {
  const [existing] = findInstallation(base, OWNER);
  if (!existing) {
    const { workspace_id, profile_id, api_key } = initInstallation(base, {
      ...OWNER,
      currency: SHOP.currency,
      timezone: SHOP.timezone,
      domain: SHOP.domain,
    });
    return { workspace_id, profile_id, api_key, is_loaded: false };
  }
  const { workspace_id, profile_id } = existing;
  const key = createApiKey(base, { profileId: profile_id, name: 'Demo', scopes: INSTALLATION_KEY_SCOPES, actor: 'system' });
  return { workspace_id, profile_id, api_key: key.secret, is_loaded: false };
}

/** A fresh one at every start. */
function signInLinkOf(base: Base): string {
  const [installed] = findInstallation(base, OWNER);
  if (!installed) throw new Error('The demo has lost its owner.');
  return signInPath(createSignInLink(base, installed.owner_id).token);
}

interface ShownWorld {
  firstDay: string;
  lastDay: string;
  events: number;
}

function curls(address: string, key: string, { firstDay, lastDay }: ShownWorld): string[] {
  const month = Temporal.PlainDate.from(lastDay).subtract({ days: 29 }).toString();
  return [
    `/overview?date_from=${month}&date_to=${lastDay}`,
    `/attribution?date_from=${firstDay}&date_to=${lastDay}&dimension=channel&models=last_non_direct,linear,data_driven`,
    `/customers?date_from=${month}&date_to=${lastDay}&goal=payment_received&limit=5`,
  ].map((path) => `curl -s -H 'Authorization: Bearer ${key}' '${address}/api/v1${path}'`);
}

interface Welcome {
  address: string;
  kept: DemoIds;
  world: ShownWorld;
  folder: string;
  data: string;
  calls: string[];
}

function welcome({ address, kept, world, folder, data, calls }: Welcome): string {
  return [
    `${SHOP.name}: ${world.events.toLocaleString('en-US')} events of an invented shop, ${world.firstDay} to ${world.lastDay}.`,
    `The right figures of this shop, to compare with: ${join(folder, 'truth.json')}`,
    '',
    `Another link to the console: ${nextCommand('open', data)}`,
    `The API reference: ${address}/docs`,
    `To let days pass: ${nextCommand('demo --advance 7d', data)}`,
    `API key: ${kept.api_key}`,
    '',
    ...calls,
    '',
    'Ctrl-C stops it; the next `tributary demo` finds everything in place.',
  ].join('\n');
}

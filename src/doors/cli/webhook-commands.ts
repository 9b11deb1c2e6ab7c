// The commands for developers of a receiver: `webhooks tail` shows events of a profile as they happen, `webhooks check` plays at a receiver.
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Result } from '../jobs/command.ts';
import { CommandError } from '../jobs/protocol.ts';
import { EXIT, forProfile, holderOf, run } from './command-options.ts';
import { type CommonOptions, configOf, nextCommand } from './folder.ts';
import { createScreen, type Screen } from './screen.ts';

const POLL_MS = 1_000;
const FORWARD_MS = 15_000;

interface TailOptions extends CommonOptions {
  profile?: string;
  types?: string;
  forward?: string;
}

const tail = z.object({ tail_id: z.string(), secret: z.string() });
const events = z.object({
  events: z.array(
    z.object({ outboxNo: z.number(), type: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }),
  ),
});
type TailedEvent = z.infer<typeof events>['events'][number];

export function addWebhooks(program: Command): void {
  const webhooks = program.command('webhooks').description('events of a profile, for developing a receiver of webhooks');
  forProfile(webhooks.command('tail'))
    .description('print events as they happen until it is stopped')
    .option('--types <list>', 'of these types alone, separated by commas')
    .option('--forward <url>', 'also send each, signed, to this URL, once')
    .action(follow);
  forProfile(webhooks.command('check'))
    .description('send a receiver what it meets in its life, and say what it did; exits with 1 if something is wrong')
    .argument('<url>', 'the receiver: events are examples, under ids of their own')
    .option('--secret <secret>', "what the receiver verifies with (default: that of the profile's subscription with this URL)")
    .option('--type <type>', 'the type of the events (default: one that does little)')
    .option('--conversions', 'the URL is an HTTPS endpoint of conversion sync')
    .action(check);
}

interface CheckOptions extends CommonOptions {
  profile?: string;
  secret?: string;
  type?: string;
  conversions?: boolean;
}

async function check(url: string, { profile: profile_id, secret, type, conversions, ...options }: CheckOptions): Promise<void> {
  const wanted = { profile_id, url, kind: conversions ? 'conversions' : 'webhooks', secret, type };
  const result = await run('webhooks-check', options, wanted, shownCheck);
  if (result['is_right'] !== true) process.exitCode = EXIT.failed;
}

const checked = z.object({
  is_right: z.boolean(),
  probes: z.array(
    z.object({ probe: z.string(), sent: z.string(), received: z.string(), is_right: z.boolean(), meaning: z.string() }),
  ),
  not_played: z.array(z.string()),
  expected_once: z.array(z.object({ id: z.string(), type: z.string().optional() })),
});

function shownCheck(result: Result): string {
  const { is_right, probes, not_played, expected_once } = checked.parse(result);
  const lines = probes.flatMap(({ probe, sent, received, is_right: isRight, meaning }) => [
    `${isRight ? 'right' : 'WRONG'}  ${probe}: ${sent}`,
    `       ${received}: ${meaning}`,
  ]);
  const wrong = probes.filter((each) => !each.is_right).length;
  const skipped = not_played.length === 0 ? [] : ['', `Not sent, as nothing is accepted: ${not_played.join(', ')}.`];
  const once = expected_once.map(({ id, type }) => `  ${id}${type === undefined ? '' : `  ${type}`}`);
  return [
    ...lines,
    ...skipped,
    ...(once.length === 0 ? [] : ['', 'The receiver must have each of these once:', ...once]),
    '',
    is_right ? `All ${probes.length} are right.` : `${wrong} of ${probes.length} are wrong.`,
  ].join('\n');
}

async function follow({ profile, types, forward, ...options }: TailOptions): Promise<void> {
  const screen = createScreen({ json: options.json ?? false });
  const config = configOf({ ...options, logLevel: 'warn' });
  if (forward !== undefined && !/^https?:$/.test(URL.parse(forward)?.protocol ?? ''))
    throw new CommandError('usage', '--forward must be an http or https URL.');
  if (!holderOf(config))
    throw new CommandError(
      'not_found',
      `Nothing happens while no service runs; start one: \`${nextCommand('serve', config.dataDir)}\`.`,
    );
  const { runCommand } = await import('../jobs/run-command.ts');
  const wanted = { profile_id: profile, ...(types === undefined ? {} : { types: types.split(',').map((type) => type.trim()) }) };
  const { tail_id, secret } = tail.parse(await runCommand(config, 'webhooks-tail-open', wanted, screen));
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  screen.result({ tail_id, secret }, `Signed with ${secret}. Waiting for events; Ctrl-C ends it.`);
  try {
    for (let read = 0; !stop.signal.aborted; ) {
      const found = events.parse(await runCommand(config, 'webhooks-tail-read', { tail_id, read }, screen)).events;
      for (const event of found) {
        await show(event, forward, screen);
        read = event.outboxNo;
      }
      if (found.length === 0) await pause(POLL_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  } finally {
    await runCommand(config, 'webhooks-tail-close', { tail_id }, screen);
  }
}

async function show({ type, headers, body }: TailedEvent, forward: string | undefined, screen: Screen): Promise<void> {
  const outcome = forward === undefined ? undefined : await send(forward, headers, body);
  const sent = outcome === undefined ? '' : ` → ${outcome}`;
  screen.result({ type, headers, body, ...(outcome === undefined ? {} : { response: outcome }) }, `${type}${sent}\n${body}`);
}

/** The receiver's answer, in words. */
const send = (url: string, headers: Record<string, string>, body: string): Promise<string> =>
  fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(FORWARD_MS),
  }).then(
    ({ status }) => String(status),
    (error: unknown) => (error instanceof Error ? error.message : 'failed'),
  );

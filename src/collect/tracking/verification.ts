// The check of the tracker on a page: the page's own markup, then the first event that a browser sends from it.
import { z } from 'zod';
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { keeperOf, type ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import type { Fact } from '../../base/journal/journal.ts';
import { withoutWww } from '../../base/kit/domains.ts';
import { readJson } from '../../base/kit/stored-json.ts';
import { OutsideRefusal } from '../../providers/http/guard.ts';
import { INTERNAL_MARK } from './internal-traffic.ts';
import { activeKeys } from './keys.ts';
import { pages } from './local-pages.ts';
import { type Check, checksOf } from './page-check.ts';
import { storedChecks } from './stored.ts';

/** The time a verification waits for a browser. */
const PATIENCE_MS = 15 * 60_000;
const READ_AT_ONCE = 1000;
/** The number of checks in one answer, as other callers wait during them; the next call continues from there. */
const MAX_READ = 10_000;

interface Verification {
  url: string;
  startedAt: number;
  afterSeq: bigint;
  checks: Check[];
  liveEventAt: number | null;
}

function lastVerification(base: ReadBase, profileId: string): Verification | undefined {
  const row = base.state.statement('collect/tracking/verification_get').get({ profile_id: profileId });
  return (
    row && {
      url: row.url,
      startedAt: row.started_at,
      afterSeq: BigInt(row.after_seq),
      checks: storedChecks.read(row.checks),
      liveEventAt: row.live_event_at,
    }
  );
}

const hostOf = (url: string): string => withoutWww(new URL(url).hostname);

interface Looked {
  /** When the first event of a browser on the page's host came. */
  liveEventAt: number | null;
  /** Up to here there is none. */
  afterSeq: bigint;
}

const visit = z.object({ host: z.string().optional(), is_bot: z.boolean().optional(), bot_agent: z.string().optional() });

function isFromBrowserOn(host: string, { trust, body }: Fact): boolean {
  // On a busy site most are of other hosts, and need not be parsed.
  if (trust !== 'browser' || !body.includes(host)) return false;
  const { host: own, is_bot, bot_agent = '' } = readJson('the body of an event', visit, body);
  // Who checks an installation is often inside.
  return own === host && (is_bot !== true || bot_agent.startsWith(INTERNAL_MARK));
}

/** Goes on where the last look ended, so far as one answer may take. */
function lookOn(base: ReadBase, profileId: string, { afterSeq, url }: Verification): Looked {
  const host = hostOf(url);
  let after = afterSeq;
  for (let read = 0; read < MAX_READ; read += READ_AT_ONCE) {
    const facts = base.journal.read(profileId, after, READ_AT_ONCE);
    const live = facts.find((fact) => isFromBrowserOn(host, fact));
    if (live) return { liveEventAt: live.receivedAt, afterSeq: after };
    if (facts.length < READ_AT_ONCE) break;
    after = (facts.at(-1) as Fact).seq;
  }
  return { liveEventAt: null, afterSeq: after };
}

/** The verification with what has come since it began, which is remembered: facts leave the journal, and none is checked twice. */
function followUp(base: ReadBase, profileId: string, found: Verification): Verification {
  if (found.liveEventAt !== null) return found;
  const { liveEventAt, afterSeq } = lookOn(base, profileId, found);
  if (liveEventAt === null && afterSeq === found.afterSeq) return found;
  const seen = { profile_id: profileId, started_at: found.startedAt };
  keeperOf(base)
    .state.statement('collect/tracking/verification_see')
    .run({ ...seen, live_event_at: liveEventAt, after_seq: afterSeq.toString() });
  return { ...found, liveEventAt, afterSeq };
}

type Status = 'failed' | 'waiting' | 'verified' | 'timed_out';

function shown(base: ReadBase, { url, startedAt, checks, liveEventAt }: Verification) {
  const isLive = liveEventAt !== null;
  const isOver = base.clock.now() >= startedAt + PATIENCE_MS;
  const hasFailed = checks.some(({ passed }) => passed === false);
  const status: Status = isLive ? 'verified' : hasFailed ? 'failed' : isOver ? 'timed_out' : 'waiting';
  const live: Check = {
    name: 'live_event',
    passed: isLive ? true : isOver ? false : null,
    message: isLive
      ? `An event of a browser came from ${hostOf(url)}.`
      : isOver
        ? 'No event came from the page within 15 minutes: open it in a browser without a blocker and check the console.'
        : 'No event yet: open the page in a browser.',
  };
  return {
    url,
    status,
    started_at: new Date(startedAt).toISOString(),
    live_event_at: isLive ? new Date(liveEventAt).toISOString() : null,
    checks: [...checks, live],
  };
}

export const getTrackingVerification = reading('getTrackingVerification', ({ profile }, base) => {
  const found = lastVerification(base, profile.profileId);
  return {
    data: found ? shown(base, followUp(base, profile.profileId, found)) : null,
    meta: { profile_id: profile.profileId },
  };
});

/** The next thing to do until the tracker works on the site; empty once the last verification saw an event. */
export function installationNext(base: ReadBase, profileId: string): string {
  if (activeKeys(base, profileId).length === 0) return 'Issue a tracking key: POST /api/v1/tracking/keys.';
  const last = lastVerification(base, profileId);
  if (!last)
    return 'Put the tag of GET /api/v1/tracking/snippet into the head of every page, then ask whether it works: POST /api/v1/tracking/verification.';
  const { status, checks } = shown(base, followUp(base, profileId, last));
  if (status === 'verified') return '';
  return checks.findLast(({ passed }) => passed === false)?.message ?? `Open ${last.url} in a browser.`;
}

export const startTrackingVerification = stateChange('startTrackingVerification', {
  asksOutside: true,
  prepare: async ({ profile: { profileId }, body }, base): Promise<Verification> => {
    const [active] = activeKeys(base, profileId);
    if (!active)
      throw new ApiError('invalid_state', 'The profile has no tracking key: issue one first (POST /api/v1/tracking/keys).');
    const started = { url: body.url, startedAt: base.clock.now(), afterSeq: base.journal.lastSeq(profileId), liveEventAt: null };
    return { ...started, checks: await look(base, body.url, active.publicKey) };
  },
  change: ({ principal, profile }, base, started) => {
    const { profileId, workspaceId } = profile;
    base.state.statement('collect/tracking/verification_put').run({
      profile_id: profileId,
      url: started.url,
      started_at: started.startedAt,
      after_seq: started.afterSeq.toString(),
      checks: storedChecks.write(started.checks),
    });
    const actor = actorOf(principal);
    writeAudit(base, { actor, action: 'tracking_verification.started', workspaceId, profileId, subject: hostOf(started.url) });
    return { data: shown(base, started), meta: { profile_id: profileId }, outcome: 'accepted' };
  },
});

/**
 * The page through the guard, or on this machine for who has the service to themselves. An address that may not be requested is the
 * caller's mistake; a page that fails is a finding.
 */
async function look(base: ReadBase, url: string, key: string): Promise<Check[]> {
  try {
    const { status, headers, body } = await pages(base)(url, { headers: { 'user-agent': 'Tributary verification' } });
    const policy = headers['content-security-policy'];
    const page = { url, status, location: headers.location, html: body.toString(), policy: policy && String(policy) };
    return checksOf(page, key);
  } catch (error) {
    if (!(error instanceof OutsideRefusal)) throw error;
    if (error.reason === 'url' || error.reason === 'address') throw new ApiError('validation_error', `url: ${error.message}.`);
    return [{ name: 'page_reached', passed: false, message: `The page was not reached: ${error.message}.` }];
  }
}

// The health of a profile's tracking: arrivals by day, and signals, each in words with the one next thing to do. A slice that knows more offers it as
// the hook `quality`.

import type { ReadBase } from '../../base/base.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import { reading } from '../../base/contract/operation.ts';
import type { QualitySignal } from '../../base/contract/slice-hooks.ts';
import { statement, type WarehouseRow } from '../../base/warehouse/statements.ts';
import { ask, quarantinedSeqs } from '../../credit/pipeline/index.ts';

type Count =
  | 'browser_events'
  | 'server_events'
  | 'page_views'
  | 'bots'
  | 'internal'
  | 'quarantined'
  | 'clamped_clocks'
  | 'duplicates'
  | 'expired_link_tokens'
  | 'refused_link_tokens'
  | 'suppressed_consent'
  | 'suppressed_gpc'
  | 'suppressed_opt_out';
type Counts = Record<Count, number>;

interface Rule {
  name: string;
  title: string;
  count: (counts: Counts) => number;
  /** From this share of the browsers' events on it is worth a look; any at all where it is 0, never where absent. */
  attentionFrom?: number;
  explanation: string;
  next: string;
}

const rules: readonly Rule[] = [
  {
    name: 'clamped_clocks',
    title: 'Corrected clocks',
    count: ({ clamped_clocks }) => clamped_clocks,
    attentionFrom: 0.05,
    explanation:
      'Events with a time more than ten minutes in the future or seven days in the past; it was limited to that range.',
    next: 'Find their source (GET /tracking/events, flags): your own senders should include the time zone.',
  },
  {
    name: 'bots',
    title: 'Bots',
    count: ({ bots }) => bots,
    attentionFrom: 0.5,
    explanation: 'Events of programs that identify themselves in their user agent. They are stored and counted in no figure.',
    next: 'The figures are correct; a rule at your proxy could keep the load away.',
  },
  {
    name: 'internal',
    title: 'Internal traffic',
    count: ({ internal }) => internal,
    explanation:
      'Events of pages on your own machines, marked `is_internal`, of your own networks, or of devices that opened a page with `?svc_internal=1`. They are stored; figures count the last two only if the tracking settings say so (`internal_traffic`).',
    next: '',
  },
  {
    name: 'keys_in_quarantine',
    title: 'Keys in quarantine',
    count: ({ quarantined }) => quarantined,
    explanation:
      'Events of tracking keys in quarantine, or that were (`quarantined_keys` of the tracking settings). They are stored, and counted once their key is released.',
    next: '',
  },
  {
    name: 'duplicates_dropped',
    title: 'Repeats ignored',
    count: ({ duplicates }) => duplicates,
    attentionFrom: 0.1,
    explanation: 'Events with an id that was already received; trackers send until they get a confirmation. Each counts once.',
    next: 'So many mean that responses do not reach the browser: check whether a proxy cuts them off, or the tag is on the page twice.',
  },
  {
    name: 'suppressed_by_consent',
    title: 'Not sent: no consent yet',
    count: ({ suppressed_consent }) => suppressed_consent,
    attentionFrom: 0.5,
    explanation: 'Events that the tracker did not send because the visitor had not agreed. Only their number is known.',
    next: "Check that the banner calls tributary.consent('granted') on every page once the visitor agrees.",
  },
  {
    name: 'suppressed_by_gpc',
    title: 'Not sent: Global Privacy Control',
    count: ({ suppressed_gpc }) => suppressed_gpc,
    explanation: 'Events that were not sent because the browser requests no tracking and the settings respect that (gpc_mode).',
    next: '',
  },
  {
    name: 'suppressed_by_opt_out',
    title: 'Not sent: opted out',
    count: ({ suppressed_opt_out }) => suppressed_opt_out,
    explanation: 'Events of visitors who opted out of tracking (tributary.optOut).',
    next: '',
  },
  {
    name: 'link_tokens_expired',
    title: 'Expired link tokens',
    count: ({ expired_link_tokens }) => expired_link_tokens,
    attentionFrom: 0,
    explanation: 'Links with an expired token: the visit counts, but the browser was not linked to a customer.',
    next: 'Create tokens that last as long as people open the mail or message (expires_in_days of POST /customers/link-tokens).',
  },
  {
    name: 'link_tokens_unreadable',
    title: 'Invalid link tokens',
    count: ({ refused_link_tokens }) => refused_link_tokens,
    attentionFrom: 0,
    explanation:
      'Links whose token was changed, truncated, or belongs to another profile: the visit counts, but the browser was not linked to a customer.',
    next: 'Check that the mailing tool does not change `svc_t`, and that the tokens were created for this profile.',
  },
];

function signalOf({ name, title, count, attentionFrom, explanation, next }: Rule, counts: Counts): QualitySignal {
  const number = count(counts);
  const share = number / Math.max(1, counts.browser_events);
  const isWorthALook = number > 0 && attentionFrom !== undefined && share >= attentionFrom;
  return { name, title, count: number, status: isWorthALook ? 'attention' : 'ok', explanation, next: isWorthALook ? next : '' };
}

/** Nothing from a browser: the one thing that makes all other counts idle. */
function arriving(counts: Counts, days: number): QualitySignal {
  const is = counts.browser_events > 0;
  // Pages that a server or an import sent are a way of their own to have visits.
  const hasPages = counts.page_views > 0;
  const status = is ? 'ok' : hasPages ? 'attention' : 'problem';
  const others = hasPages ? ' Its page views came from servers and imports alone.' : '';
  return {
    name: 'browser_events',
    title: 'Events from browsers',
    count: counts.browser_events,
    status,
    explanation: is ? 'Events that trackers sent in the period.' : `No tracker sent anything in ${days} days.${others}`,
    next: is ? '' : 'Verify the installation: POST /api/v1/tracking/verification with a page of the site.',
  };
}

function unreadable(base: ReadBase, profileId: string): QualitySignal {
  const count = quarantinedSeqs(base, profileId).length;
  return {
    name: 'unreadable_facts',
    title: 'Facts that cannot be read',
    count,
    status: count > 0 ? 'problem' : 'ok',
    explanation: 'Accepted and stored facts, over all time, that are in no figure because they could not be processed.',
    next: count > 0 ? 'See the reason (GET /api/v1/tracking/ops), correct the sender and send them again.' : '',
  };
}

/** For signals over the days that no request names. */
const SIGNAL_DAYS = 7;
const WORST_FIRST: readonly QualitySignal['status'][] = ['problem', 'attention', 'ok'];

/** The value of each count. */
const countsBy = (countOf: (name: Count) => number): Counts => ({
  browser_events: countOf('browser_events'),
  server_events: countOf('server_events'),
  page_views: countOf('page_views'),
  bots: countOf('bots'),
  internal: countOf('internal'),
  quarantined: countOf('quarantined'),
  clamped_clocks: countOf('clamped_clocks'),
  duplicates: countOf('duplicates'),
  expired_link_tokens: countOf('expired_link_tokens'),
  refused_link_tokens: countOf('refused_link_tokens'),
  suppressed_consent: countOf('suppressed_consent'),
  suppressed_gpc: countOf('suppressed_gpc'),
  suppressed_opt_out: countOf('suppressed_opt_out'),
});

const dayOf = (row: WarehouseRow<'warehouse/report/quality/tracking_quality_days'>): { day: string } & Counts => ({
  day: row.day,
  ...countsBy((name) => Number(row[name])),
});

/** Old or rare phones and tablets that the list of bots may name by mistake. */
function likeDevices(rows: readonly WarehouseRow<'warehouse/report/quality/bots_like_devices'>[]): QualitySignal {
  const count = Number(rows[0]?.all_events ?? 0);
  const agents = rows.map((row) => ({ user_agent: row.user_agent, events: Number(row.events) }));
  const [first] = agents;
  return {
    name: 'bots_like_devices',
    title: 'Bots that look like phones and tablets',
    count,
    status: first ? 'attention' : 'ok',
    explanation:
      'Events whose user agent is on the bot list although it looks like a phone or tablet. They are stored and counted in no figure.',
    next: first
      ? `If ${JSON.stringify(first.user_agent)} is a visitor's device, add a part of it that only such devices have to bot_exceptions (PATCH /api/v1/tracking/settings).`
      : '',
    user_agents: agents,
  };
}

/** Hosts of the list of referrer spam; some have true visitors as well. */
function spamOf(rows: readonly WarehouseRow<'warehouse/report/quality/referrer_spam_list'>[]): QualitySignal {
  const [first] = rows;
  return {
    name: 'referrer_spam',
    title: 'Referrer spam',
    count: Number(first?.all_events ?? 0),
    status: 'ok',
    explanation:
      'Events whose referrer is on a public list of hosts that send false visits. They are stored and counted in no figure.',
    next: first
      ? `If ${JSON.stringify(first.user_agent)} has true visitors, add these words to bot_exceptions (PATCH /api/v1/tracking/settings).`
      : '',
    user_agents: rows.map((row) => ({ user_agent: row.user_agent, events: Number(row.events) })),
  };
}

async function readTracking(base: ReadBase, profileId: string, period: number) {
  const now = new Date(base.clock.now()).toISOString().slice(0, -1);
  const rows = await ask(base, profileId, statement('warehouse/report/quality/tracking_quality_days', { days: period, now }));
  const agents = await ask(base, profileId, statement('warehouse/report/quality/bots_like_devices', { days: period, now }));
  const spam = await ask(base, profileId, statement('warehouse/report/quality/referrer_spam_list', { days: period, now }));
  const days = rows.map(dayOf);
  const counts = countsBy((name) => days.reduce((sum, day) => sum + day[name], 0));
  const others = await Promise.all(hooksOf(base).map((hooks) => hooks.quality?.(base, profileId) ?? []));
  const signals = [
    arriving(counts, period),
    ...rules.map((rule) => signalOf(rule, counts)),
    likeDevices(agents),
    spamOf(spam),
    unreadable(base, profileId),
    ...others.flat(),
  ];
  return { signals, days };
}

/** Over so many days, the signals of the slices among them. */
export const readTrackingSignals = async (base: ReadBase, profileId: string): Promise<QualitySignal[]> =>
  (await readTracking(base, profileId, SIGNAL_DAYS)).signals;

export const getTrackingQuality = reading('getTrackingQuality', async ({ profile: { profileId }, params }, base) => {
  const { signals, days } = await readTracking(base, profileId, params.days);
  const [worst] = [...signals].sort((a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status));
  return {
    data: { status: worst?.status ?? 'ok', next: worst?.next || null, signals, days },
    meta: { profile_id: profileId },
  };
});

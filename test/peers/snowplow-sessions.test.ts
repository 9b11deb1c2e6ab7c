// Page views per session of a published sample of web events, against the sessions that its own data models expect. Their
// session is an id that the tracker keeps; ours is silence: events on pages of one browser, at most 30 minutes apart. Sessions
// that both rules cut alike must agree; the others are listed, each with the rule that differs and what ours makes of them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { key62 } from '../../src/base/kit/ids.ts';
import { ask } from '../../src/credit/pipeline/index.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { type EventRow, load, publicRows } from './public-data.ts';

/** Both rules make one session of the same events. */
const AGREE = [
  '067bcc8ea082fcaf940893b64943edc6b718f0dd1bc1bd5d054a507c64048318',
  '0b0c7bb589ebd041177514f3e43446ca5d4343328936d2f8f12a42b41bf9140c',
  '37b340c11359852988ae9b4f77f0c4b283cf2d4e87e2b5e5bceda36a185b81ff',
  '4d34b56a2a474e7c5d7f125c9a0ed11b7e526bf99910d6d31afaf6a8cc25d7ae',
  '6b379f3eea11eb4ead878125af9cb708f8a91c455d9405b0bc617fa78c2e4291',
  '79831faefff0edc56d0d93ccf192b5bb58c07bec8dfff185f5cc4b104c2f0a08',
  'd21c000a5953335da6cd125ac349135ae6524b04dd4b107a263dfb1de131b12d',
];

/** `ours`: page views of each of our sessions that holds one of its events, in order of time. */
interface Difference {
  theirs: number;
  ours: number[];
  because: string;
}
const PING = 'a ping without its page view counts as a page view there; ours counts the views that were sent';
const AT_ONCE = 'the browser reports two session ids in the same minute; ours knows one browser, so one session';
const DIFFER: Record<string, Difference> = {
  '0b0c7bb589ebd041177514f3e43446ca5d4343328936d2f8f12a42b41bf9140d': { theirs: 1, ours: [0], because: PING },
  '0b0c7bb589ebd041177514f3e43446ca5d4343328936d2f8f12a42b41bf9140e': { theirs: 1, ours: [0], because: PING },
  '0b5d421a98dc6af66d7da30840afb1072f518342ca058cef3af20a6e9b30fce8': { theirs: 1, ours: [0], because: PING },
  '2bfc2c760c3ac434953eefd7903789429c8a5f8171c4b8b26aee93108b77bd35': {
    theirs: 2,
    ours: [1, 0, 1],
    because: 'the id lives on over silences of a day, and is cut after three days; ours ends after 30 minutes of silence',
  },
  '540b6c4f7c15de9093e0f4f6cf45a062fba7606ce64558a0b1c5a34d8bb33af5': {
    theirs: 3,
    ours: [1, 1, 1],
    because: 'one session id under three browser ids, a day apart; ours never spans browsers',
  },
  '6f19f1f4f43224f646d6fed6358c39152faa088f7ab2d90f0a791ea1210a4656': { theirs: 3, ours: [4], because: AT_ONCE },
  df2bf41d09f5f900cd6bd564d1ae403843c9cd767081e38bf614c950a4f73b32: { theirs: 1, ours: [4], because: AT_ONCE },
  '7605342329f0b916a4c1bcd8bddad038988920fb24f74ca9e7ada5d96df32c60': {
    theirs: 7,
    ours: [8],
    because: 'page views with one page view id count once there; ours drops repeats of an event id only',
  },
  '93c11143f1de24d8f77c80bd138e815aa705a32a288a2b71bee522426b9aacc8': { theirs: 1, ours: [4], because: AT_ONCE },
  b5c4939c16dd0f5a4396ca24474d8b050786710b1b48319ba19c5febfcb71a3b: {
    theirs: 1,
    ours: [],
    because: 'the event names no browser; ours makes no session of it',
  },
  cde5b90f34224b1a94351fa90fcb61d41b26a52a1a8381603cf538a11edd2bb2: { theirs: 3, ours: [4], because: AT_ONCE },
};

const sample = publicRows('sessions', 'snowplow-web', 'snowplow_web_events.csv');
const expected = publicRows('sessions', 'snowplow-web', 'snowplow_web_sessions_expected.csv').map((row) => ({
  id: row['original_domain_sessionid'] as string,
  pageViews: Number(row['page_views']),
  events: Number(row['total_events']),
  from: row['start_tstamp'] as string,
  to: row['end_tstamp'] as string,
}));

/**
 * Every row happened on a page. Its time is `derived_tstamp`: when it happened by the collector's clock, corrected by how
 * long the device held it back; the expected sessions begin and end by it, and it is what our own tracker's two times give.
 */
function eventOf(row: Record<string, string>): EventRow {
  const { event_id, domain_userid, derived_tstamp, event_name, page_url, page_referrer, page_title, useragent } = row;
  const event = {
    event_id,
    anonymous_id: domain_userid,
    occurred_at: `${derived_tstamp?.replace(' ', 'T')}Z`,
    event_type: event_name,
    url: page_url,
    referrer: page_referrer,
    page_title,
    user_agent: useragent,
  };
  return Object.fromEntries(Object.entries(event).filter((entry): entry is [string, string] => !!entry[1]));
}

interface Session {
  pageViews: number;
  /** Ids of its events. */
  events: Set<string>;
}

const SESSIONS = `
  select session_seq, any_value(sessions.page_views) as page_views, list(events.dedupe_hash) as hashes
  from sessions
  join events on events.visitor_key = sessions.visitor_key
    and events.occurred_at between sessions.started_at and sessions.ended_at
  group by session_seq
  order by any_value(sessions.started_at)`;

async function sessionsOf(app: TestApp): Promise<Session[]> {
  const ids = new Map(sample.map(({ event_id }) => [key62(`event:${event_id}`), event_id as string]));
  const rows = await ask(app.base, app.profileId, { sql: SESSIONS });
  return rows.map((row) => ({
    pageViews: row['page_views'] as number,
    events: new Set((row['hashes'] as bigint[]).map((hash) => ids.get(hash) ?? assert.fail(`an event of none: ${hash}`))),
  }));
}

/** The events of a session as its models took them: those of its id, within its time, once each. */
const eventsOf = ({ id, from, to }: (typeof expected)[number]): Set<string> =>
  new Set(
    sample
      .filter(
        (row) => row['domain_sessionid'] === id && (row['derived_tstamp'] ?? '') >= from && (row['derived_tstamp'] ?? '') <= to,
      )
      .map((row) => row['event_id'] as string),
  );

let app: TestApp;
let ours: Session[];
before(async () => {
  app = await startTestApp({ at: '2026-04-01T00:00:00Z' });
  await load(app, sample.map(eventOf));
  ours = await sessionsOf(app);
});
after(() => app?.close());

test('an event that comes twice counts once', async () => {
  const [row] = await ask(app.base, app.profileId, { sql: 'select count(*) as events from events' });
  assert.equal(sample.length, 160);
  assert.equal(row?.['events'], BigInt(new Set(sample.map(({ event_id }) => event_id)).size));
});

test('the expected sessions are read as they are meant', () => {
  assert.equal(expected.length, 18);
  for (const session of expected) assert.equal(eventsOf(session).size, session.events, session.id);
});

/** Our sessions that hold one of its events, in order of time. */
function holding(events: Set<string>): Session[] {
  return ours.filter((own) => [...own.events].some((id) => events.has(id)));
}

function isAlike(session: (typeof expected)[number]): boolean {
  const events = eventsOf(session);
  const [only, ...others] = holding(events);
  if (!only || others.length > 0) return false;
  return (
    only.pageViews === session.pageViews && only.events.size === events.size && [...events].every((id) => only.events.has(id))
  );
}

test('sessions that both rules cut alike have the same events and page views', () => {
  const alike = expected.filter(isAlike).map(({ id }) => id);
  assert.deepEqual(alike.sort(), AGREE);
  assert.ok(alike.length >= 7);
});

test('every other session differs as its rule says', () => {
  const found = expected
    .filter((session) => !isAlike(session))
    .map((session) => {
      const views = holding(eventsOf(session)).map(({ pageViews }) => pageViews);
      return [session.id, { theirs: session.pageViews, ours: views }] as const;
    });
  const listed = Object.entries(DIFFER).map(
    ([id, difference]) => [id, { theirs: difference.theirs, ours: difference.ours }] as const,
  );
  assert.deepEqual(Object.fromEntries(found), Object.fromEntries(listed));
});

test('the quality of so few events is not judged, and the text says so', async (t) => {
  const last =
    sample
      .map((row) => row['derived_tstamp'] ?? '')
      .sort()
      .at(-1) ?? '';
  const small = await startTestApp({ at: `${last.replace(' ', 'T')}Z` });
  t.after(() => small.close());
  await load(small, sample.map(eventOf));
  const api = small.api(small.apiKey);
  for (const path of ['/quality/attribution', '/quality/ad-ids', '/quality/utm/anomalies', '/quality/instrumentation-health']) {
    const { status, body } = await api.get(path);
    assert.equal(status, 200, path);
    for (const finding of body.data.findings ?? body.data) {
      assert.equal(finding.status, 'ok', JSON.stringify(finding));
      if (finding.too_few) assert.match(finding.explanation, /nothing (in these days )?to judge|Too few for a share/);
    }
  }
});

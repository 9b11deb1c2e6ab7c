// After a write: what it changes is loaded again when the figures know it, however long that takes.
import { forget } from './answer.ts';
import { api, CallError, unwrap } from './client.ts';

const FIRST_MS = 500;
const MAX_MS = 15_000;

const freshnessOf = async (profile_id: string) =>
  (await unwrap(api.GET('/api/v1/profile/freshness', { params: { query: { profile_id } } }))).data;

/** Until the figures have come as far as everything accepted by now, replays included. */
async function untilFollowed(profileId: string): Promise<void> {
  const { accepted_seq, last_decision } = await freshnessOf(profileId);
  for (let pause = FIRST_MS; ; pause = Math.min(2 * pause, MAX_MS)) {
    const { through_seq, through_decision, replay_status } = await freshnessOf(profileId);
    const isReplaying = replay_status === 'waiting' || replay_status === 'running';
    if (through_seq >= accepted_seq && through_decision >= last_decision && !isReplaying) return;
    await new Promise((done) => setTimeout(done, pause));
  }
}

/** Loads what starts with this key again, at once and when the figures have followed. */
export function forgetAndFollow(profileId: string, key: string): void {
  forget(key);
  untilFollowed(profileId).then(
    () => forget(key),
    (error: unknown) => {
      // Of a service that is not there: the page says so itself.
      if (!(error instanceof CallError)) throw error;
    },
  );
}

// Calls of other tools' tags as what the tracker would have sent: who sends is named by the tracking key, and each event has the id that the tool gave it, so
// that a call that is sent again, or through both doors, is one event.
import type { IncomingMessage } from 'node:http';

/** Of the body of `POST /t/collect`, events as they are there. */
export interface WirePost {
  tracking_key: string;
  sent_at?: string;
  events: object[];
  /** Of the browser, where a server passes its calls on. */
  userAgent?: string;
}

export interface Wire {
  /** @throws ApiError of a body that is none of the tool's. */
  read: (request: Pick<IncomingMessage, 'url' | 'headers'>, body: Buffer, now: number) => WirePost[];
  /** What the tool expects of an answer. */
  success: string;
}

/** What `POST /t/collect` takes at once. */
const MOST_EVENTS = 100;

export interface WireEvent {
  /** Undefined of a call that brings nothing. */
  event: object | undefined;
  userAgent?: string | undefined;
}

/** Events by the browser that they are of, in posts of a size that is taken. */
export function postsOf(key: string, sentAt: string | undefined, events: readonly WireEvent[]): WirePost[] {
  const byAgent = Map.groupBy(events, ({ userAgent }) => userAgent);
  const common = { tracking_key: key, ...(sentAt === undefined ? {} : { sent_at: sentAt }) };
  const posts: WirePost[] = [];
  for (const [userAgent, ofAgent] of byAgent) {
    const found = ofAgent.flatMap(({ event }) => event ?? []);
    for (let at = 0; at < found.length; at += MOST_EVENTS)
      posts.push({
        ...common,
        events: found.slice(at, at + MOST_EVENTS),
        ...(userAgent === undefined ? {} : { userAgent }),
      });
  }
  // The key is checked all the same.
  return posts.length === 0 ? [{ ...common, events: [] }] : posts;
}

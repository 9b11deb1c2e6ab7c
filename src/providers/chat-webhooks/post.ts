// One message to an incoming webhook. The services of Slack and Teams cannot be asked whether they have a message, so one without an answer is not sent
// again; Google drops a repeated one by its `requestId`. An address is itself the secret, so it is in no error.
import { type Outside, type OutsideAnswer, OutsideRefusal } from '../http/guard.ts';
import type { ChatService } from './message.ts';

export type ChatEnd =
  | { end: 'sent' }
  /** The service had it, or may have had it. */
  | { end: 'unknown'; reason: string }
  /** Not taken, and not to be sent again like this. */
  | { end: 'refused'; reason: string }
  /** The address is not valid any more. */
  | { end: 'revoked'; reason: string }
  /** Certainly not taken, or repeatable without harm. */
  | { end: 'later'; reason: string; pauseMs: number };

interface Post {
  service: ChatService;
  address: string;
  body: string;
  /** The same for each attempt of one message. */
  requestId: string;
}

const TIMEOUT_MS = 15_000;
const ANSWER_BYTES = 4_096;
const PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 3_600_000;
/** No byte of the request has left: the connection was refused, or there was no way to the host. */
const NEVER_LEFT = /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/;
const REVOKED_STATUS: readonly number[] = [401, 403, 404, 410];
/** Slack's words for an app or a workspace that is gone, under other statuses too. */
const REVOKED_WORDS =
  /\b(?:no_service|no_team|team_disabled|invalid_token|channel_is_archived|channel_not_found|action_prohibited|account_inactive)\b/;

/** Connectors of Office 365, which Microsoft has switched off. */
export const isRetiredAddress = (service: ChatService, host: string): boolean =>
  service === 'teams' && /(?:^|\.)(?:webhook\.office\.com|outlook\.office\.com|outlook\.office365\.com)$/.test(host);

function addressOf({ service, address, requestId }: Post): string {
  if (service !== 'google_chat') return address;
  const url = new URL(address);
  url.searchParams.set('requestId', requestId);
  return url.href;
}

/** Never throws for what the service does. */
export async function postToChat(outside: Outside, post: Post): Promise<ChatEnd> {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Tributary-Messages/1.0' };
  const call = { body: post.body, headers, timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_BYTES, isBodyCut: true };
  try {
    return judged(post, await outside(addressOf(post), call));
  } catch (error) {
    if (!(error instanceof OutsideRefusal)) throw error;
    return refusalOf(post, error);
  }
}

function refusalOf({ service }: Post, { reason, message }: OutsideRefusal): ChatEnd {
  if (reason === 'url' || reason === 'address') return { end: 'refused', reason: `The address ${message}.` };
  const isNeverSent = reason === 'unresolved' || NEVER_LEFT.test(message);
  if (isNeverSent) return { end: 'later', reason: 'The host of the address cannot be reached.', pauseMs: PAUSE_MS };
  return withoutAnswer(service, 'The service did not respond.');
}

const withoutAnswer = (service: ChatService, what: string): ChatEnd =>
  service === 'google_chat'
    ? { end: 'later', reason: what, pauseMs: PAUSE_MS }
    : { end: 'unknown', reason: `${what} The message may have arrived; it is not sent again automatically.` };

function judged({ service }: Post, { status, headers, body }: OutsideAnswer): ChatEnd {
  const text = body.toString('utf8');
  if (status >= 200 && status <= 299) return { end: 'sent' };
  const seconds = Number(headers['retry-after']);
  const pauseMs = Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, MAX_PAUSE_MS) : PAUSE_MS;
  if (status === 429 || status === 503) return { end: 'later', reason: `The service responded ${status}.`, pauseMs };
  const [word] = REVOKED_WORDS.exec(text) ?? [];
  const because = word === undefined ? '' : ` (${word})`;
  if (REVOKED_STATUS.includes(status) || (status < 500 && word !== undefined))
    return { end: 'revoked', reason: `The service responded ${status}${because}: the address is not valid any more.` };
  if (status >= 500) return withoutAnswer(service, `The service responded ${status}.`);
  return { end: 'refused', reason: `The service responded ${status}.` };
}

// What a check sends to a receiver, and what the receiver does with it, in words.
import { type BreakPoint, type OutsideAnswer, OutsideRefusal } from '../../../providers/http/guard.ts';
import type { webhookTarget } from '../../../providers/http/webhook-target.ts';

export interface Message {
  body: string;
  headers: Record<string, string>;
}

export type Reply = OutsideAnswer | OutsideRefusal;

export interface Verdict {
  isRight: boolean;
  meaning: string;
}

/** One kind of request. `sent` says what is special about it. */
export interface Probe {
  name: string;
  sent: string;
  play: (line: Line) => Promise<{ reply: Reply; verdict: Verdict }>;
}

/** The way to the receiver; the one of real deliveries. */
export interface Line {
  send: (message: Message) => Promise<Reply>;
  /** Sends, goes away, and sends the same once more, whose reply it answers. */
  sendAfterBreak: (message: Message, at: BreakPoint) => Promise<Reply>;
}

const ANSWER_BYTES = 262_144;

export function lineTo({ send, breakOff }: ReturnType<typeof webhookTarget>, url: string): Line {
  const orRefusal = (error: unknown): OutsideRefusal => {
    if (error instanceof OutsideRefusal) return error;
    throw error;
  };
  const once: Line['send'] = (message) => send(url, { ...message, maxBytes: ANSWER_BYTES, isBodyCut: true }).catch(orRefusal);
  return {
    send: once,
    sendAfterBreak: async (message, at) => (await breakOff(url, message, at).catch(orRefusal)) ?? once(message),
  };
}

export const right = (meaning: string): Verdict => ({ isRight: true, meaning });
export const wrong = (meaning: string): Verdict => ({ isRight: false, meaning });

export const isSuccess = (reply: Reply): boolean =>
  !(reply instanceof OutsideRefusal) && reply.status >= 200 && reply.status <= 299;

export const wordsOf = (reply: Reply): string => (reply instanceof OutsideRefusal ? reply.message : `responded ${reply.status}`);

/** For what must not be taken: another status, or no response. */
export const refused = (reply: Reply, why: string): Verdict => (isSuccess(reply) ? wrong(why) : right('refused, as it must be'));

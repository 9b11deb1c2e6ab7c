// The frame of fake receivers of conversions: it checks a token and the shape of each event, keeps events by the platform's own rule of
// repetitions, and refuses a request whole, with indexes or without, or row by row, as the platform does.
import type { z } from 'zod';
import { type Closing, type FailureScript, type FakeAnswer, type FakeRequest, startProviderServer } from '../provider-server.ts';

export interface Bad {
  index: number;
  message: string;
  event: unknown;
}

export interface PlatformRules {
  /** Of the path; the first group is the object that gets the events. */
  path: RegExp;
  /** Where it is in the query instead. */
  targetOf?: (url: URL) => string;
  tokenOf: (request: FakeRequest) => string | undefined;
  eventsOf: (body: unknown) => unknown[];
  /** Events are checked and not kept. */
  isCheck?: (body: unknown) => boolean;
  /** The documented shape, and nothing beside it. */
  event: z.ZodType;
  /** A rule that no shape says, e.g. about age; the message names what is wrong. */
  refusalOf?: (event: unknown, now: number) => string | undefined;
  keyOf: (event: unknown) => string;
  maxEvents: number;
  /** Good events of a request with bad ones are kept. */
  isPartial: boolean;
  accepted: (events: number, bad: readonly Bad[]) => FakeAnswer;
  refused?: (bad: readonly Bad[]) => FakeAnswer;
  scripts?: Partial<Record<FailureScript, FakeAnswer>>;
  deadToken: FakeAnswer;
  terms?: FakeAnswer;
  /** The object that gets the events is none for conversions. */
  wrongTarget?: FakeAnswer;
  /** Other addresses of the platform. */
  other?: (request: FakeRequest, url: URL, receiver: Receiver) => FakeAnswer | undefined;
}

export interface Receiver {
  url: string;
  /** Which object got them, by the platform's rule each once. */
  kept: { target: string; event: unknown }[];
  /** What came again and counted once. */
  repeated: unknown[];
  requests: FakeRequest[];
  fail(script: FailureScript, times?: number): void;
  revoke(): void;
  /** A person has not accepted the terms. */
  hasTerms: boolean;
  isTargetWrong: boolean;
  /** What the platform says later of any request, where it decides later. */
  states?: unknown[];
  /** More than what the shape says. */
  refuse?: (event: unknown) => string | undefined;
  /** What arrives of its answer about events. */
  spoil?: ((answer: FakeAnswer) => FakeAnswer) | undefined;
  now: () => number;
}

export const TOKEN = 'conversion-token';

export async function startReceiver(t: Closing, rules: PlatformRules): Promise<Receiver> {
  const keys = new Set<string>();
  const isAlive = { token: true };

  function answer(request: FakeRequest): FakeAnswer {
    const url = new URL(request.url, 'http://fake');
    if (!isAlive.token || rules.tokenOf(request) !== TOKEN) return rules.deadToken;
    const other = rules.other?.(request, url, receiver);
    if (other) return request.method === 'POST' ? spoiled(other) : other;
    const [isPath, ofPath = ''] = rules.path.exec(url.pathname) ?? [];
    const target = isPath === undefined ? '' : (rules.targetOf?.(url) ?? ofPath);
    if (request.method !== 'POST' || target === '') return { status: 404, body: { error: { message: 'no such address' } } };
    if (!receiver.hasTerms && rules.terms) return rules.terms;
    if (receiver.isTargetWrong && rules.wrongTarget) return rules.wrongTarget;
    const body: unknown = JSON.parse(request.body);
    return spoiled(receive(decodeURIComponent(target), rules.eventsOf(body), rules.isCheck?.(body)));
  }

  const spoiled = (whole: FakeAnswer): FakeAnswer => receiver.spoil?.(whole) ?? whole;

  function receive(target: string, events: unknown[], isCheck = false): FakeAnswer {
    const bad = events.flatMap((event, index) => {
      const message = whyBad(event);
      return message === undefined ? [] : [{ index, message, event }];
    });
    const isTooMany = events.length > rules.maxEvents;
    if ((isTooMany || (bad.length > 0 && !rules.isPartial)) && rules.refused)
      return rules.refused(isTooMany ? [{ index: rules.maxEvents, message: 'too many', event: {} }] : bad);
    const badIndexes = new Set(bad.map(({ index }) => index));
    for (const [index, event] of events.entries()) if (!isCheck && !badIndexes.has(index)) keep(target, event);
    return rules.accepted(events.length, bad);
  }

  function keep(target: string, event: unknown): void {
    const key = `${target} ${rules.keyOf(event)}`;
    if (keys.has(key)) receiver.repeated.push(event);
    else receiver.kept.push({ target, event });
    keys.add(key);
  }

  function whyBad(event: unknown): string | undefined {
    const parsed = rules.event.safeParse(event);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return `${issue?.path.join('.')} ${issue?.code} ${issue?.message}`;
    }
    return rules.refusalOf?.(event, receiver.now()) ?? receiver.refuse?.(event);
  }

  const server = await startProviderServer(t, answer, { revoked: rules.deadToken, ...rules.scripts });
  const receiver: Receiver = {
    url: server.url,
    kept: [],
    repeated: [],
    requests: server.requests,
    fail: server.fail,
    hasTerms: true,
    isTargetWrong: false,
    now: () => Date.now(),
    revoke: () => {
      isAlive.token = false;
    },
  };
  return receiver;
}

export const bearerOf = ({ headers }: FakeRequest): string | undefined => headers.authorization?.replace(/^Bearer /, '');

// The frame of every destination: what no event may pass without, and what the safe modes take away before a builder sees the event.
import type { BrowserSignal } from '../../base/contract/slice-hooks.ts';
import type {
  Built,
  ClickIdName,
  DestinationKind,
  DestinationSettings,
  Money,
  NeutralEvent,
  Person,
  PrivacyMode,
  Rejection,
  Skipped,
  SkipReason,
} from './destination.ts';
import { type NameAtPlatform, nameAt, type PlatformNames } from './event-names.ts';
import { sha256 } from './hashing/digest.ts';

type PersonField = Exclude<keyof Person, 'clickIds'>;
export type SafeField = PersonField | ClickIdName;

/** The fields of a person that the safe modes may send. The rest of an event is no free text: id, time, source, usual name and value. */
export type SafeFields = Readonly<Record<Exclude<PrivacyMode, 'standard'>, readonly SafeField[]>>;

/** An event as a builder gets it. */
export interface NamedEvent extends NeutralEvent {
  at: NameAtPlatform;
}

interface Parts extends Omit<DestinationKind, 'build' | 'signals'> {
  safeFields: SafeFields;
  /** Signals of a browser that the builder uses, in the mode without limits. */
  signals?: readonly BrowserSignal[];
  /** Undefined where the settings say what the event is, so that no name is sent. */
  names?: PlatformNames;
  build(event: NamedEvent, settings: DestinationSettings): Built | Skipped;
}

const FIELDS: Readonly<Record<BrowserSignal, SafeField>> = {
  user_agent: 'userAgent',
  ip: 'ip',
  fbp: 'fbp',
  fbc: 'fbc',
  ttp: 'ttp',
  sc_cookie1: 'sc_cookie1',
};

export function destinationKind({ safeFields, signals = [], names, build, ...kind }: Parts): DestinationKind {
  const { canRestate, canRetract } = kind.limits;
  return {
    ...kind,
    signals: (mode) => signals.filter((name) => mode === 'standard' || safeFields[mode].includes(FIELDS[name])),
    build: (event, settings, mode) => {
      if (event.consent?.adUserData === false) return { skip: 'consent' };
      if (event.kind === 'restatement' && !canRestate) return { skip: 'cannot_restate' };
      if (event.kind === 'retraction' && !canRetract) return { skip: 'cannot_retract' };
      if (event.kind !== 'conversion' && !event.original) return { skip: 'no_original' };
      const at = names ? nameAt(names, event.eventName, mode) : { name: '' };
      if (!at) return { skip: 'event_name' };
      const whole = { ...withGoodValues(event), at };
      if (mode === 'standard') return build(whole, settings);
      const built = build({ ...reduced(whole, safeFields[mode]), at }, settings);
      const isForMode = 'skip' in built && built.skip === 'no_match_key' && !('skip' in build(whole, settings));
      return isForMode ? { skip: 'mode' } : built;
    },
  };
}

export const skipped = (skip: SkipReason): Skipped => ({ skip });

const AMOUNT = /^\d{1,15}(\.\d{1,18})?$/;
const CURRENCY = /^[A-Z]{3}$/;
/** Ids issued by platforms have no spaces and no @; a parameter of that name may have any text. */
const CLICK_ID = /^[\w.~%=+/:-]{1,512}$/;

function withGoodValues(event: NeutralEvent): NeutralEvent {
  const { value, person } = event;
  const isMoney = value && AMOUNT.test(value.amount) && CURRENCY.test(value.currency);
  const clickIds = Object.fromEntries(Object.entries(person.clickIds).filter(([, id]) => CLICK_ID.test(id)));
  return { ...event, value: isMoney ? value : undefined, person: { ...person, clickIds } };
}

/** An id of the service has these characters; any other id might be a person's address. */
const PLAIN_ID = /^[\w.:-]{1,128}$/;

export const plainId = (id: string): string => (PLAIN_ID.test(id) ? id : sha256(id));

function reduced(event: NeutralEvent, fields: readonly SafeField[]): NeutralEvent {
  const { eventId, occurredAt, eventName, actionSource, value, person, consent, kind, original, changedAt } = event;
  const allowed = new Set<string>(fields);
  const clickIds = Object.fromEntries(Object.entries(person.clickIds).filter(([name]) => allowed.has(name)));
  const kept = Object.fromEntries(Object.entries(person).filter(([name]) => allowed.has(name)));
  return {
    eventId: plainId(eventId),
    occurredAt,
    eventName,
    actionSource,
    value,
    consent,
    kind,
    changedAt,
    original: original && { ...original, eventId: plainId(original.eventId) },
    person: { emails: [], phones: [], ...kept, clickIds },
  };
}

/** Names of what has a value. */
export const keysOf = (values: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(values).filter((name) => !isEmpty(values[name]));

/** Without what has no value: platforms refuse empty texts. */
export const withoutEmpty = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));

const isEmpty = (value: unknown): boolean => value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export const numberOf = (money: Money | undefined): number | undefined => (money ? Number(money.amount) : undefined);
export const secondsOf = (ms: number): number => Math.floor(ms / 1000);
export const isoSeconds = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Each index once, with the first reason. */
export function rejectionsOf(found: Iterable<readonly [index: number, reason: string]>): Rejection[] {
  const reasons = new Map<number, string>();
  for (const [index, reason] of found) if (!reasons.has(index)) reasons.set(index, reason);
  return [...reasons].map(([index, reason]) => ({ index, reason }));
}

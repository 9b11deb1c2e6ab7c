// One event while it is read: its fields as text, and what is wrong with them refused (a server's) or noted (a browser's).
import { ApiError } from '../../base/contract/api-error.ts';
import { hostileFault, isHostile } from '../../base/contract/hostile.ts';
import { cut, repair } from './enrich/texts.ts';
import type { EventInput } from './event-input.ts';

/** The most UTF-16 units of each text. */
export const LIMITS = {
  event_type: 100,
  event_name: 200,
  event_id: 256,
  anonymous_id: 256,
  idempotency_key: 256,
  refund_of: 256,
  installment_of: 256,
  deal_id: 256,
  sale_id: 256,
  sale_system: 128,
  url: 8192,
  referrer: 8192,
  event_source_url: 8192,
  page_title: 500,
  user_agent: 2048,
  trait: 256,
  platform: 64,
  account_id: 128,
  city: 100,
  client_network: 64,
} as const;

/** One event on its way: reads fields, and refuses or notes what is wrong with them, as the sender's trust demands. */
export class Reading {
  readonly event: EventInput;
  readonly strict: boolean;
  readonly flags = new Set<string>();

  constructor(input: EventInput, strict: boolean) {
    this.strict = strict;
    const isOdd = isHostile(input);
    const fault = isOdd && strict ? hostileFault(input) : undefined;
    if (fault) throw refused(fault.path, fault.message);
    this.event = isOdd ? repair(input) : input;
    if (isOdd) this.flags.add('text_repaired');
    for (const flag of input.flags ?? []) this.flags.add(flag);
  }

  /** Refuses a server's event; notes a browser's. */
  wrong(field: string, reason: string, flag: string): void {
    if (this.strict) throw refused(field, reason);
    this.flags.add(flag);
  }

  /** The text of a field, trimmed; absent when empty. */
  text(field: string, value: unknown, most: number): string | undefined {
    return this.opaque(field, typeof value === 'string' ? value.trim() : value, most);
  }

  /** The text of a field to the letter: keys that others made. */
  opaque(field: string, value: unknown, most: number): string | undefined {
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'object') {
      this.wrong(field, 'must be text', 'text_repaired');
      return undefined;
    }
    const text = String(value);
    if (text === '') return undefined;
    if (text.length <= most) return text;
    this.wrong(field, `is longer than ${most} characters`, 'text_cut');
    return cut(text, most);
  }
}

export const refused = (field: string, reason: string): ApiError =>
  new ApiError('validation_error', field === '' ? `The event ${reason}.` : `${field}: ${reason}.`);

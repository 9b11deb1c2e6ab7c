// Rows of a file that have money and are not taken: they are counted beside what other senders were refused, by the layout of the file. A row that is
// imported again counts once, by its key.
import type { Base } from '../../../base/base.ts';
import { countRefusedRow, type RefusedReason, saveRefused } from '../../events/index.ts';
import type { FileHead, LostMoney, Reading } from '../../imports/index.ts';
import { inputOf, type LostDraft } from '../intake.ts';

export class LostRows {
  readonly #base: Base;
  readonly #profileId: string;
  readonly #layout: string;

  constructor(base: Base, profileId: string, { layout }: FileHead) {
    this.#base = base;
    this.#profileId = profileId;
    this.#layout = layout?.source ?? 'mapping';
  }

  /** The journal has other money under its key, or refuses it. */
  addDraft({ draft, reason, isLowering }: LostDraft): void {
    this.#add(inputOf(draft), reason, isLowering);
  }

  /** It names no sale, or a day to come. */
  addReading(reading: Reading, prefix: string): void {
    if (reading.kind !== 'sale' && reading.kind !== 'refund' && reading.kind !== 'reversal' && reading.kind !== 'won_back')
      return;
    const { kind, reference, amount, currency } = reading;
    const event_type = kind === 'sale' ? 'payment_received' : kind === 'refund' ? kind : reading.why;
    const idempotency_key = reference === null ? undefined : `${prefix}${reference}`;
    const isLowering = kind === 'refund' || kind === 'reversal';
    this.#add({ event_type, idempotency_key, value: { amount, currency } }, 'wrong_field', isLowering);
  }

  /** Its time cannot be read. Without a number it could not be recognised once it is corrected. */
  addUnread({ amount, currency, reference, isLowering }: LostMoney, prefix: string): void {
    if (reference === null) return;
    const event_type = isLowering ? 'refund' : 'payment_received';
    this.#add({ event_type, idempotency_key: `${prefix}${reference}`, value: { amount, currency } }, 'wrong_time', isLowering);
  }

  #add(event: object, reason: RefusedReason, isLowering: boolean): void {
    countRefusedRow(this.#base, this.#profileId, { layout: this.#layout, reason, event, isLowering });
  }

  /** At the end of a file, as a command ends with it. */
  save(): void {
    saveRefused(this.#base);
  }
}

// What a block offers to be saved beside what it shows: all of its rows, asked of the service again. The menus of its tables and graphs have it as choices.
export interface Offer {
  text: string;
  /** @throws CallError where the service refuses */
  save: () => Promise<void>;
}

/** By the empty element that a block has for them. */
const offers = new WeakMap<Element, readonly Offer[]>();

export const setOffers = (marker: Element, made: readonly Offer[]): void => void offers.set(marker, made);

/** Of the block that a table or a graph is in. */
export const offersFor = (target: Element): Offer[] =>
  [...(target.closest('.panel')?.querySelectorAll('.offers') ?? [])].flatMap((marker) => offers.get(marker) ?? []);

// What a row of events says of the visit and its source: by a column of the field's name, by templates of several columns, or by the parameters of an
// address.
import { listOfWords } from '../layout/layouts.ts';
import { comparable } from '../layout/names.ts';
import type { Layout } from '../layout/shape.ts';
import { EVENT_FIELDS, type EventField } from '../layout/vocabulary.ts';
import { listOf } from '../plan/plan.ts';
import type { Conditions } from './conditions.ts';
import type { RowView } from './row-view.ts';

const PARAMETERS: ReadonlyMap<string, EventField> = new Map<string, EventField>([
  ['utm_source', 'source'],
  ['utm_medium', 'medium'],
  ['utm_campaign', 'campaign'],
  ['utm_term', 'term'],
  ['utm_content', 'content'],
  ['gclid', 'gclid'],
  ['fbclid', 'fbclid'],
  ['msclkid', 'msclkid'],
  ['ttclid', 'ttclid'],
]);

/** A longer address is cut by no browser and read by nobody. */
const LONGEST = 16_384;
const SLOT = /\{([a-z0-9_]+)\}/g;

export class EventFields {
  readonly #layout: Layout;
  readonly #conditions: Conditions;
  readonly #blank: ReadonlySet<string>;

  constructor(layout: Layout, conditions: Conditions) {
    this.#layout = layout;
    this.#conditions = conditions;
    this.#blank = new Set(layout.blank === undefined ? [] : listOfWords(layout.blank).map(comparable));
  }

  /** Empty where the layout says that the text means nothing. */
  text(view: RowView, key: string): string {
    const text = view.text(key);
    return this.#blank.has(comparable(text)) ? '' : text;
  }

  first(view: RowView, keys: string | readonly string[] | undefined): string {
    for (const key of listOf(keys)) {
      const text = this.text(view, key);
      if (text !== '') return text;
    }
    return '';
  }

  /** All fields that the row has. */
  of(view: RowView): Partial<Record<EventField, string>> {
    const fields: Partial<Record<EventField, string>> = {};
    for (const field of EVENT_FIELDS) {
      const text = this.#field(view, field);
      if (text !== '') fields[field] = text;
    }
    const { parameters } = this.#layout;
    return parameters === undefined ? fields : { ...parametersOf(view.text(parameters)), ...fields };
  }

  #field(view: RowView, field: EventField): string {
    for (const source of this.#layout.values?.[field] ?? []) {
      const { from, when } = typeof source === 'string' ? { from: source, when: undefined } : source;
      const text = this.#conditions.fits(when, view) ? this.#filledTemplate(view, from) : '';
      if (text !== '') return text;
    }
    return view.has(field) ? this.text(view, field) : '';
  }

  /** Nothing where one of its columns is blank. */
  #filledTemplate(view: RowView, template: string): string {
    let isWhole = true;
    const text = template.replace(SLOT, (_slot, key: string) => {
      const part = this.text(view, key);
      isWhole &&= part !== '';
      return part;
    });
    return isWhole ? text : '';
  }
}

function parametersOf(address: string): Partial<Record<EventField, string>> {
  const fields: Partial<Record<EventField, string>> = {};
  const query = address
    .slice(0, LONGEST)
    .replace(/^[^?]*\?/, '')
    .replace(/#.*$/, '');
  for (const [name, value] of new URLSearchParams(query)) {
    const field = PARAMETERS.get(name.toLowerCase());
    if (field !== undefined && value !== '') fields[field] ??= value;
  }
  return fields;
}

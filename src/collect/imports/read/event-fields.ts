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
  /** A quick look, before the closer one. */
  readonly #blankStarts: ReadonlySet<string>;
  readonly #fields: { field: EventField; hasTemplate: boolean }[];

  constructor(layout: Layout, conditions: Conditions) {
    this.#layout = layout;
    this.#conditions = conditions;
    const blank = layout.blank === undefined ? [] : listOfWords(layout.blank);
    this.#blank = new Set(blank.map(comparable));
    this.#fields = EVENT_FIELDS.filter(
      (field) => layout.values?.[field] !== undefined || Object.hasOwn(layout.columns, field),
    ).map((field) => ({ field, hasTemplate: layout.values?.[field] !== undefined }));
    this.#blankStarts = new Set(blank.map((word) => comparable(word).charAt(0)));
  }

  /** Empty where the layout says that the text means nothing. */
  text(view: RowView, key: string): string {
    const text = view.text(key);
    return this.#blankStarts.has(text.charAt(0).toLowerCase()) && this.#blank.has(comparable(text)) ? '' : text;
  }

  /** The other tool's id of the event; empty where it has none. */
  id(view: RowView): string {
    const { id } = this.#layout;
    if (id === undefined) return this.text(view, 'event_id');
    let text = '';
    for (const key of id) {
      const part = this.text(view, key);
      if (part !== '') text += text === '' ? part : `/${part}`;
    }
    return text;
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
    for (const { field, hasTemplate } of this.#fields) {
      const text = hasTemplate ? this.#field(view, field) : this.text(view, field);
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
    return this.text(view, field);
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

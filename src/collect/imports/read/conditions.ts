// Does a row fit what a rule requires of its columns? Words are compared whole and in any case; templates cut parts out of a text.
import { comparable, type Template, templateOf } from '../layout/names.ts';
import type { Condition, When } from '../layout/shape.ts';
import { minorUnits, type RowView } from './row-view.ts';

type Captured = Readonly<Record<string, string>>;
type Test = (view: RowView) => Captured | undefined;

const YES: Captured = {};

function signTest(key: string, sign: 'plus' | 'minus' | 'zero'): Test {
  return (view) => {
    const amount = view.amount(key, minorUnits(''));
    const isZero = amount === undefined || !/[1-9]/.test(amount.amount);
    const found = isZero ? 'zero' : amount.isNegative ? 'minus' : 'plus';
    return found === sign ? YES : undefined;
  };
}

function templateTest(key: string, templates: readonly Template[]): Test {
  return (view) => {
    const text = view.text(key);
    for (const template of templates) {
      const captured = template.match(text);
      if (captured) return captured;
    }
    return undefined;
  };
}

function testOf(key: string, condition: Condition): Test {
  if (condition === 'blank') return (view) => (view.text(key) === '' ? YES : undefined);
  if (condition === 'filled') return (view) => (view.text(key) === '' ? undefined : YES);
  if (typeof condition === 'string') return signTest(key, condition);
  if (Array.isArray(condition)) {
    const words = new Set(condition.map(comparable));
    return (view) => (words.has(comparable(view.text(key))) ? YES : undefined);
  }
  if ('text' in condition)
    return templateTest(
      key,
      condition.text.map((text) => templateOf(text, false)),
    );
  if ('not' in condition) {
    const words = new Set(condition.not.map(comparable));
    return (view) => (words.has(comparable(view.text(key))) ? undefined : YES);
  }
  const parts = condition.contains.map(comparable);
  return (view) => {
    const text = ` ${comparable(view.text(key)).replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
    return parts.some((part) => text.includes(` ${part} `)) ? YES : undefined;
  };
}

/** The conditions of a layout, each prepared once. */
export class Conditions {
  readonly #tests = new Map<When, Test[]>();

  /** What the templates of a rule cut out of a row, by name; undefined where the row does not fit. */
  captured(when: When, view: RowView): Captured | undefined {
    const all: Record<string, string> = {};
    for (const test of this.#testsOf(when)) {
      const part = test(view);
      if (!part) return undefined;
      Object.assign(all, part);
    }
    return all;
  }

  #testsOf(when: When): Test[] {
    const existing = this.#tests.get(when);
    if (existing) return existing;
    const tests = Object.entries(when).map(([key, condition]) => testOf(key, condition));
    this.#tests.set(when, tests);
    return tests;
  }

  fits(when: When | undefined, view: RowView): boolean {
    return when === undefined || this.captured(when, view) !== undefined;
  }
}

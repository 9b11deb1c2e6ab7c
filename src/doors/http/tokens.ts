// The design's values: colours of both schemes, type scale, spacing. Everything visible refers to these by name; nothing else in
// the console writes a colour or a size. The pairs that must be distinguished are listed here too, and a test measures them.

export interface Colours {
  page: string;
  surface: string;
  sunken: string;
  line: string;
  ink: string;
  'ink-soft': string;
  link: string;
  focus: string;
  good: string;
  bad: string;
  warn: string;
  'warn-surface': string;
}

/** The values of the workbench (console/design/tokens.css), so that a person stays on one site. */
export const light: Colours = {
  page: '#f6f7f6',
  surface: '#ffffff',
  sunken: '#eef0ee',
  line: '#dfe3e0',
  ink: '#17201b',
  'ink-soft': '#55605a',
  link: '#0b6b58',
  focus: '#0a5c8a',
  good: '#146c3a',
  bad: '#a8231b',
  warn: '#7a4b00',
  'warn-surface': '#fdf2dc',
};

export const dark: Colours = {
  page: '#0e1110',
  surface: '#161a18',
  sunken: '#1f2422',
  line: '#2b312e',
  ink: '#e9edea',
  'ink-soft': '#a3ada8',
  link: '#4fc4aa',
  focus: '#9ad3f5',
  good: '#6fcf97',
  bad: '#ff9a8f',
  warn: '#f0c674',
  'warn-surface': '#30270f',
};

/** Text and what it is on: at least 4.5 to 1. */
export const textPairs: readonly [keyof Colours, keyof Colours][] = [
  ...(['ink', 'ink-soft', 'link', 'good', 'bad'] as const).flatMap((text): [keyof Colours, keyof Colours][] => [
    [text, 'page'],
    [text, 'surface'],
    [text, 'sunken'],
  ]),
  ['surface', 'link'], // the one main button of a form
  ['warn', 'warn-surface'],
  ['ink', 'warn-surface'],
];

/** Marks and their backgrounds: a contrast of at least 3 to 1. */
export const markPairs: readonly [keyof Colours, keyof Colours][] = [
  ['focus', 'page'],
  ['focus', 'surface'],
  ['ink-soft', 'surface'], // the edge of a field
];

/** Sizes in rem: a person's own font size counts. Each step has one use. */
const type = {
  'text-small': '0.8125rem',
  'text-body': '1rem',
  'text-section': '1.25rem',
  'text-page': '1.625rem',
};

const space = {
  'space-1': '0.25rem',
  'space-2': '0.5rem',
  'space-3': '0.75rem',
  'space-4': '1rem',
  'space-6': '1.5rem',
  'space-8': '2.5rem',
};

const declarations = (values: object): string =>
  Object.entries(values)
    .map(([name, value]) => `  --${name}: ${value};`)
    .join('\n');

/** The tokens as custom properties, both schemes. */
export function tokenSheet(): string {
  return [
    `:root {\n  color-scheme: light dark;\n${declarations(light)}\n${declarations(type)}\n${declarations(space)}\n}`,
    `@media (prefers-color-scheme: dark) {\n:root {\n${declarations(dark)}\n}\n}`,
  ].join('\n');
}

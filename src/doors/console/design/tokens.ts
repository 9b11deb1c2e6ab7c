// The design's values: colours of both schemes, type scale, spacing. Everything visible refers to these by name; nothing else in
// the console writes a colour or a size. The pairs that must be told apart are listed here too, and a test measures them.

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
  revenue: string;
  spend: string;
}

export const light: Colours = {
  page: '#f4f5f2',
  surface: '#ffffff',
  sunken: '#eceee9',
  line: '#d3d7cf',
  ink: '#1d2420',
  'ink-soft': '#535d57',
  link: '#0a5c8a',
  focus: '#0a5c8a',
  good: '#146c3a',
  bad: '#a8231b',
  warn: '#6d4700',
  'warn-surface': '#fdf1d6',
  revenue: '#0b6b58',
  spend: '#a5460c',
};

export const dark: Colours = {
  page: '#101412',
  surface: '#191e1b',
  sunken: '#232925',
  line: '#38403b',
  ink: '#e8ece9',
  'ink-soft': '#a9b3ad',
  link: '#7cc3ec',
  focus: '#9ad3f5',
  good: '#6fcf97',
  bad: '#ff9a8f',
  warn: '#f3cf85',
  'warn-surface': '#33290f',
  revenue: '#55c7ae',
  spend: '#f0955a',
};

/** Text and what it stands on: at least 4.5 to 1. */
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

/** Marks and what they stand on: at least 3 to 1. */
export const markPairs: readonly [keyof Colours, keyof Colours][] = [
  ['revenue', 'surface'],
  ['spend', 'surface'],
  ['focus', 'page'],
  ['focus', 'surface'],
  ['ink-soft', 'surface'], // the edge of a field
];

/**
 * A channel has one colour, in every chart and table and in both schemes, so each must stand out 3 to 1 from the white surface
 * and from the dark one. Its name always stands beside it: nobody has to know a channel by its colour.
 */
export const channelColours: Readonly<Record<string, string>> = {
  'Paid Search': '#2f6fde',
  'Organic Search': '#1e8e5a',
  'Paid Social': '#c23b87',
  'Organic Social': '#8b62d6',
  'Paid Shopping': '#1c86b8',
  'Organic Shopping': '#4f8a35',
  'Paid Video': '#d0442f',
  'Organic Video': '#b0653a',
  Display: '#6f6ae0',
  'Cross-network': '#3f7f93',
  'Paid Other': '#9a6a8e',
  Affiliates: '#b3700f',
  Email: '#98790a',
  SMS: '#7a8411',
  'Mobile Push': '#b4576a',
  Audio: '#a356b0',
  'AI Assistants': '#0b8a8f',
  Referral: '#96683f',
  Direct: '#717b86',
};

/** Credit without a channel of its own: what no touch earned, channels of a profile's own, the rest of a list. */
export const OTHER_COLOUR = '#84817a';

/** Sizes in rem: a person's own font size counts. Each step has one use. */
const type = {
  'text-small': '0.8125rem',
  'text-body': '1rem',
  'text-section': '1.25rem',
  'text-page': '1.625rem',
  'text-figure': '1.75rem',
};

const space = {
  'space-1': '0.25rem',
  'space-2': '0.5rem',
  'space-3': '0.75rem',
  'space-4': '1rem',
  'space-6': '1.5rem',
  'space-8': '2.5rem',
};

const slugOf = (channel: string): string => channel.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** The variable that holds a channel's colour; channels that are not ours share one. */
export const channelVariable = (channel: string): string =>
  Object.hasOwn(channelColours, channel) ? `var(--channel-${slugOf(channel)})` : 'var(--channel-other)';

/** The class that gives an element its channel's colour: pages carry no style attributes. */
export const channelClass = (channel: string): string =>
  Object.hasOwn(channelColours, channel) ? `channel-${slugOf(channel)}` : 'channel-other';

const declarations = (values: object, prefix = ''): string =>
  Object.entries(values)
    .map(([name, value]) => `  --${prefix}${name}: ${value};`)
    .join('\n');

/** The tokens as custom properties, both schemes, and one class per channel. */
export function tokenSheet(): string {
  const channels = Object.fromEntries(Object.entries(channelColours).map(([name, colour]) => [slugOf(name), colour]));
  const all = { ...channels, other: OTHER_COLOUR };
  const classes = Object.keys(all).map((slug) => `.channel-${slug} { --channel: var(--channel-${slug}); }`);
  return [
    `:root {\n  color-scheme: light dark;\n${declarations(light)}\n${declarations(all, 'channel-')}\n${declarations(type)}\n${declarations(space)}\n}`,
    `@media (prefers-color-scheme: dark) {\n:root {\n${declarations(dark)}\n}\n}`,
    ...classes,
  ].join('\n');
}

// When the people of the demo world come, from where, and their names.

const GIVEN = [
  'ada',
  'bruno',
  'chiara',
  'dario',
  'edda',
  'finn',
  'greta',
  'hugo',
  'ines',
  'jonas',
  'kaja',
  'leon',
  'mira',
  'nils',
  'oona',
  'paul',
];
export function givenNameOf(no: number): string {
  const name = GIVEN[no % GIVEN.length] as string;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export const FAMILY = [
  'Lindqvist',
  'Moreau',
  'Okafor',
  'Brandt',
  'Castell',
  'Novak',
  'Haas',
  'Pereira',
  'Winter',
  'Dekker',
  'Ferrari',
];

/** Where people live, by weight. */
export const COUNTRIES: [string, number][] = [
  ['DE', 62],
  ['AT', 12],
  ['CH', 8],
  ['NL', 7],
  ['FR', 6],
  ['IT', 5],
];

/** Hour of the day and how busy it is. */
export const HOURS: [number, number][] = [
  4, 2, 1, 1, 1, 2, 6, 14, 22, 27, 30, 32, 36, 33, 28, 27, 29, 33, 40, 48, 52, 44, 27, 12,
].map((weight, hour) => [hour, weight]);

/** Those who are no ad's newcomers. */
export const FIRST_ARRIVALS: [string, number][] = [
  ['organic_search', 22],
  ['direct', 10],
  ['organic_social', 8],
  ['affiliates', 4],
  ['referral', 4],
  ['brand_search', 4],
  ['assistants', 3],
];
export const SALE_ARRIVALS: [string, number][] = FIRST_ARRIVALS.map(([kind, weight]) => [
  kind,
  kind === 'affiliates' ? weight * 3 : weight,
]);

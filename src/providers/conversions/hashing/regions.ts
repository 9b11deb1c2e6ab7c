// Countries and states as ad platforms compare them: two letters, found by name where a name is written out.
import { countryCodeOf } from '../../../base/kit/countries.ts';

/** Names that differ from the English ones of the Unicode tables. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  unitedstatesofamerica: 'us',
  bolivarianrepublicofvenezuela: 've',
  plurinationalstateofbolivia: 'bo',
  usa: 'us',
  uae: 'ae',
  england: 'gb',
  scotland: 'gb',
  wales: 'gb',
  holland: 'nl',
  turkey: 'tr',
  ivorycoast: 'ci',
  czechrepublic: 'cz',
  swaziland: 'sz',
  macedonia: 'mk',
  palestine: 'ps',
  vatican: 'va',
  congo: 'cg',
  congothedemocraticrepublicofthe: 'cd',
  democraticrepublicofthecongo: 'cd',
  virginislandsus: 'vi',
  virginislandsbritish: 'vg',
};
/** Groups of countries, and codes of no country. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);
/** A shorter name inside of a text is more often a part of another word. */
const LEAST_NAME = 4;
/** What a name of a country may have around it. */
const AROUND = new Set('the republic kingdom commonwealth federation federal state sultanate of and'.split(' '));

const US_STATES =
  'alabama:al alaska:ak arizona:az arkansas:ar california:ca colorado:co connecticut:ct delaware:de florida:fl georgia:ga ' +
  'hawaii:hi idaho:id illinois:il indiana:in iowa:ia kansas:ks kentucky:ky louisiana:la maine:me maryland:md ' +
  'massachusetts:ma michigan:mi minnesota:mn mississippi:ms missouri:mo montana:mt nebraska:ne nevada:nv newhampshire:nh ' +
  'newjersey:nj newmexico:nm newyork:ny northcarolina:nc northdakota:nd ohio:oh oklahoma:ok oregon:or pennsylvania:pa ' +
  'rhodeisland:ri southcarolina:sc southdakota:sd tennessee:tn texas:tx utah:ut vermont:vt virginia:va washington:wa ' +
  'westvirginia:wv wisconsin:wi wyoming:wy districtofcolumbia:dc puertorico:pr';
const CANADIAN_PROVINCES =
  'ontario:on quebec:qc britishcolumbia:bc alberta:ab saskatchewan:sk manitoba:mb novascotia:ns newbrunswick:nb ' +
  'princeedwardisland:pe newfoundlandandlabrador:nl yukon:yt northwestterritories:nt nunavut:nu';

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');
const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/** Longer names first: West Virginia is not Virginia. */
type Names = readonly (readonly [string, string])[];
const longestFirst = (names: Iterable<readonly [string, string]>): Names =>
  [...names].sort(([one], [other]) => other.length - one.length);

const STATES = longestFirst(
  `${US_STATES} ${CANADIAN_PROVINCES}`.split(' ').map((each): [string, string] => {
    const [name = '', code = ''] = each.split(':');
    return [name, code];
  }),
);

let countries: Names | undefined;
/** Made at the first use: most processes name no country. */
const allCountries = (): Names => {
  countries ??= longestFirst(countryNames());
  return countries;
};

function countryNames(): Map<string, string> {
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const names = new Map(Object.entries(OTHER_NAMES));
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  for (const code of letters.flatMap((one) => letters.map((two) => `${one}${two}`))) {
    // A code that was replaced by another one is not its own canonical form.
    const isCurrent = new Intl.Locale(`und-${code}`).region === code && !NO_COUNTRIES.has(code);
    const name = isCurrent ? english.of(code) : undefined;
    for (const part of name?.replace(/ SAR China$/, '').split(/[()]/) ?? []) {
      const key = lettersOf(withoutAccents(part));
      if (key !== '' && !names.has(key)) names.set(key, code.toLowerCase());
    }
  }
  return names;
}

function codeIn(names: Names, text: string): string | undefined {
  const letters = lettersOf(text);
  const exact = names.find(([name]) => name === letters);
  const found = exact ?? names.find(([name]) => name.length >= LEAST_NAME && letters.includes(name));
  return (found?.[1] ?? letters.slice(0, 2)) || undefined;
}

/** Two letters of a state of the United States or a province of Canada by name, otherwise the first two. */
export const stateCode = (text: string): string | undefined => codeIn(STATES, text);

/** Two letters of a country by a code or name anywhere in the text, otherwise the first two: the form in which Meta's own libraries hash any text. */
export const countryInText = (text: string): string | undefined =>
  countryCodeOf(text)?.toLowerCase() ?? codeIn(allCountries(), text);

const codeOfName = (name: string): string | undefined => allCountries().find(([each]) => each === name)?.[1];

/** Two letters of a country by code or name. Undefined for any other text: its first letters would be another country. */
export function countryCode(text: string): string | undefined {
  const words =
    withoutAccents(text)
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  const bare = words.filter((word) => !AROUND.has(word));
  return countryCodeOf(text)?.toLowerCase() ?? codeOfName(words.join('')) ?? codeOfName(bare.join(''));
}

/** ISO 3166-1 alpha-2 in upper case, of a code or an English name; undefined for anything else. */
export const exactCountry = (text: string | undefined): string | undefined => countryCode(text ?? '')?.toUpperCase();

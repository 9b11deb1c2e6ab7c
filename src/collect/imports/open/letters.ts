// How often languages use the letters that ASCII lacks, and which signs of East Asian encodings are common: by these a reader knows in which encoding a text
// without a mark makes sense.

export const SINGLE_BYTE = ['windows-1252', 'windows-1250', 'windows-1254', 'windows-1251', 'windows-1253', 'macintosh'] as const;
export const DOUBLE_BYTE = ['shift_jis', 'gbk', 'big5', 'euc-kr', 'euc-jp'] as const;
export type CodePage = (typeof SINGLE_BYTE)[number] | (typeof DOUBLE_BYTE)[number];

/** Letters with their share in a hundred letters of running text. */
const WESTERN = [
  'ü.65 ä.54 ß.31 ö.3', // German
  'é1.9 à.49 è.27 ê.22 ç.08 ù.06 û.06 â.05 î.04 œ.02 ô.02 ï.01 ë.01', // French
  'ó.83 í.72 á.5 é.43 ñ.31 ú.17 ü.01 ª.01 º.02', // Spanish
  'ã.73 ç.53 ê.4 á.4 é.34 ó.3 í.3 õ.2 ú.2 â.1 à.07 ô.06 ª.02 º.03', // Portuguese
  'à.64 è.26 ò.2 ù.17 é.03 ì.03 º.01', // Italian
  'ë.3 é.2 ï.1 è.05 ö.03 ü.03', // Dutch
  'ä1.8 å1.3 ö1.3 é.1', // Swedish, Finnish
  'å1.2 ø.95 æ.87 é.05', // Danish, Norwegian
];
const CENTRAL = [
  'ł1.8 ę1.1 ą1 ó.85 ż.83 ś.66 ć.4 ń.2 ź.06', // Polish
  'í2.6 á2.2 ě1.6 é1.3 ř1.2 ý1 č1 ž1 š.8 ů.5 ú.1 ó.03 ť.02 ď.02 ň.01', // Czech
  'á1.5 í1 ý1 č.9 é.8 š.8 ž.7 ú.7 ť.5 ľ.4 ô.2 ň.1 ď.1 ó.1 ä.1 ĺ.02 ŕ.01', // Slovak
  'é3.5 á3.5 ó1.1 ö.8 ő.8 ü.6 í.5 ú.2 ű.2', // Hungarian
  'č1 š1 ž.6 ć.6 đ.3', // Croatian, Slovene
  'ă3 î1.4 ţ1.1 ş1 â.5', // Romanian
];
const TURKISH = ['ı5 ü1.9 ş1.8 ç1.2 ğ1.1 ö.8 i̇.3 â.1 î.05'];
const CYRILLIC = ['абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ'];
const GREEK = ['αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋ'];

type Shares = ReadonlyMap<string, number>;

/** The share of each letter among those of its list. */
function sharesOf(list: string): Shares {
  const weighed = list.includes(' ')
    ? list.split(' ').map((each) => [each.replace(/[\d.]+$/, ''), Number(/[\d.]+$/.exec(each)?.[0])] as const)
    : [...list].map((letter) => [letter, 1] as const);
  const sum = weighed.reduce((all, [, weight]) => all + weight, 0);
  return new Map(weighed.map(([letter, weight]) => [letter, weight / sum]));
}

const LANGUAGES: Readonly<Record<(typeof SINGLE_BYTE)[number], Shares[]>> = {
  'windows-1252': WESTERN.map(sharesOf),
  'windows-1250': CENTRAL.map(sharesOf),
  'windows-1254': TURKISH.map(sharesOf),
  'windows-1251': CYRILLIC.map(sharesOf),
  'windows-1253': GREEK.map(sharesOf),
  macintosh: WESTERN.map(sharesOf),
};

/** The languages that are written in a code page of one byte a letter. */
export const languagesOf = (page: CodePage): readonly Shares[] | undefined =>
  Object.entries(LANGUAGES).find(([name]) => name === page)?.[1];

/** First and last bytes of the common signs of a double-byte encoding, in both bytes. */
const COMMON: Readonly<Record<(typeof DOUBLE_BYTE)[number], readonly [first: number, last: number, trail: number]>> = {
  shift_jis: [0x88, 0x98, 0x40],
  gbk: [0xb0, 0xd7, 0xa1],
  big5: [0xa4, 0xc6, 0x40],
  'euc-kr': [0xb0, 0xc8, 0xa1],
  'euc-jp': [0xb0, 0xcf, 0xa1],
};
const commonOf = new Map<string, ReadonlySet<string>>();

/** Signs that most texts of a double-byte encoding are made of, without kana. */
export function commonSigns(page: (typeof DOUBLE_BYTE)[number]): ReadonlySet<string> {
  const cached = commonOf.get(page);
  if (cached) return cached;
  const [first, last, trail] = COMMON[page];
  const decoder = new TextDecoder(page);
  const signs = new Set<string>();
  for (let lead = first; lead <= last; lead += 1)
    for (let second = trail; second <= 0xfe; second += 1) {
      const text = decoder.decode(Uint8Array.of(lead, second));
      if (text.length === 1 && text >= '\u3400') signs.add(text);
    }
  signs.delete('\ufffd');
  commonOf.set(page, signs);
  return signs;
}

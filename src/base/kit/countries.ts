// Codes of countries by ISO 3166-1, alpha-2.

const CODE = /^[a-z]{2}$/i;
/** Codes that are in use for a country beside its own: of the European Union for the United Kingdom and Greece. */
const OTHER_CODES: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' };

/** In upper case, of two letters in any case; undefined for a text of another form. Whether there is such a country is not looked up. */
export function countryCodeOf(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return CODE.test(code) ? (OTHER_CODES[code] ?? code) : undefined;
}

// Details that distinguish a person beside name and identifiers: birth date, address, city, postcode. They come in `properties` of events
// and imports under any name that a form uses, is stored sealed in state, and only the proposer of merges reads it.

export const DETAILS = ['birth_date', 'address', 'city', 'postcode'] as const;
export type Detail = (typeof DETAILS)[number];
export type Details = Partial<Record<Detail, string>>;

const MAX_LENGTH = 200;

/** Names in lower case without anything but letters and digits. */
const NAMES = new Map<string, Detail>(
  Object.entries({
    birth_date: 'birthdate dateofbirth birthday dob fechanacimiento fechadenacimiento geburtsdatum',
    address: 'address streetaddress street address1 addressline1 direccion billingaddress shippingaddress',
    city: 'city town suburb locality comuna ciudad',
    postcode: 'postcode postalcode zip zipcode plz codigopostal',
  }).flatMap(([detail, names]) => names.split(' ').map((name): [string, Detail] => [name, detail as Detail])),
);

/** The details among a sender's own properties; the first of a kind counts. */
export function detailsOf(properties: unknown): Details {
  if (properties === null || typeof properties !== 'object' || Array.isArray(properties)) return {};
  const found: Details = {};
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const detail = NAMES.get(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
    const text = String(value).trim();
    if (detail === undefined || found[detail] !== undefined || text === '' || text.length > MAX_LENGTH) continue;
    if (text.isWellFormed()) found[detail] = text;
  }
  return found;
}

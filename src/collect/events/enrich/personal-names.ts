// The rule for personal values, from the name of their field or of their parameter in an address. Names are read word by word in any spelling
// (`customerEmail`, `customer-email`, `user[email]`), and the last words decide.
import { BoundedMap } from '../../../base/kit/bounded-map.ts';
import { decodePercent } from './page-url.ts';

/** Replaces personal data. */
export const MARKER = 'redacted';

/**
 * `personal`: any value is. `phone`: a value that looks like a phone number is. `person`: an object that describes a person, whose `name` and `id`
 * are personal.
 */
export type Place = 'free' | 'personal' | 'phone' | 'person';

const wordsOf = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

const PERSONAL = wordsOf(
  `email mail correo firstname lastname fname lname surname forename givenname familyname middlename maidenname fullname realname
  nickname username login apellido nationalid ssn socialsecuritynumber socialsecurity rut dni cpf nif nie curp passport
  passportnumber taxid taxnumber identitynumber idnumber idcard externalid customerkey crmcontactid anonymousid distinctid uid
  address addr street streetname direccion dirección ip birthdate birthday birthname dateofbirth dob password passwd pwd iban cardnumber
  creditcard cvv cvc`,
);
const PHONE = wordsOf(
  `phone phonenumber telephone telephonenumber tel telefono teléfono mobile mobilenumber movil móvil cell cellphone cellnumber
  celular msisdn whatsapp whatsappnumber fax faxnumber contactnumber`,
);
const PERSONS = wordsOf(
  `user customer client person contact lead buyer patient recipient member guest sender owner applicant shopper subscriber visitor
  passenger attendee student employee traits cardholder cliente usuario contacto persona billing shipping`,
);
/** Names for a person: `user.name`, `customer_id`. */
const OF_A_PERSON = wordsOf('name nombre first last middle id key number');
const IDS = wordsOf('id key number');
/** Names for shipped goods, which have an id and are no person. */
const NO_IDS = wordsOf('billing shipping');

const cache = new BoundedMap<Place>(10_000);
/** Longer ones are read again each time: they are no names that come again, and would fill the memory. */
const LONGEST_KNOWN = 64;

function read(name: string): Place {
  const words = decodePercent(name)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/(\p{L})\d+$/u, '$1'))
    .filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  const endings = [1, 2, 3].map((count) => words.slice(-count).join(''));
  const isOneOf = (list: ReadonlySet<string>): boolean => endings.some((end) => list.has(end) || list.has(end.replace(/s$/, '')));
  if (isOneOf(PERSONAL)) return 'personal';
  if (isOneOf(PHONE)) return 'phone';
  if (isPartOfPerson(words.at(-2) ?? '', last)) return 'personal';
  return PERSONS.has(last) || PERSONS.has(last.replace(/s$/, '')) ? 'person' : 'free';
}

function isPartOfPerson(person: string, part: string): boolean {
  if (!PERSONS.has(person) || !OF_A_PERSON.has(part)) return false;
  return !NO_IDS.has(person) || !IDS.has(part);
}

/** @param holder The name of the object that contains the field. */
export function placeOf(name: string, holder: Place = 'free'): Place {
  if (holder === 'personal') return 'personal';
  if (holder === 'person' && OF_A_PERSON.has(name.toLowerCase())) return 'personal';
  return name.length > LONGEST_KNOWN ? read(name) : cache.get(name, read);
}

// Where a visitor was: from a file of places (MMDB) that the operator brings, or from what a trusted edge says. None is bundled.
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { isIPv6 } from 'node:net';
import { type CityResponse, Reader } from 'maxmind';
import { firstGroups } from '../../base/kit/networks.ts';

export interface Place {
  country?: string;
  city?: string;
}

/** A search by address. Throws when the file is none of places. */
export function openPlaces(file: string | undefined): ((address: string) => Place) | undefined {
  if (file === undefined) return undefined;
  let reader: Reader<CityResponse>;
  try {
    reader = new Reader<CityResponse>(readFileSync(file));
  } catch (error) {
    throw new Error(`TRIBUTARY_PLACES_FILE: ${(error as Error).message}`, { cause: error });
  }
  return (address) => {
    const found = reader.metadata.ipVersion === 4 && isIPv6(address) ? null : reader.get(address);
    const country = found?.country?.iso_code;
    const city = found?.city?.names?.en;
    return { ...(country ? { country } : {}), ...(city ? { city } : {}) };
  };
}

/** The place found by a trusted edge. Headers are read as Latin-1 and written as UTF-8. */
export function placeInHeaders(headers: IncomingHttpHeaders, names: { country: string; city: string }): Place {
  const [country, city] = [names.country, names.city].map((name) => headers[name.toLowerCase()]);
  return {
    ...(typeof country === 'string' ? { country } : {}),
    ...(typeof city === 'string' ? { city: Buffer.from(city, 'latin1').toString('utf8') } : {}),
  };
}

/** The network an address is of: /24 of IPv4, /48 of IPv6. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address.replace(/\.\d+$/, '.0/24');
  return `${firstGroups(address, 3).join(':')}::/48`;
}

/** The block that a registry gives to a provider: /16 of IPv4, /32 of IPv6. */
export function regionOf(address: string): string {
  if (!isIPv6(address)) return address.replace(/\.\d+\.\d+$/, '.0.0/16');
  return `${firstGroups(address, 2).join(':')}::/32`;
}

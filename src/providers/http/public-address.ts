// Which addresses are the public internet's: what customers name may lead nowhere else, least of all to this machine's neighbours.
// IANA's registries of special addresses, and of IPv6 only the part that is allocated.
import { isIPv6 } from 'node:net';
import { networkTest } from '../../base/kit/networks.ts';

const SPECIAL_V4 =
  '0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.0.0.0/24, 192.0.2.0/24, 192.31.196.0/24, ' +
  '192.52.193.0/24, 192.88.99.0/24, 192.168.0.0/16, 192.175.48.0/24, 198.18.0.0/15, 198.51.100.0/24, 203.0.113.0/24, 224.0.0.0/3';
/** Protocol assignments (Teredo among them), documentation, 6to4: some carry an IPv4 address inside. */
const SPECIAL_V6 = '2001::/23, 2001:db8::/32, 2002::/16, 2620:4f:8000::/48, 3fff::/20';

const isSpecial = networkTest(`${SPECIAL_V4}, ${SPECIAL_V6}`, 'special addresses');
const isGivenOut = networkTest('2000::/3', 'allocated');

export const isPublicAddress = (address: string): boolean => (!isIPv6(address) || isGivenOut(address)) && !isSpecial(address);

/** An address for a text that customers read: which private ones a network's names have is not theirs to know. */
export const addressText = (address: string): string => (isPublicAddress(address) ? address : 'an address that is not public');

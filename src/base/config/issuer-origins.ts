// The setting of identity providers in the operator's own network.
import { isIP } from 'node:net';
import { z } from 'zod';

/** An origin whose host is a literal address. */
function isInnerOrigin(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.origin === text && isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0
  );
}

export const issuerOrigins = z
  .string()
  .refine(
    (all) => all.split(' ').every((each) => each === '' || isInnerOrigin(each)),
    'must be origins with literal addresses, such as https://10.0.0.5:8443',
  );

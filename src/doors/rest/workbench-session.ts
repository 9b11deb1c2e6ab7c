// The principal of a request: by the Authorization header, or by the cookie of the workbench. Browsers send a cookie automatically, so it
// counts only in a request of our own page's script: the browser's headers say so, no other site can make it send this cookie, and a write
// carries a token that only our page has.
import type { IncomingMessage } from 'node:http';
import { identifySession } from '../../account/access/index.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { ContractOperation } from '../../base/contract/document.ts';
import type { Caller } from '../../call/index.ts';
import { isRequestToken, workbenchOf } from '../http/cookies.ts';
import { foreignOrigin } from '../http/own-origin.ts';

type Credential = Pick<Caller, 'authorization' | 'principal'>;

/** @throws ApiError when a cookie comes with a request that it may not open. */
export function credentialOf(
  base: Base,
  baseUrl: string,
  { headers }: IncomingMessage,
  operation: ContractOperation,
): Credential {
  const { authorization, cookie } = headers;
  if (authorization !== undefined || cookie === undefined || operation.auth.includes('public')) return { authorization };
  const session = workbenchOf(cookie, baseUrl.startsWith('https:'));
  if (session === undefined) return {};
  checkOrigin(headers['sec-fetch-site'], headers['sec-fetch-dest']);
  const origin = foreignOrigin(headers, baseUrl);
  if (origin !== undefined)
    throw new ApiError(
      'forbidden',
      `The session of the console opens requests of its own pages alone (Origin is ${origin}, and the address of this service is ${baseUrl}; TRIBUTARY_BASE_URL sets it). Send Authorization: Bearer from elsewhere.`,
    );
  if (operation.method !== 'get') checkToken(headers['x-csrf-token'], session);
  const principal = identifySession(base, session);
  if (!principal) throw new ApiError('unauthorized', 'The session of the console has ended. Sign in again.');
  return { principal };
}

/** Browsers say it of every request to https or to this machine, and no script can change it. */
function checkOrigin(site: string | string[] | undefined, destination: string | string[] | undefined): void {
  if (site === undefined)
    throw new ApiError(
      'forbidden',
      'The browser does not say which page sent this request (Sec-Fetch-Site), as over plain http from another machine. Open the console over https, or send Authorization: Bearer.',
    );
  if (site !== 'same-origin')
    throw new ApiError(
      'forbidden',
      `The session of the console opens requests of its own pages alone (Sec-Fetch-Site is ${site}, not same-origin). Send Authorization: Bearer from elsewhere.`,
    );
  if (destination !== 'empty')
    throw new ApiError(
      'forbidden',
      `The session of the console opens requests of scripts alone (Sec-Fetch-Dest is ${destination ?? 'missing'}, not empty): no page, frame, picture or form.`,
    );
}

function checkToken(token: string | string[] | undefined, session: string): void {
  if (token === undefined)
    throw new ApiError('forbidden', 'A write with the session of the console needs the header X-CSRF-Token, which its page has.');
  if (typeof token !== 'string' || !isRequestToken(token, session))
    throw new ApiError('forbidden', 'X-CSRF-Token is not that of this session. Reload the page and try again.');
}

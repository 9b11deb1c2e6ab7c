// Pages of the machine that the service runs on, for a trial there: requested only where the service cannot be reached from elsewhere, so that no one
// else can use it. All other addresses go through the guard as always.
import type { ReadBase } from '../../base/base.ts';
import type { Config } from '../../base/config/config.ts';
import { networkTest } from '../../base/kit/networks.ts';
import { createOutside, type Outside, OutsideRefusal, outside } from '../../providers/http/guard.ts';

const isLoopback = networkTest('127.0.0.0/8, ::1/128', 'this machine');
const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** A development server listens on one of the two; the name represents either. */
const ADDRESSES_OF_LOCALHOST = ['127.0.0.1', '[::1]'];

const onThisMachine = createOutside({ isAllowed: isLoopback, ports: 'any', asksInnerNames: true });

/** Bound to this machine alone, without a public address and without a proxy that would pass others on. */
export function isLocalInstall({ host, baseUrl, trustedProxies }: Pick<Config, 'host' | 'baseUrl' | 'trustedProxies'>): boolean {
  const isBound = host === 'localhost' || host === '::1' || /^127\./.test(host);
  const isNamed = baseUrl !== undefined && !isOnThisMachine(baseUrl);
  return isBound && !isNamed && trustedProxies.trim() === '';
}

function isOnThisMachine(url: string): boolean {
  const { hostname = '' } = URL.parse(url) ?? {};
  return LOOPBACK_NAME.test(hostname);
}

/** The request to a page that a person of this installation names. */
export function pages(base: ReadBase): Outside {
  return async (url, call) => {
    if (!isLocalInstall(base.config) || !isOnThisMachine(url)) return outside(base)(url, call);
    return askOneByOne(addressesOf(url), call);
  };
}

function addressesOf(url: string): string[] {
  if (URL.parse(url)?.hostname !== 'localhost') return [url];
  return ADDRESSES_OF_LOCALHOST.map((address) => {
    const other = new URL(url);
    other.hostname = address;
    return other.href;
  });
}

async function askOneByOne([first = '', ...others]: string[], call: Parameters<Outside>[1]): ReturnType<Outside> {
  try {
    return await onThisMachine(first, call);
  } catch (error) {
    const isNobodyThere = error instanceof OutsideRefusal && error.reason === 'unreachable';
    if (!isNobodyThere || others.length === 0) throw error;
    return askOneByOne(others, call);
  }
}

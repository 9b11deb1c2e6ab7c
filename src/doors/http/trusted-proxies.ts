// Where a request comes from. What a proxy says in headers is believed only when the proxy is one of the operator's own.
import { networkTest } from '../../base/kit/networks.ts';

/** A test of addresses: is this one of the configured proxies? Throws on an entry that is no address or network. */
export const trustedProxies = (list: string): ((address: string) => boolean) => networkTest(list, 'TRIBUTARY_TRUSTED_PROXIES');

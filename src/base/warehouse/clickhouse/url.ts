// Reads WAREHOUSE_URL: clickhouse://user@host:8123/prefix (clickhouses:// for TLS). The password is in the URL or in WAREHOUSE_PASSWORD.

export interface ClickHouseAddress {
  /** E.g. `https://host:8443`. */
  host: string;
  /** Before the name of each database; empty: none. */
  prefix: string;
  /** The headers that identify the user; a function, so that nothing prints the password. */
  identify: () => Record<string, string>;
}

const FORM = /^(clickhouses?):\/\/(?:([^:@/]+)(?::([^@/]*))?@)?([^/?@]+)(?:\/([A-Za-z_]\w*)?)?(?:\?(.*))?$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { clickhouse: '8123', clickhouses: '8443' };

const namesIn = (query: string): string => [...new URLSearchParams(query).keys()].join(', ');

/** @throws Error with a sentence that never contains the password. */
export function readClickHouseUrl(url: string, password = ''): ClickHouseAddress {
  const [, scheme, user = 'default', ownPassword, host = '', prefix = '', query = ''] = FORM.exec(url) ?? [];
  if (scheme === undefined) throw new Error('must be clickhouse://user@host:8123/prefix, where the prefix begins with a letter');
  // A part of the password would be taken for something else, and named.
  if (query.includes('@') || !(host.includes(',') || URL.canParse(`http://${host}`)))
    throw new Error('must be clickhouse://user@host:8123/prefix; a password with /, ? or @ in it belongs in WAREHOUSE_PASSWORD');
  if (query !== '')
    throw new Error(`must have no parameters (${namesIn(query)}): a build is on one host, and clusters are not supported`);
  if (host.includes(','))
    throw new Error('must name one host: a build is on the host that was reached, and another could not drop it');
  const protocol = scheme === 'clickhouses' ? 'https' : 'http';
  const key = decodeURIComponent(ownPassword ?? password);
  const name = decodeURIComponent(user);
  return {
    host: `${protocol}://${host.includes(':') ? host : `${host}:${DEFAULT_PORTS[scheme]}`}`,
    prefix: prefix === '' ? '' : `${prefix}_`,
    identify: () => ({ 'X-ClickHouse-User': name, 'X-ClickHouse-Key': key }),
  };
}

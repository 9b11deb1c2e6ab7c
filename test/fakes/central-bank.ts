// The European Central Bank as it publishes its reference rates: all days, and the last 90. Requests to its host end here; others are refused.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReadBase } from '../../src/base/base.ts';
import { createOutside, setOutside } from '../../src/providers/http/guard.ts';

/** By day and currency: units for one euro. */
type Days = Readonly<Record<string, Readonly<Record<string, string>>>>;

const HOST = 'https://www.ecb.europa.eu';

export interface CentralBank {
  /** The paths that were asked for. */
  asked: string[];
  /** What it publishes. */
  days: Days;
  /** Every request is answered with this status. */
  status: number;
  close(): void;
}

const xmlOf = (days: Days): string => {
  const cubes = Object.entries(days).map(([day, rates]) => {
    const own = Object.entries(rates).map(([currency, rate]) => `<Cube currency="${currency}" rate="${rate}"/>`);
    return `<Cube time="${day}">${own.join('')}</Cube>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope><Cube>${cubes.join('')}</Cube></gesmes:Envelope>`;
};

/** Starts it, and leads the service's requests to it. */
export async function startCentralBank(base: ReadBase, days: Days): Promise<CentralBank> {
  const server = createServer((request, response) => {
    bank.asked.push(request.url ?? '');
    response.statusCode = bank.status;
    response.end(xmlOf(bank.days));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = createOutside({ isAllowed: () => true, ports: [port] });
  setOutside(base, (url, call) => {
    if (!url.startsWith(`${HOST}/`)) throw new Error(`Nobody answers for ${url} here.`);
    return ask(url.replace(HOST, `http://127.0.0.1:${port}`), call);
  });
  const bank: CentralBank = { asked: [], days, status: 200, close: () => void server.close() };
  return bank;
}

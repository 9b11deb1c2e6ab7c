// The files of the journeys: exports as their tools write them, of shops that never were.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { projectFile, projectRoot } from '../../../src/base/kit/paths.ts';

interface JourneyFile {
  name: string;
  content: string | Buffer;
}

const sample = (path: string): string => readFileSync(projectFile('test/collect/imports/samples', path), 'utf8');

/** Three orders of a shop, of which one gave 30 back and one is paid in part: 320 USD. */
export const SHOPIFY: JourneyFile = { name: 'orders_export_1.csv', content: sample('shopify/shopify.orders.csv') };

const [stripeHeader = ''] = sample('stripe/stripe.unified_payments.csv').split('\n');
/** The same orders at the shop's payment provider. */
export const STRIPE: JourneyFile = {
  name: 'unified_payments.csv',
  content: `${stripeHeader}
ch_T1,2026-06-02 06:40,150.00,0.00,usd,true,150.00,Order,4.65,,Paid,cus_9,nora@example.org,,,,,,pi_T1
ch_T2,2026-06-03 17:00,80.00,30.00,usd,true,80.00,Order,2.62,2026-06-05 09:00,Paid,cus_9,nora@example.org,,,,,,pi_T2
`,
};

export const META: JourneyFile = {
  name: 'Untitled-report-Jun-1-2026-to-Jun-2-2026.csv',
  content: sample('meta/meta.ads_manager.csv').replaceAll('2026-03-', '2026-06-').replace('(GBP)', '(USD)'),
};

export const PAYPAL: JourneyFile = { name: 'Download.CSV', content: sample('paypal/paypal.activity.csv') };

export const BANK: JourneyFile = {
  name: 'umsaetze.csv',
  content: readFileSync(projectFile('test/collect/imports/samples/bank/bank.sparkasse_camt.csv')),
};

/** As the download "Excel .csv" is: UTF-16 with tabs. */
const googleAds = `Campaign report
October 1, 2026 - October 2, 2026
Campaign\tDay\tCampaign ID\tAd group\tCurrency code\tCost\tImpr.\tClicks\tDevice
Frühling\t2026-10-01\t30111\tStühle\tEUR\t1,020.40\t10,200\t99\tMobile phones
Frühling\t2026-10-01\t30111\tStühle\tEUR\t9.60\t100\t1\tComputers
Marke\t2026-10-02\t30112\tTische\tEUR\t5.00\t--\t--\tComputers
Total: Account\t--\t--\t--\tEUR\t1,035.00\t10,300\t100\t--
`;
export const GOOGLE_ADS: JourneyFile = {
  name: 'Campaign report.csv',
  content: Buffer.from(`\ufeff${googleAds.replaceAll('\n', '\r\n')}`, 'utf16le'),
};

export const HUBSPOT: JourneyFile = { name: 'hubspot-crm-exports-all-deals.csv', content: sample('hubspot/hubspot.deals.csv') };

const GIVEN = resolve(projectRoot, process.env['IMPORT_CASES'] ?? '../shared/cases/imports/given');

/** Exports beside the repository, of other shops that never were. */
export const hasGivenFiles = existsSync(GIVEN);
export const givenFile = (path: string): JourneyFile => ({ name: basename(path), content: readFileSync(join(GIVEN, path)) });

// The record of processing of a profile: what is kept of people, why, for how long, where and who receives it, as its settings and connections say. It is
// also text, for the operator's own record.
import { findReach } from '../../account/places/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import { type ProfileRef, reading } from '../../base/contract/operation.ts';
import type { Reach } from '../../base/contract/slice-hooks.ts';
import type { components } from '../../base/contract/types.ts';
import { MESSAGES_DAYS, retentionRule } from '../../collect/identity/index.ts';
import { trackingSettings } from '../../collect/tracking/index.ts';

type ProcessingRecord = components['schemas']['ProcessingRecord'];
type Activity = ProcessingRecord['processing'][number];
type Recipient = ProcessingRecord['recipients'][number];

/** Ways in are no recipients. */
const RECEIVES: Partial<Record<Reach['kind'], string>> = {
  member: 'Person with access to this profile',
  api_key: 'API key',
  connection: 'Connected account',
  destination: 'Destination of conversions',
  subscription: 'Webhook subscription',
  chat: 'Chat that gets alerts',
  report_reader: 'Address outside of sign-in that gets reports',
};

const WRITES_MESSAGES = /gmail|outlook|smtp|whatsapp/;
const HAS_ORDERS = /shopify|woocommerce/;

export const getProcessingRecord = reading('getProcessingRecord', ({ profile }, base) => {
  const record = recordOf(base, profile);
  return { data: { ...record, markdown: markdownOf(record), csv: csvOf(record) }, meta: { profile_id: profile.profileId } };
});

type Core = Omit<ProcessingRecord, 'markdown' | 'csv'>;

function recordOf(base: ReadBase, { profileId }: ProfileRef): Core {
  const { name, privacyMode } = profileSettings(base, profileId);
  const reaches = hooksOf(base).flatMap((hooks) => hooks.reaches?.(base.state, profileId) ?? []);
  return {
    made_at: new Date(base.clock.now()).toISOString(),
    profile_id: profileId,
    name,
    privacy_mode: privacyMode,
    processing: activitiesOf(base, profileId, reaches),
    recipients: reaches.flatMap(recipientOf),
  };
}

const recipientOf = ({ kind, id, what }: Reach): Recipient[] => {
  const title = RECEIVES[kind];
  return title === undefined ? [] : [{ kind, title, id, what }];
};

const PLACE = "The data folder of this installation and its backups; no other server of the product's makers";

function activitiesOf(base: ReadBase, profileId: string, reaches: readonly Reach[]): Activity[] {
  const rule = retentionRule(base, profileId);
  const kept = {
    visitors: keptFor(rule?.visitorDays ?? null),
    customers: keptFor(rule?.customerDays ?? null),
  };
  const connected = reaches.filter(({ kind }) => kind === 'connection').map(({ what }) => what);
  const signals = hooksOf(base).flatMap((hooks) => [...(hooks.adSignals?.(base, profileId) ?? [])]);
  return [
    visitsOf(base, profileId, kept.visitors),
    {
      activity: 'Customers',
      people: 'Customers',
      where: PLACE,
      kept: kept.customers,
      data: 'Identifiers that the sites, servers, forms and files of the profile send: e-mail address, phone number, ids of its own systems, name, country. In facts and figures they are keyed',
      purpose: 'To know which visits and which payments are of one person',
      basis: 'The relation of the operator to its customers (contract or legitimate interest); the service records none',
    },
    {
      activity: 'Conversions and payments',
      people: 'Customers and visitors',
      where: PLACE,
      kept: kept.customers,
      data: 'Type, time, amount, currency and the key of the order',
      purpose: 'To divide revenue among the ads and channels that earned it',
      basis: 'The relation of the operator to its customers (contract or legitimate interest); the service records none',
    },
    ...(isExported(base, profileId) ? [EXPORTS] : []),
    ...(signals.length > 0 ? [signalsOf(signals)] : []),
    ...(connected.some((what) => HAS_ORDERS.test(what)) ? [ORDERS(kept.customers)] : []),
    ...(connected.some((what) => WRITES_MESSAGES.test(what)) ? [messagesOf(rule?.messagesDays ?? MESSAGES_DAYS)] : []),
  ];
}

/** To the operator's place of exports. */
const isExported = (base: ReadBase, profileId: string): boolean =>
  base.config.exportTarget !== undefined && findReach(base, profileId)?.isHealthcare !== true;

const EXPORTS: Activity = {
  activity: 'Exports of figures',
  people: 'Customers and visitors',
  data: 'Sessions, touches, conversions, credit and payments with keyed numbers of persons and browsers; no names and no addresses',
  purpose: 'So that analysts of the operator answer questions with their own tools',
  basis: 'The one of the visits, customers and payments that the figures are computed from',
  kept: 'Until an export replaces it: after an erasure within ten minutes, otherwise within the period of exports; copies that loaders make are the operator’s',
  where: 'A folder, bucket or SFTP server of the operator, where the files are not encrypted by the service',
};

const keptFor = (days: number | null): string =>
  days === null
    ? 'Until the person is erased or the profile is deleted; no age is set'
    : `Until the person is erased, or ${days} days after their last event: then figures stay without the person`;

function visitsOf(base: ReadBase, profileId: string, kept: string): Activity {
  const settings = trackingSettings(base, profileId);
  const address = settings.client_address === 'truncated' ? ', the network of the address' : '';
  const gpc =
    settings.gpc_mode === 'record' ? 'Global Privacy Control is recorded' : `Global Privacy Control: ${settings.gpc_mode}`;
  const basis =
    settings.consent_mode === 'required'
      ? 'Consent: the tracker stores and sends nothing before the page says that it is granted'
      : 'No consent is required by the settings (legitimate interest, as the operator decides)';
  return {
    activity: 'Visits',
    people: 'Visitors of the sites',
    where: PLACE,
    kept,
    data: `Id of the browser (for ${settings.id_lifetime_days} days), pages, referrer, campaign and click ids, kind of device, browser, country, city${address}; the address itself is not kept`,
    purpose: 'To measure which sources lead to visits and conversions',
    basis: `${basis}. ${gpc}`,
  };
}

const signalsOf = (signals: readonly string[]): Activity => ({
  activity: 'Signals of browsers for ad platforms',
  people: 'Visitors of the sites',
  where: PLACE,
  data: [...new Set(signals)].join(', '),
  purpose: 'So that enabled destinations match conversions with clicks',
  basis: 'Consent for advertising, where the page says it; otherwise none is kept',
  kept: 'Seven days at most, sealed with a key of the day, in no backup',
});

const ORDERS = (kept: string): Activity => ({
  activity: 'Orders of connected shops',
  people: 'Customers',
  where: PLACE,
  kept,
  data: 'Orders as the shop has them, sealed',
  purpose: 'To show an order beside the visits that led to it',
  basis: 'The relation of the operator to its customers (contract)',
});

const messagesOf = (days: number): Activity => ({
  activity: 'Messages',
  people: 'Customers',
  where: PLACE,
  data: 'Address, text and files of messages that the profile sends and receives, sealed',
  purpose: 'To answer customers',
  basis: 'The relation of the operator to its customers (contract, or consent to marketing messages)',
  kept: `The content for ${days} days, the fact of the message until the person is erased`,
});

const COLUMNS = ['activity', 'people', 'data', 'purpose', 'basis', 'kept', 'where'] as const;
const TITLES = ['Activity', 'People', 'Data', 'Purpose', 'Basis', 'Kept', 'Where'];
const RECIPIENT_COLUMNS = ['title', 'id', 'what'] as const;

/** A text of others cannot end a cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

function markdownOf({ name, made_at, privacy_mode, processing, recipients }: Core): string {
  return [
    `# Record of processing: ${cell(name)}`,
    '',
    `Made ${made_at}. Privacy mode: ${privacy_mode}.`,
    '',
    line(TITLES),
    line(TITLES.map(() => '---')),
    ...processing.map((each) => line(COLUMNS.map((column) => each[column]))),
    '',
    '## Recipients',
    '',
    line(['Kind', 'Id', 'What']),
    line(['---', '---', '---']),
    ...recipients.map((each) => line(RECIPIENT_COLUMNS.map((column) => each[column]))),
    '',
  ].join('\n');
}

/** A program for tables runs no formula of another's text. */
const csvCell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

function csvOf({ processing, recipients }: Core): string {
  const rows = [
    ['Part', ...TITLES],
    ...processing.map((each) => ['Processing', ...COLUMNS.map((column) => each[column])]),
    ...recipients.map(({ title, id, what }) => ['Recipient', title, '', what, '', '', '', id]),
  ];
  return `${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

// Reports of delivery (RFC 3464, RFC 6533): what the machine part says, never the text for people. A report is a claim: who may act on it is decided elsewhere.
import { isGoneStatus } from '../../../../providers/mail/address-gone.ts';

export interface DeliveryFailure {
  failed_recipient: string;
  status: string | null;
  original_rfc822_message_id: string | null;
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded' | null;
  diagnostic_code: string | null;
}

/** A leaf of the mail, decoded. */
export interface MailPart {
  type: string;
  text: string;
}

type Group = ReadonlyMap<string, string>;

const ACTIONS = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const;
const STATUS_PARTS: ReadonlySet<string> = new Set(['message/delivery-status', 'message/global-delivery-status']);
const RETURNED = /^(?:message\/rfc822|text\/rfc822-headers?|message\/global(?:-headers)?)$/;
const MAX_DIAGNOSTIC = 2_048;

/** Groups of fields, divided by blank lines; names in any case, values folded. */
function groupsOf(text: string): Group[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const groups: Map<string, string>[] = [];
  let group: Map<string, string> | undefined;
  let last: string | undefined;
  for (const line of lines) {
    if (line.trim() === '') {
      group = undefined;
      last = undefined;
      continue;
    }
    const [, name, value = ''] = /^([A-Za-z][\w-]*)\s*:(.*)$/.exec(line) ?? [];
    if (/^[ \t]/.test(line) || name === undefined) {
      if (group && last !== undefined) group.set(last, `${group.get(last)} ${line.trim()}`);
      continue;
    }
    if (!group) {
      group = new Map();
      groups.push(group);
    }
    last = name.toLowerCase();
    if (!group.has(last)) group.set(last, value.trim());
    else last = undefined;
  }
  return groups;
}

/** Of `type; text` the text; the type may be missing. */
const untyped = (value: string): string => value.replace(/^\s*[A-Za-z][\w.-]*\s*;\s*/, '').trim();

function addressIn(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const bare = untyped(value);
  const within = /<([^<>]*)>/.exec(bare)?.[1] ?? bare.replace(/\([^()]*\)/g, ' ');
  const [first = ''] = within.trim().split(/\s+/);
  return first.includes('@') ? first.replace(/[;,]+$/, '') : undefined;
}

const recipientOf = (group: Group): string | undefined =>
  addressIn(group.get('final-recipient')) ?? addressIn(group.get('original-recipient'));

function actionOf(group: Group): DeliveryFailure['action'] {
  const word = /^[A-Za-z]+/.exec(group.get('action') ?? '')?.[0]?.toLowerCase();
  return ACTIONS.find((action) => action === word) ?? null;
}

function diagnosticOf(group: Group): string | null {
  const value = group.get('diagnostic-code');
  if (value === undefined) return null;
  const text = untyped(value).replace(/\s+/g, ' ').trim();
  return text === '' ? null : text.slice(0, MAX_DIAGNOSTIC);
}

/** Only of the header: what a returned mail says below is its content. */
function returnedMessageId(parts: readonly MailPart[]): string | null {
  for (const { type, text } of parts) {
    if (!RETURNED.test(type)) continue;
    const [head = ''] = text.replace(/\r\n?/g, '\n').replace(/^\n+/, '').split('\n\n');
    const found = /^message-id:\s*(<[^<>\s]+>)/im.exec(head.replace(/\n[ \t]+/g, ' '))?.[1];
    if (found !== undefined) return found;
  }
  return null;
}

export interface DeliveryReport {
  failure: DeliveryFailure;
  /** The recipient as the mail was sent, where the report says so: a forwarded mail fails at another address. */
  originalRecipient: string | undefined;
}

/** Null for a mail that is no report. @param parts Leaves of the mail in their order, without those of returned mails. */
export function readDeliveryReport(parts: readonly MailPart[]): DeliveryReport | null {
  const part = parts.find(({ type }) => STATUS_PARTS.has(type));
  if (!part) return null;
  const groups = groupsOf(part.text);
  const named = groups.filter((group) => recipientOf(group) !== undefined);
  const group = named.find((each) => actionOf(each) === 'failed') ?? named[0];
  const failed_recipient = group && recipientOf(group);
  if (!group || failed_recipient === undefined) return null;
  const originalMessageId = groups[0]?.get('x-original-message-id') ?? '';
  const failure = {
    failed_recipient,
    status: /\b[245]\.\d{1,3}\.\d{1,3}/.exec(group.get('status') ?? '')?.[0] ?? null,
    original_rfc822_message_id: returnedMessageId(parts) ?? /<[^<>\s]+>/.exec(originalMessageId)?.[0] ?? null,
    action: actionOf(group),
    diagnostic_code: diagnosticOf(group),
  };
  return { failure, originalRecipient: addressIn(group.get('original-recipient')) };
}

/** The address itself does not work. */
export const isAddressGone = ({ action, status }: Pick<DeliveryFailure, 'action' | 'status'>): boolean =>
  action === 'failed' && isGoneStatus(status);

// The pages of a link that connects an account. Elements only, no requests.
import type { ConnectState } from '../../../act/connections/index.ts';
import { NO_CURRENCY } from '../../../providers/record-source.ts';
import { Checkbox } from '../design/checkbox.ts';
import { Field, Form } from '../design/form.ts';
import { type Html, h } from '../design/html.ts';
import { Select } from '../design/select.ts';
import type { TextPage } from '../texts.ts';

export interface ConnectPage extends ConnectState {
  path: string;
  token: Html;
  error?: string | undefined;
}

const EXPIRED = 'This link has expired: it worked for 30 minutes. Request another one.';
const FIGURES = 'The account is connected. Its figures arrive within minutes; you can close this page.';
const CONNECTED = {
  ad_platform: FIGURES,
  payments: FIGURES,
  commerce: FIGURES,
  crm: FIGURES,
  calendar: 'The calendars are connected. You can close this page.',
  messaging: 'The numbers are connected. What people write is in the inbox from now on; you can close this page.',
  email: 'The mailbox is connected. Answers and mails of customers are in the inbox from now on; you can close this page.',
} as const;

const READS = {
  ad_platform:
    'Tributary reads the names, statuses and budgets of campaigns and ads, and their cost on each of the last 400 days. It changes nothing without a further decision.',
  payments:
    'Tributary reads payments, refunds and disputes of the last 400 days and from now on, with the e-mail address and phone number of who paid. It registers an address for webhooks about new ones, and changes nothing else.',
  commerce:
    'Tributary reads orders and refunds of the last 400 days and from now on, with the e-mail address and phone number of who ordered. It registers an address for webhooks about new ones, and changes nothing else.',
  crm: 'Tributary reads deals, the forms that people have sent, and the e-mail address and phone number of their contacts, of the last 400 days and from now on. Afterwards you choose which stages and forms are outcomes. It may register an address for webhooks about changes, and changes nothing else.',
  calendar:
    'Tributary reads the names of your calendars, and the events of the calendars that you choose, whenever a member of the workspace who may see personal data opens them; it stores no events, and of private ones it shows the time alone. If you say afterwards that appointments of a calendar count, it records which customer has booked one, and when. At Google it can also make calendars of its own and share them. It changes no other calendar.',
  messaging:
    'Tributary receives the messages that people send to the numbers of the account, with their phone number and name, from now on, and sends messages from them when somebody of the profile, or a program with this permission, sends one. It keeps them for a year.',
  email:
    'Tributary sends mails from this mailbox when somebody of the profile, or a program with this permission, sends one. It keeps them for a year, and files a copy in the folder of sent mails. Of what arrives from now on it reads and keeps answers to these mails, mails of your customers, and reports of delivery about these mails. If you name a folder or an alias, it keeps every mail there, no matter who sent it. Nothing else is read or kept.',
} as const;

const UNMAPPED =
  'The account is connected. Choose which outcome each stage and form means: what is chosen already is a proposal. Nothing is read before you save.';
const MAPPED =
  'The account is connected, and these are the outcomes that its stages and forms mean. You can close this page, or change them.';
const OPTIONAL =
  'The calendars are connected. You can close this page, or say in which of them appointments with your customers count as outcomes: from when they were booked, and not any more if they are cancelled.';
const OPTIONAL_MAPPED = 'The calendars are connected, and these appointments count. You can close this page, or change it.';
const KINDS = { stage: 'Stage', form: 'Form', calendar: 'Calendar' } as const;

export function connectPage(page: ConnectPage): TextPage {
  const { link, profileName } = page;
  const { name } = link.provider;
  return {
    title: `Connect ${name}`,
    content: [
      h('h1', {}, `Connect ${name}`),
      h('p', {}, [`For the profile `, h('strong', {}, profileName), '.']),
      h('p', {}, READS[link.provider.kind]),
      h('div', { class: 'panel' }, [link.status === 'open' ? stepOf(page) : endOf(page)]),
    ],
  };
}

/** A connected CRM is read once a person confirms what its stages and forms mean; of calendars nothing counts before. */
function endOf(page: ConnectPage): Html {
  const { link, outcomes, path, token, error } = page;
  if (link.status === 'open' || !outcomes) return h('p', { role: 'status' }, endedText(link));
  const options = [
    ['', 'No outcome'] as const,
    ...outcomes.choices.map(({ eventType, name }) => [eventType, `${name} (${eventType})`] as const),
  ];
  const meaningOf = (kind: string, id: string): string =>
    (outcomes.mapping ?? outcomes.proposal).find((each) => each.kind === kind && each.id === id)?.eventType ?? '';
  return h('div', { class: 'stack' }, [
    h('p', { role: 'status' }, outcomesText(outcomes)),
    Form({
      action: `${path}/outcomes`,
      token,
      button: 'Save these outcomes',
      error,
      children: outcomes.sources.map(({ kind, id, name }) =>
        Select({ name: `${kind}:${id}`, label: `${KINDS[kind]}: ${name}`, options, value: meaningOf(kind, id) }),
      ),
    }),
  ]);
}

const outcomesText = ({ mapping, isOptional }: NonNullable<ConnectState['outcomes']>): string =>
  isOptional ? (mapping ? OPTIONAL_MAPPED : OPTIONAL) : mapping ? MAPPED : UNMAPPED;

const endedText = ({ status, provider }: ConnectPage['link']): string =>
  status === 'expired' ? EXPIRED : CONNECTED[provider.kind];

function stepOf({ link, choices, fields, isForm, path, token, error, values }: ConnectPage): Html {
  if (choices.length === 0)
    return Form({
      action: path,
      token,
      button: isForm ? `Connect ${link.provider.name}` : `Continue to ${link.provider.name}`,
      error,
      // A secret is never sent back.
      children: fields.map(({ name, label, hint, isSecret }) =>
        Field({ name, label, hint, autocomplete: 'off', ...(isSecret ? { type: 'password' } : { value: values[name] ?? '' }) }),
      ),
    });
  return Form({
    action: `${path}/accounts`,
    token,
    button: 'Connect these accounts',
    error,
    children: choices.map(({ id, name, currency, timezone }) =>
      Checkbox({
        name: `account:${id}`,
        label: name,
        note: [id, ...(currency === NO_CURRENCY ? [] : [currency]), timezone].join(' · '),
        isTicked: false,
      }),
    ),
  });
}

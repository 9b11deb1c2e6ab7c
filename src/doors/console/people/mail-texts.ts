// The page of the state of a mail with a link: the same for an address that has an account and for one that has none.
import type { MailState } from '../../../account/people/index.ts';
import { type Html, h } from '../design/html.ts';
import type { TextPage } from '../texts.ts';

const HEADLINES: Readonly<Record<MailState['status'], string>> = {
  queued: 'Check your mail',
  outbox: 'Check your mail',
  sent: 'Check your mail',
  retrying: 'The mail is delayed',
  unknown: 'The mail may have arrived',
  failed: 'The mail was not sent',
};

const LEADS: Readonly<Record<MailState['status'], string>> = {
  queued: 'We send a link to this address. It works once; you can close this page.',
  outbox: 'This installation has no mail server: the mail with the link is in the outbox of its data folder.',
  sent: 'The mail server has taken the mail with the link. It works once; you can close this page.',
  retrying: 'The mail server does not take it yet. It is tried for two days; you can close this page.',
  unknown: 'If it does not arrive within some minutes, request another link.',
  failed: 'Check the address, and request another link.',
};

const ANOTHER = h('p', {}, [
  h('a', { href: '/console/reset' }, 'Request another link'),
  ' or ',
  h('a', { href: '/console/sign-in' }, 'sign in'),
  '.',
]);

/** @param mail Undefined where nothing is remembered of it. */
export function mailPage({ status, reason }: Pick<MailState, 'status' | 'reason'>): TextPage {
  const title = HEADLINES[status];
  const parts: (Html | null)[] = [
    h('h1', {}, title),
    h('p', { role: 'status' }, LEADS[status]),
    reason === null ? null : h('p', { class: 'notice' }, h('bdi', {}, reason)),
    status === 'failed' || status === 'unknown' ? ANOTHER : null,
  ];
  return { title, content: parts.filter((part) => part !== null) };
}

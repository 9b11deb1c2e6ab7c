// The words of an alert for people: a mail as text and HTML, and the message of a chat. What strangers named is text in them and nothing else.
import type { ReadBase } from '../../base/base.ts';
import { profilePath } from '../../base/kit/console-paths.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import type { ChatMessage } from '../../providers/chat-webhooks/message.ts';
import { moneyText } from './judging/figures.ts';
import type { AlertRow } from './record.ts';
import { type Contents, storedContents, storedRaisers } from './stored.ts';

export type NoticeEvent = 'raised' | 'reminded' | 'cleared';

export const linkOf = (base: ReadBase, profileId: string, { page }: Contents): string =>
  `${publicAddress(base)}${profilePath(profileId)}${page}`;

const STATES: Readonly<Record<NoticeEvent, string>> = { raised: 'Alert', reminded: 'Still open', cleared: 'Over' };
const MAX_CAUSES = 6;

/** `EUR 812.40 less revenue than usual since 2026-03-13.` */
function moneySentence(cause: string, { money, page, since }: Contents): string | null {
  if (!money) return null;
  const amount = Number(money.amount);
  const text = moneyText(Math.abs(amount), money.currency);
  if (cause.startsWith('pace ')) return `${text} ${amount < 0 ? 'below' : 'above'} the budget of the month.`;
  if (page.startsWith('?')) return `${text} ${amount < 0 ? 'less' : 'more'} ${money.of} than usual since ${since}.`;
  return `${text} of ${money.of} are usual in this time.`;
}

function linesOf(alert: AlertRow, event: NoticeEvent): string[] {
  const contents = storedContents.read(alert.contents);
  if (event === 'cleared') return [`Over since ${new Date(alert.cleared_at ?? alert.raised_at).toISOString()}: ${contents.what}`];
  const money = moneySentence(alert.cause, contents);
  return [contents.what, `Since ${contents.since}.`, ...(money === null ? [] : [money])];
}

const causesIn = (alert: AlertRow, event: NoticeEvent): string[] =>
  event === 'cleared'
    ? []
    : storedContents
        .read(alert.contents)
        .causes.slice(0, MAX_CAUSES)
        .map(({ text }) => text);

export const titleOf = (alert: AlertRow): string => storedRaisers.read(alert.rules)[0]?.title ?? 'Alert';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

interface Parts {
  alert: AlertRow;
  event: NoticeEvent;
  /** The name of the profile. */
  profile: string;
  link: string;
}

export function alertMail({ alert, event, profile, link }: Parts) {
  const subject = `${STATES[event]}: ${titleOf(alert)} (${profile})`;
  const [lines, causes] = [linesOf(alert, event), causesIn(alert, event)];
  const list = causes.length === 0 ? [] : ['', 'Likely causes:', ...causes.map((text) => `- ${text}`)];
  return {
    subject,
    text: [...lines, ...list, '', `Open it: ${link}`].join('\n'),
    html: htmlOf({ subject, lines, causes, link }),
  };
}

function htmlOf({ subject, lines, causes, link }: { subject: string; lines: string[]; causes: string[]; link: string }): string {
  const items = causes.map((text) => `<li>${escaped(text)}</li>`).join('');
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head>`,
    '<body style="margin:0;padding:16px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.4">',
    `<h1 style="font-size:20px;margin:0 0 8px">${escaped(subject)}</h1>`,
    ...lines.map((text) => `<p style="margin:0 0 8px">${escaped(text)}</p>`),
    items === ''
      ? ''
      : `<p style="margin:16px 0 4px"><b>Likely causes</b></p><ul style="margin:0;padding-left:20px">${items}</ul>`,
    `<p style="margin:16px 0"><a href="${escaped(link)}">Open it</a></p></body></html>`,
  ].join('');
}

export const alertMessage = ({ alert, event, profile, link }: Parts): ChatMessage => ({
  title: `${STATES[event]}: ${titleOf(alert)} (${profile})`,
  lines: [...linesOf(alert, event), ...causesIn(alert, event)],
  link: { text: 'Open it', url: link },
});

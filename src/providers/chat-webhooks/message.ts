// A message as the incoming webhooks of Slack, Microsoft Teams and Google Chat want it. What strangers named, as a campaign, is text in it: it pings nobody,
// and no link leads elsewhere than ours.
export type ChatService = 'slack' | 'teams' | 'google_chat';

export interface ChatMessage {
  title: string;
  lines: readonly string[];
  link: { text: string; url: string };
}

/** Sections of Slack and paragraphs of Google are longer; nobody reads more of an alert. */
const MAX_CHARACTERS = 600;
const MAX_TITLE = 140;

const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length - 1)}…`);
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** After cutting, so that no entity is cut. */
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);

function slackBody({ title, lines, link }: ChatMessage): object {
  const plain = (text: string) => ({ type: 'plain_text', text: escaped(text), emoji: false });
  return {
    // For notifications, which Slack reads as its own markup.
    text: escaped(cut(title, MAX_TITLE)),
    blocks: [
      { type: 'header', text: plain(cut(title, MAX_TITLE)) },
      ...lines.map((line) => ({ type: 'section', text: plain(cut(line, MAX_CHARACTERS)) })),
      { type: 'context', elements: [{ type: 'mrkdwn', text: `<${link.url}|${escaped(link.text)}>` }] },
    ],
  };
}

/** Runs of text know no Markdown, unlike blocks of text. */
function teamsBody({ title, lines, link }: ChatMessage): object {
  const paragraph = (text: string, more: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...more }],
  });
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      paragraph(cut(title, MAX_TITLE), { weight: 'Bolder', size: 'Medium' }),
      ...lines.map((line) => paragraph(cut(line, MAX_CHARACTERS))),
    ],
    actions: [{ type: 'Action.OpenUrl', title: link.text, url: link.url }],
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

function googleBody({ title, lines, link }: ChatMessage): object {
  const button = { text: link.text, onClick: { openLink: { url: link.url } } };
  const widgets = [
    ...lines.map((line) => ({ textParagraph: { text: escaped(cut(line, MAX_CHARACTERS)) } })),
    { buttonList: { buttons: [button] } },
  ];
  return { cardsV2: [{ cardId: 'message', card: { header: { title: cut(title, MAX_TITLE) }, sections: [{ widgets }] } }] };
}

const BODIES: Readonly<Record<ChatService, (message: ChatMessage) => object>> = {
  slack: slackBody,
  teams: teamsBody,
  google_chat: googleBody,
};

export const chatBody = (service: ChatService, message: ChatMessage): string => JSON.stringify(BODIES[service](message));

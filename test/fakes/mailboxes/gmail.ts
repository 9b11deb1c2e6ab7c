// A fake of Gmail: a mailbox with drafts, sent and received mails in threads, a history that can be gone, and Message-IDs of its own for what is sent.
import type { TestContext } from 'node:test';
import { CLIENT_SECRET, createFakeGrants, type FakeGrants } from '../oauth-provider.ts';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from '../provider-server.ts';

const AUTH = 'https://www.googleapis.com/auth';
export const OWNER = 'hello@shop.example';

interface FakeMail {
  id: string;
  threadId: string;
  labelIds: string[];
  raw: string;
  at: number;
  /** Of the history: when it came. */
  no: number;
}

export interface FakeGmail {
  server: ProviderServer;
  grants: FakeGrants;
  settings: { clientId: string; clientSecret: string; url: string };
  mails: FakeMail[];
  drafts: Map<string, FakeMail>;
  sent(): FakeMail[];
  receive(raw: string, labelIds?: string[]): FakeMail;
  /** Labels that its owner has made: names by their ids. */
  labels: Map<string, string>;
  /** A mail gets a label after it came. */
  label(mail: FakeMail, labelId: string): void;
  /** The history up to here is gone. */
  forgetHistory(): void;
  /** The next send is refused so. */
  refuseSend(answer: FakeAnswer): void;
}

const ok = (body: unknown): FakeAnswer => ({ status: 200, body });
export const gmailRefusal = (code: number, reason: string, message: string): FakeAnswer => ({
  status: code,
  body: { error: { code, message, errors: [{ domain: 'global', reason, message }] } },
});
/** The description and the mail of an upload in two parts. */
function uploaded({ url, headers, body }: FakeRequest): [{ message: { threadId?: string } }, string] {
  if (!url.startsWith('/upload/gmail/v1/') || !url.includes('uploadType=multipart')) throw new Error(`no upload: ${url}`);
  const [, boundary = ''] = /^multipart\/related; boundary=(\S+)$/.exec(headers['content-type'] ?? '') ?? [];
  if (Number(headers['content-length']) !== Buffer.byteLength(body))
    throw new Error('the upload has another length than it says');
  const parts = body.split(`--${boundary}`).map((part) => part.split(/\r\n\r\n(.*)\r\n$/s)[1] ?? '');
  return [JSON.parse(parts[1] ?? ''), parts[2] ?? ''];
}

const NOT_FOUND = gmailRefusal(404, 'notFound', 'Requested entity was not found.');

export const headersOf = (raw: string): { name: string; value: string }[] =>
  (raw.split(/\r?\n\r?\n/)[0] ?? '')
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, value: value ?? '' }];
    });

export const headerIn = (raw: string, name: string): string | undefined =>
  headersOf(raw).find((each) => each.name.toLowerCase() === name.toLowerCase())?.value;

export async function startFakeGmail(t: TestContext, now: number): Promise<FakeGmail> {
  const grants = createFakeGrants(`${AUTH}/gmail.readonly ${AUTH}/gmail.compose`);
  let [no, firstNo] = [100, 0];
  let refused: FakeAnswer | undefined;
  const labelled: { no: number; mail: FakeMail; labelId: string }[] = [];
  const shownLabels = () => [
    ...['INBOX', 'SENT', 'SPAM'].map((id) => ({ id, name: id, type: 'system' })),
    ...[...fake.labels].map(([id, name]) => ({ id, name, type: 'user' })),
  ];
  const newMail = (raw: string, labelIds: string[], threadId?: string): FakeMail => {
    no += 1;
    return { id: `m${no}`, threadId: threadId ?? `t${no}`, labelIds, raw, at: now + no, no };
  };

  function answer(request: FakeRequest): FakeAnswer {
    const url = new URL(request.url, server.url);
    if (url.pathname === '/o/oauth2/v2/auth') return grants.authorize(request);
    if (url.pathname === '/token') return grants.token(request);
    if (url.pathname === '/revoke') return grants.revoke();
    if (!grants.isGood(request.headers.authorization)) return gmailRefusal(401, 'authError', 'Invalid Credentials');
    const [kind, id] = url.pathname.replace(/^(?:\/upload)?\/gmail\/v1\/users\/me\//, '').split('/');
    if (kind === 'profile') return ok({ emailAddress: OWNER, historyId: String(no) });
    if (kind === 'labels') return ok({ labels: shownLabels() });
    if (kind === 'history') return history(url.searchParams);
    if (kind === 'drafts') return drafts(request, id);
    if (id === undefined) return search(url.searchParams);
    const found = fake.mails.find((each) => each.id === id);
    return found ? ok(shown(found, url.searchParams.get('format'))) : NOT_FOUND;
  }

  const shown = ({ id, threadId, labelIds, raw, at }: FakeMail, format: string | null) => ({
    id,
    threadId,
    labelIds,
    sizeEstimate: raw.length,
    internalDate: String(at),
    ...(format === 'raw' ? { raw: Buffer.from(raw).toString('base64url') } : { payload: { headers: headersOf(raw) } }),
  });

  function drafts(request: FakeRequest, id: string | undefined): FakeAnswer {
    const { method, body } = request;
    if (method === 'DELETE') return fake.drafts.delete(id ?? '') ? { status: 204, body: '', text: '' } : NOT_FOUND;
    if (id === 'send') return send(JSON.parse(body).id);
    const [given, raw] = uploaded(request);
    const mail = newMail(raw, ['DRAFT'], given.message.threadId);
    fake.drafts.set(`r${no}`, mail);
    return ok({ id: `r${no}`, message: { id: mail.id, threadId: mail.threadId } });
  }

  function send(draftId: string): FakeAnswer {
    const mail = fake.drafts.get(draftId);
    if (!mail) return NOT_FOUND;
    const answer = refused;
    refused = undefined;
    if (answer) return answer;
    fake.drafts.delete(draftId);
    const raw = mail.raw.replace(/^Message-ID: .*$/im, `Message-ID: <CA+${mail.id}@mail.gmail.com>`);
    fake.mails.push({ ...mail, raw, labelIds: ['SENT'] });
    return ok({ id: mail.id, threadId: mail.threadId, labelIds: ['SENT'] });
  }

  function history(query: URLSearchParams): FakeAnswer {
    const start = Number(query.get('startHistoryId'));
    if (start < firstNo) return NOT_FOUND;
    const page = Number(query.get('pageToken') ?? 0);
    const label = query.get('labelId');
    const isMeant = ({ labelIds }: FakeMail): boolean => label === null || labelIds.includes(label);
    if (label !== null && query.has('historyTypes')) return gmailRefusal(400, 'badRequest', 'not of this fake');
    const added = fake.mails.filter((each) => each.no > start).map((mail) => ({ mail, labelId: undefined }));
    const later = labelled.filter((each) => each.no > start);
    const all = [...added, ...(label === null ? [] : later)].filter(({ mail }) => isMeant(mail));
    // Gmail names one mail in several entries.
    const entries = all.slice(page, page + 2).flatMap((each) => [each, each]);
    const more = page + 2 < all.length ? { nextPageToken: String(page + 2) } : {};
    const rows = entries.map(({ mail: { id, labelIds }, labelId }) => {
      const message = { id, labelIds };
      return labelId === undefined ? { messagesAdded: [{ message }] } : { labelsAdded: [{ message, labelIds: [labelId] }] };
    });
    return ok({ ...(rows.length === 0 ? {} : { history: rows }), historyId: String(no), ...more });
  }

  function search(query: URLSearchParams): FakeAnswer {
    const words = (query.get('q') ?? '').split(' ').map((word) => word.split(/:(.*)/s));
    const matches = (mail: FakeMail): boolean =>
      words.every(([key, value = '']) => {
        if (key === 'in') return mail.labelIds.includes(value.toUpperCase());
        if (key === 'to') return headerIn(mail.raw, 'To')?.includes(value) === true;
        if (key === 'rfc822msgid') return headerIn(mail.raw, 'Message-ID') === `<${value}>`;
        return key === 'after' && mail.at / 1000 >= Number(value);
      });
    const label = query.get('labelIds');
    const found = fake.mails.filter((mail) => matches(mail) && (label === null || mail.labelIds.includes(label)));
    return ok(found.length === 0 ? { resultSizeEstimate: 0 } : { messages: found.map(({ id, threadId }) => ({ id, threadId })) });
  }

  const server = await startProviderServer(t, answer, {}, { isWrite: ({ url }) => url.endsWith('/drafts/send') });
  const fake: FakeGmail = {
    server,
    grants,
    mails: [],
    drafts: new Map(),
    labels: new Map(),
    settings: { clientId: 'gmail-client', clientSecret: CLIENT_SECRET, url: server.url },
    sent: () => fake.mails.filter(({ labelIds }) => labelIds.includes('SENT')),
    receive: (raw, labelIds = ['INBOX']) => {
      const mail = newMail(raw, labelIds);
      fake.mails.push(mail);
      return mail;
    },
    label: (mail, labelId) => {
      no += 1;
      mail.labelIds = [...mail.labelIds, labelId];
      labelled.push({ no, mail, labelId });
    },
    forgetHistory: () => {
      firstNo = no + 1;
      no += 2;
    },
    refuseSend: (refusal) => {
      refused = refusal;
    },
  };
  return fake;
}

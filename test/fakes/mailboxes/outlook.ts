// A fake of Outlook at Microsoft Graph: drafts with files and properties, a copy among the sent mails under the same id, conversations, changes of the inbox by
// tokens that can be lost, and upload sessions at an address of their own.
import type { TestContext } from 'node:test';
import { CLIENT_SECRET, createFakeGrants, type FakeGrants } from '../oauth-provider.ts';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from '../provider-server.ts';
import { headerIn, headersOf } from './gmail.ts';

export const OWNER = 'hello@shop.example';
const PAGE = 2;

interface FakeFile {
  name: string;
  bytes: Buffer;
}

export interface OutlookMail {
  id: string;
  /** `drafts`, `sent`, `inbox`, or the id of a folder of its owner. */
  folder: string;
  conversationId: string;
  internetMessageId: string;
  subject: string;
  to: string[];
  cc: string[];
  body: { contentType: string; content: string };
  properties: Map<string, string>;
  /** The mail that it is a reply to, as `createReply` was asked. */
  replyTo: string | undefined;
  files: FakeFile[];
  /** Of a mail that was received. */
  raw: Buffer;
  /** Graph lists no headers of reports that Exchange makes. */
  hasHeaders: boolean;
  at: number;
  no: number;
}

export interface FakeOutlook {
  server: ProviderServer;
  grants: FakeGrants;
  settings: { clientId: string; clientSecret: string; url: string };
  mails: OutlookMail[];
  in(folder: OutlookMail['folder']): OutlookMail[];
  /** Folders of its owner: names by their ids; one whose id begins with that of another and a dot is in it. */
  folders: Map<string, string>;
  receive(raw: string | Buffer, hasHeaders?: boolean, folder?: string): OutlookMail;
  /** Tokens of changes that were given are not known any more. */
  loseTokens(): void;
  /** The next send is refused so. */
  refuseSend(answer: FakeAnswer): void;
  /** The copy of the next mail is found after so many attempts. */
  delayCopy(times: number): void;
}

const ok = (body: unknown, status = 200): FakeAnswer => ({ status, body });
const NOTHING: FakeAnswer = { status: 204, body: '', text: '' };
export const graphRefusal = (
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): FakeAnswer => ({
  status,
  headers,
  body: { error: { code, message, innerError: { date: '2026-11-24T06:00:00', 'request-id': '67cd369c' } } },
});
/** Names that Graph knows in every mailbox, in any language of it. */
const WELL_KNOWN = new Map(['inbox', 'drafts', 'sentitems', 'deleteditems', 'junkemail'].map((name) => [name, `F-${name}`]));
const NOT_FOUND = graphRefusal(404, 'ErrorItemNotFound', 'The specified object was not found in the store.');

type Fields = {
  subject?: string;
  internetMessageId?: string;
  body?: OutlookMail['body'];
  toRecipients?: { emailAddress: { address: string } }[];
  ccRecipients?: { emailAddress: { address: string } }[];
  internetMessageHeaders?: { name: string }[];
  singleValueExtendedProperties?: { id: string; value: string }[];
};

/** What Graph does not take as a header. */
const refusedHeader = ({ internetMessageHeaders = [] }: Fields): FakeAnswer | undefined => {
  const other = internetMessageHeaders.find(({ name }) => !/^x-/i.test(name));
  return other && graphRefusal(400, 'InvalidInternetMessageHeader', `'${other.name}' should start with 'x-' or 'X-'.`);
};

function change(mail: OutlookMail, fields: Fields): void {
  const addresses = (list: Fields['toRecipients']): string[] => (list ?? []).map(({ emailAddress }) => emailAddress.address);
  mail.subject = fields.subject ?? mail.subject;
  mail.internetMessageId = fields.internetMessageId ?? mail.internetMessageId;
  mail.body = fields.body ?? mail.body;
  if (fields.toRecipients) mail.to = addresses(fields.toRecipients);
  if (fields.ccRecipients) mail.cc = addresses(fields.ccRecipients);
  for (const { id, value } of fields.singleValueExtendedProperties ?? []) mail.properties.set(id, value);
}

const shown = (mail: OutlookMail, isHead: boolean) => ({
  id: mail.id,
  internetMessageId: mail.internetMessageId,
  isDraft: mail.folder === 'drafts',
  conversationId: mail.conversationId,
  receivedDateTime: new Date(mail.at).toISOString(),
  from: { emailAddress: { address: /<([^<>]*)>/.exec(headerIn(mail.raw.toString('latin1'), 'From') ?? '')?.[1] ?? OWNER } },
  ...(isHead && mail.hasHeaders ? { internetMessageHeaders: headersOf(mail.raw.toString('latin1')) } : {}),
});

export async function startFakeOutlook(t: TestContext, now: number): Promise<FakeOutlook> {
  const grants = createFakeGrants('Mail.ReadWrite Mail.Send User.Read');
  const uploads = new Map<string, { mail: OutlookMail; name: string; size: number; parts: Buffer[] }>();
  let [no, era, late] = [100, 0, 0];
  let refused: FakeAnswer | undefined;

  const newMail = (folder: OutlookMail['folder'], more: Partial<OutlookMail> = {}): OutlookMail => {
    no += 1;
    const mail: OutlookMail = {
      id: `AAMk${no}=`,
      folder,
      conversationId: `c${no}`,
      internetMessageId: `<${no}@prod.outlook.com>`,
      subject: '',
      to: [],
      cc: [],
      body: { contentType: 'text', content: '' },
      properties: new Map(),
      replyTo: undefined,
      files: [],
      raw: Buffer.alloc(0),
      hasHeaders: true,
      at: now + no,
      no,
      ...more,
    };
    fake.mails.push(mail);
    return mail;
  };

  function answer(request: FakeRequest): FakeAnswer {
    const url = new URL(request.url, server.url);
    const path = decodeURIComponent(url.pathname);
    if (path.endsWith('/oauth2/v2.0/authorize')) return grants.authorize(request);
    if (path.endsWith('/oauth2/v2.0/token')) return grants.token(request);
    if (path.startsWith('/upload/')) return upload(request, path);
    if (!grants.isGood(request.headers.authorization))
      return graphRefusal(401, 'InvalidAuthenticationToken', 'Access token has expired or is not yet valid.');
    if (!String(request.headers['prefer']).includes('IdType="ImmutableId"'))
      return graphRefusal(400, 'ErrorInvalidRequest', 'ids');
    if (path === '/v1.0/me') return ok({ mail: OWNER, userPrincipalName: 'hello@shop.onmicrosoft.com', displayName: 'Shop' });
    if (path.endsWith("/mailFolders('inbox')/messages/delta")) return delta(url.searchParams, 'inbox', "mailFolders('inbox')");
    if (path.startsWith('/v1.0/me/mailFolders')) return ofFolders(path, url.searchParams);
    const [, id, what] = /^\/v1\.0\/me\/messages(?:\/([^/]+)(?:\/(.+))?)?$/.exec(path) ?? [];
    if (id === undefined) return request.method === 'POST' ? create(request) : search(url.searchParams.get('$filter') ?? '');
    const mail = fake.mails.find((each) => each.id === id);
    return mail ? ofMail(request, mail, what, url) : NOT_FOUND;
  }

  function create({ body }: FakeRequest): FakeAnswer {
    const fields: Fields = JSON.parse(body);
    const refusal = refusedHeader(fields);
    if (refusal) return refusal;
    const mail = newMail('drafts');
    change(mail, fields);
    return ok(shown(mail, false), 201);
  }

  function ofMail(request: FakeRequest, mail: OutlookMail, what: string | undefined, url: URL): FakeAnswer {
    const { method, body } = request;
    if (what === undefined && method === 'GET') {
      if (mail.folder === 'sent' && late > 0) {
        late -= 1;
        return NOT_FOUND;
      }
      return ok(shown(mail, url.searchParams.get('$select')?.includes('internetMessageHeaders') === true));
    }
    if (what === undefined && method === 'PATCH') {
      change(mail, JSON.parse(body));
      return ok(shown(mail, false));
    }
    if (what === undefined) {
      fake.mails.splice(fake.mails.indexOf(mail), 1);
      return NOTHING;
    }
    if (what === '$value') return { status: 200, body: '', bytes: mail.raw, headers: { 'content-type': 'text/plain' } };
    if (what === 'createReply')
      return ok(shown(newMail('drafts', { conversationId: mail.conversationId, replyTo: mail.internetMessageId }), false), 201);
    if (what === 'attachments') return attach(mail, JSON.parse(body));
    if (what === 'attachments/createUploadSession') return openSession(mail, JSON.parse(body).AttachmentItem);
    return what === 'send' ? send(mail) : NOT_FOUND;
  }

  function attach(mail: OutlookMail, { name, contentBytes }: { name: string; contentBytes: string }): FakeAnswer {
    const bytes = Buffer.from(contentBytes, 'base64');
    if (bytes.length > 3 * 1_048_576) return graphRefusal(413, 'RequestEntityTooLarge', 'The request is too large.');
    mail.files.push({ name, bytes });
    return ok({ id: 'a1', name }, 201);
  }

  function openSession(mail: OutlookMail, { name, size }: { name: string; size: number }): FakeAnswer {
    if (size < 3 * 1_048_576) return graphRefusal(400, 'ErrorAttachmentSizeShouldNotBeLessThanMinimumSize', 'too small');
    const id = `s${uploads.size + 1}`;
    uploads.set(id, { mail, name, size, parts: [] });
    return ok({ uploadUrl: `${server.url}/upload/${id}?authtoken=of%3Asession`, nextExpectedRanges: ['0-'] }, 201);
  }

  /** The session is named by the address; a token of Graph must not go there. */
  function upload({ headers, raw = Buffer.alloc(0), url }: FakeRequest, path: string): FakeAnswer {
    const session = uploads.get(path.slice('/upload/'.length));
    const [, from, to, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
    const before = session?.parts.reduce((sum, part) => sum + part.length, 0);
    const isRight = url.endsWith('?authtoken=of%3Asession') && headers.authorization === undefined && raw.length <= 4 * 1_048_576;
    if (!session || !isRight || Number(from) !== before || Number(to) - Number(from) + 1 !== raw.length)
      return graphRefusal(400, 'InvalidContentRange', 'no');
    session.parts.push(raw);
    if (Number(to) + 1 < Number(size)) return ok({ nextExpectedRanges: [`${Number(to) + 1}-`] });
    session.mail.files.push({ name: session.name, bytes: Buffer.concat(session.parts) });
    return { status: 201, body: '', text: '' };
  }

  function send(mail: OutlookMail): FakeAnswer {
    const refusal = refused;
    refused = undefined;
    if (refusal) return refusal;
    if (mail.folder !== 'drafts') return graphRefusal(400, 'ErrorInvalidRequest', 'it is no draft');
    mail.folder = 'sent';
    return { status: 202, body: '', text: '' };
  }

  function search(filter: string): FakeAnswer {
    const ofId = /^internetMessageId eq '([^']*)'$/.exec(filter)?.[1];
    const [, id, value] =
      /^singleValueExtendedProperties\/Any\(ep: ep\/id eq '([^']*)' and ep\/value eq '([^']*)'\)$/.exec(filter) ?? [];
    if (ofId === undefined && id === undefined) return graphRefusal(400, 'InefficientFilter', filter);
    const matches = (mail: OutlookMail): boolean =>
      ofId === undefined ? mail.properties.get(id ?? '') === value : mail.internetMessageId === ofId;
    return ok({ value: fake.mails.filter(matches).map((mail) => shown(mail, false)) });
  }

  function ofFolders(path: string, query: URLSearchParams): FakeAnswer {
    const [, id, what] = /^\/v1\.0\/me\/mailFolders(?:\/([^/]+)(?:\/(messages\/delta))?)?$/.exec(path) ?? [];
    const own = [...fake.folders].map(([each, displayName]) => ({ id: each, displayName }));
    if (id === undefined) {
      const inFolder = (parent: string) => own.filter((each) => each.id.startsWith(`${parent}.`));
      const top = [...WELL_KNOWN].map(([name, each]) => ({ id: each, displayName: name }));
      const all = [...top, ...own.filter((each) => !each.id.includes('.'))];
      return ok({ value: all.map((each) => ({ ...each, childFolders: inFolder(each.id) })) });
    }
    const known = WELL_KNOWN.get(id) ?? (fake.folders.has(id) ? id : undefined);
    if (known === undefined) return NOT_FOUND;
    return what === undefined ? ok({ id: known }) : delta(query, known, `mailFolders/${encodeURIComponent(id)}`);
  }

  /** By a moment first, then by tokens; a page has few mails, and one that was changed comes again. */
  function delta(query: URLSearchParams, folder: string, place: string): FakeAnswer {
    const token = query.get('$deltatoken') ?? query.get('$skiptoken');
    const [ofEra = '', since = '0', from = '0'] = (token ?? `${era}.0.0`).split('.');
    if (Number(ofEra) !== era) return graphRefusal(410, 'SyncStateNotFound', 'The sync state is not found.');
    const moment = Date.parse(/receivedDateTime ge (\S+)$/.exec(query.get('$filter') ?? '')?.[1] ?? '1970-01-01T00:00:00Z');
    const first = fake.in(folder).find((mail) => mail.at >= moment)?.no ?? no + 1;
    const after = Math.max(Number(since), first - 1);
    const all = fake.in(folder).filter((mail) => mail.no > after);
    const start = Number(from);
    const link = (parameter: string, value: string): string =>
      `${server.url}/v1.0/me/${place}/messages/delta?${parameter}=${value}`;
    const value = [
      ...all.slice(start, start + PAGE).map(({ id }) => ({ id })),
      { id: 'gone', '@removed': { reason: 'deleted' } },
    ];
    if (start + PAGE < all.length) return ok({ value, '@odata.nextLink': link('$skiptoken', `${era}.${after}.${start + PAGE}`) });
    return ok({ value, '@odata.deltaLink': link('$deltatoken', `${era}.${no}.0`) });
  }

  const server = await startProviderServer(t, answer, {}, { isWrite: ({ url }) => url.endsWith('/send') });
  const fake: FakeOutlook = {
    server,
    grants,
    mails: [],
    folders: new Map(),
    settings: { clientId: 'outlook-app', clientSecret: CLIENT_SECRET, url: server.url },
    in: (folder) => fake.mails.filter((mail) => mail.folder === folder),
    receive: (raw, hasHeaders = true, folder = 'inbox') => {
      const bytes = Buffer.from(raw);
      const id = headerIn(bytes.toString('latin1'), 'Message-ID');
      return newMail(folder, { raw: bytes, hasHeaders, ...(id === undefined ? {} : { internetMessageId: id }) });
    },
    loseTokens: () => {
      era += 1;
    },
    refuseSend: (refusal) => {
      refused = refusal;
    },
    delayCopy: (times) => {
      late = times;
    },
  };
  return fake;
}

// Of which folder or label and to which alias all mails are kept, beside answers and mails of customers. It is chosen while the mailbox is
// connected, and later by whom the profile lets; what is in no such place is neither stored nor logged.
import { randomUUID } from 'node:crypto';
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import { findProfile } from '../../../account/places/index.ts';
import { type Base, keeperOf, type ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { reading, stateChange } from '../../../base/contract/operation.ts';
import type { Grant } from '../../../providers/ad-platform.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import { isBareAddress } from '../../../providers/mail/mail.ts';
import { MailboxFailure, type MailFolder, shownWords } from '../../../providers/mailbox/mailbox.ts';
import type { Tokens } from '../../../providers/oauth/client.ts';
import type { ConnectField } from '../../../providers/reading/connect-field.ts';
import { type Connection, findConnection, isUsable } from '../connection.ts';
import { ownConnection, shown } from '../connections.ts';
import { grantOfTokens, storedGrant } from '../grants.ts';
import { type ConnectLink, openLink, reconnectUrl } from '../links.ts';
import { mailboxOf, type Provider } from '../providers.ts';
import { type MailImport, storedMailImport, storedWantedImport, type WantedImport } from '../stored.ts';
import { noteMailRefusal } from './mailboxes.ts';

const FIELDS: readonly ConnectField[] = [
  {
    name: 'import_folder',
    label: 'Folder or label to keep (optional)',
    isSecret: false,
    hint: 'Its name. Every new mail in it is kept, no matter who sent it. Of other folders only answers and mails of customers are.',
  },
  {
    name: 'import_alias',
    label: 'Alias to keep (optional)',
    isSecret: false,
    hint: 'Such as support@example.com. Every new mail to it is kept, no matter who sent it.',
  },
];

export const importFields = ({ kind }: Provider): readonly ConnectField[] => (kind === 'email' ? FIELDS : []);

/** What the fields have at first: what was typed in, or what the connection has that is made again. */
export function importValues({ mailImport }: ConnectLink, connection: Connection | undefined): Record<string, string> {
  const { folder = null, alias = null } = mailImport ?? {
    folder: connection?.mailImport?.folder?.name ?? null,
    alias: connection?.mailImport?.alias ?? null,
  };
  return { ...(folder === null ? {} : { import_folder: folder }), ...(alias === null ? {} : { import_alias: alias }) };
}

/** Before the person goes on to the provider, or signs in. @throws ApiError */
export function keepImport(base: Base, token: string, values: Readonly<Record<string, string>>): void {
  const link = openLink(base, token);
  if (link.provider.kind !== 'email') return;
  const { import_folder = '', import_alias = '' } = values;
  const mailImport = { folder: import_folder.trim() || null, alias: checkedAlias('Alias', import_alias.trim() || null) };
  base.state
    .statement('act/connections/link_mail_import_put')
    .run({ link_id: link.linkId, mail_import: storedWantedImport.write(mailImport) });
}

/** The caller's choice. @throws ApiError `validation_error` */
export function wantedImport(provider: Provider, wanted: Partial<WantedImport> | undefined): WantedImport | undefined {
  if (!wanted) return undefined;
  if (provider.kind !== 'email') throw new ApiError('validation_error', `settings.mail_import: ${provider.name} has no mails.`);
  const { folder = null, alias = null } = wanted;
  return { folder, alias: checkedAlias('settings.mail_import.alias', alias) };
}

function checkedAlias(label: string, alias: string | null): string | null {
  if (alias === null) return null;
  if (!isBareAddress(alias)) throw new ApiError('validation_error', `${label}: is no mail address.`);
  return alias.toLowerCase();
}

/** The choice with the folder that is meant, by its name or id. @throws ApiError where there is none */
export async function resolveImport(
  base: Base,
  { mailImport, provider }: ConnectLink,
  tokens: Tokens,
): Promise<MailImport | null> {
  if (!mailImport || provider.kind !== 'email') return null;
  const { folder, alias } = mailImport;
  if (folder === null) return { folder: null, alias };
  const folders = await listed(provider.name, () => mailboxOf(base, provider).listFolders(grantOfTokens(tokens)));
  const meant =
    folders.find(({ id }) => id === folder) ?? folders.find(({ name }) => name.toLowerCase() === folder.toLowerCase());
  if (!meant) throw new ApiError('validation_error', missing(provider.name, folders));
  return { folder: meant, alias };
}

const SHOWN_FOLDERS = 20;

function missing(name: string, folders: readonly MailFolder[]): string {
  const names = folders.slice(0, SHOWN_FOLDERS).map((each) => shownWords(each.name));
  const found = names.length === 0 ? 'It has none that can be chosen.' : `It has: ${names.join(', ')}.`;
  return `folder: this mailbox at ${name} has no such folder or label. ${found}`;
}

/** Inside the caller's transaction. A link on which nothing was typed in leaves another connection's choice as it is. */
export function putImport(tx: Base, { connectionId }: ConnectLink, id: string, chosen: MailImport | null): void {
  if (!chosen || (id !== connectionId && chosen.folder === null && chosen.alias === null)) return;
  storeImport(tx, id, chosen);
}

/** What was chosen before stays so since then. */
function storeImport(tx: Base, id: string, { folder, alias }: MailImport): void {
  const before = findConnection(tx, id)?.mailImport;
  const choice = folder?.id === before?.folder?.id ? before?.folder?.choice : randomUUID();
  const aliasSince = alias === before?.alias ? before?.aliasSince : tx.clock.now();
  const kept: MailImport = { folder: folder && { ...folder, choice }, alias, aliasSince };
  tx.state
    .statement('act/connections/connection_mail_import_put')
    .run({ connection_id: id, mail_import: storedMailImport.write(kept) });
}

const MAX_FOLDERS = 1_000;
const isChoosable = ({ id, name }: MailFolder): boolean => id.length <= 500 && name.length <= 1_000;

/** As many as can be shown. @throws ApiError in place of the provider's refusal. */
async function listed(name: string, list: () => Promise<MailFolder[]>): Promise<MailFolder[]> {
  try {
    return (await list()).filter(isChoosable).slice(0, MAX_FOLDERS);
  } catch (error) {
    if (!(error instanceof MailboxFailure || error instanceof ProviderFailure)) throw error;
    throw new ApiError('service_unavailable', `${name} does not say now which folders the mailbox has. Try again later.`);
  }
}

function ownMailbox(base: ReadBase, profileId: string, id: string): Connection {
  const connection = ownConnection(base, profileId, id);
  const { provider, removedAt } = connection;
  if (removedAt !== null) throw new ApiError('not_found', 'No such connection.');
  if (provider.kind !== 'email') throw new ApiError('validation_error', `id: ${provider.name} is no mailbox.`);
  return connection;
}

/** TRICKY: a token may be renewed for it, which is stored, and an ended grant is noted, although somebody only reads. */
async function foldersOf(read: ReadBase, connection: Connection): Promise<MailFolder[]> {
  const base = keeperOf(read);
  const { provider } = connection;
  const ended = (): ApiError =>
    new ApiError('connection_not_ready', `${provider.name} does not accept the connection any more; connect it again.`, {
      reconnect_required: true,
      reconnect_url: reconnectUrl(base, connection.profileId),
    });
  if (!isUsable(connection)) throw ended();
  const mailbox = mailboxOf(base, provider);
  const grant: Grant = storedGrant(base, connection, mailbox);
  return listed(provider.name, async () => {
    try {
      return await mailbox.listFolders(grant);
    } catch (error) {
      if (!(error instanceof MailboxFailure && error.refusal === 'auth_revoked')) throw error;
      noteMailRefusal(base, connection, error);
      throw ended();
    }
  });
}

export const listMailFolders = reading('listMailFolders', async ({ profile, params }, base) => ({
  data: await foldersOf(base, ownMailbox(base, profile.profileId, params.id)),
}));

export const putMailImport = stateChange('putMailImport', {
  asksOutside: true,
  prepare: async ({ profile, params, body: { folder } }, read) => {
    const connection = ownMailbox(read, profile.profileId, params.id);
    // A folder that was chosen before stays so without asking, also while the mailbox cannot be reached.
    if (folder === null) return null;
    if (connection.mailImport?.folder?.id === folder) return connection.mailImport.folder;
    const folders = await foldersOf(read, connection);
    const meant = folders.find(({ id }) => id === folder);
    if (!meant) throw new ApiError('validation_error', missing(connection.provider.name, folders));
    return meant;
  },
  change: ({ principal, profile, params, body }, tx, folder) => {
    const { connectionId, provider } = ownMailbox(tx, profile.profileId, params.id);
    const chosen: MailImport = { folder, alias: checkedAlias('alias', body.alias) };
    storeImport(tx, connectionId, chosen);
    const workspaceId = findProfile(tx, profile.profileId)?.workspaceId ?? '';
    const detail = { provider: provider.id, folder: folder !== null, alias: chosen.alias !== null };
    writeAudit(tx, {
      actor: actorOf(principal),
      action: 'connection.mail_import_changed',
      profileId: profile.profileId,
      workspaceId,
      subject: connectionId,
      detail,
    });
    return { data: shown(tx, ownConnection(tx, profile.profileId, params.id)) };
  },
});

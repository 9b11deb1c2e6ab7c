// The folders of a mailbox at Outlook, two levels deep, that people may choose.
import type { Grant } from '../ad-platform.ts';
import type { MailFolder } from '../mailbox/mailbox.ts';
import { folders, type OutlookApi, storedFolder } from './api.ts';

/** By names that every mailbox knows: the inbox, and folders of own and thrown away mails. */
const NO_CHOICE = ['inbox', 'drafts', 'sentitems', 'outbox', 'deleteditems', 'junkemail'];
const MOST = '250';

export const folderPath = (id: string): string => `me/mailFolders/${encodeURIComponent(id)}`;

export async function listFolders(api: OutlookApi, grant: Grant): Promise<MailFolder[]> {
  const query = { $top: MOST, $select: 'id,displayName', $expand: `childFolders($top=${MOST};$select=id,displayName)` };
  const { value } = await api.json(grant, { method: 'GET', path: 'me/mailFolders', query }, folders);
  const left = new Set<string>();
  for (const name of NO_CHOICE) {
    const found = await api.find(grant, folderPath(name), { $select: 'id' }, storedFolder);
    if (found) left.add(found.id);
  }
  return value
    .flatMap(({ id, displayName = id, childFolders }) => [
      ...(left.has(id) ? [] : [{ id, name: displayName }]),
      ...(childFolders ?? []).map((child) => ({ id: child.id, name: `${displayName}/${child.displayName ?? child.id}` })),
    ])
    .filter(({ id }) => !left.has(id));
}

// The audit: the workspace's part of the chain of changes, each with its author and whether it still fits.
import { useAnswer } from '../../api/answer.ts';
import { api, unwrap } from '../../api/client.ts';
import { Pager, useCursors } from '../../design/pager.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Table } from '../../design/table.tsx';
import { useNameOf } from '../../frame/names.ts';
import { moment } from '../../words/format.ts';
import type { Here } from './here.ts';

const wordsOf = (action: string): string =>
  action
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/\b(?:api|mcp|pii|dpa)\b/g, (name) => name.toUpperCase())
    .replace(/^./, (first) => first.toUpperCase());

export function Audit({ here }: { here: Here }) {
  const cursors = useCursors();
  const nameOf = useNameOf(here.at);
  const query = { limit: 50, ...cursors.query };
  const answer = useAnswer(['settings', 'audit', here.workspace_id, query], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/audit', { params: { path: here.at, query }, signal })),
  );
  const profileOf = new Map(here.profiles.map(({ profile_id, name }) => [profile_id, name]));
  return (
    <Panel title="Changes" lead="Newest first. Entries are a chain of hashes: one that was altered later is marked.">
      <Loaded answer={answer} lines={10}>
        {({ data, pagination }) => (
          <>
            {data.some(({ intact }) => !intact) && (
              <p class="notice">Some entries do not fit the chain: they were altered outside of the service.</p>
            )}
            <Table name="Changes" columns={['When', 'Who', 'What', 'Profile', 'Details']}>
              {data.map(({ no, at, actor, action, profile_id, detail, intact }) => (
                <tr key={no}>
                  <td class="text">{moment(at, here.timezone)}</td>
                  <td class="text">{nameOf(actor)}</td>
                  <td class="text">
                    {wordsOf(action)}
                    {!intact && <b class="bad"> altered</b>}
                  </td>
                  <td class="text">{profile_id === null ? '–' : (profileOf.get(profile_id) ?? profile_id.slice(0, 8))}</td>
                  <td class="text settings-detail">{detailOf(detail)}</td>
                </tr>
              ))}
            </Table>
            <Pager cursors={cursors} pagination={pagination} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(textOf).join(', ') : JSON.stringify(value);
};

const detailOf = (detail: Record<string, unknown>): string =>
  Object.entries(detail)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${textOf(value)}`)
    .join('; ');

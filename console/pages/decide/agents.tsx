// The ad writes of agents, carried out and refused, from the record of agents' writes, which admins may read.
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { useNameOf } from '../../frame/names.ts';
import { usePlace, useProfile } from '../../frame/place.tsx';
import { moment } from '../../words/format.ts';
import { adsOf } from './written-ads.ts';

type Entry = Schemas['McpWritebackAuditsAnswer']['data'][number];
const LATEST = 100;

const TOOLS: Readonly<Record<string, string>> = {
  apply_recommendation: 'Applied a recommendation',
  dismiss_recommendation: 'Dismissed a recommendation',
  pause_ad: 'Paused an ad',
  resume_ad: 'Resumed an ad',
  set_ad_set_budget: 'Changed a budget',
};

export function Agents() {
  const { workspace_id, profile_id } = useProfile();
  const role = usePlace().workspace?.role;
  const isAdmin = role === 'owner' || role === 'admin';
  const answer = useAnswer(
    ['decide', 'agents', workspace_id],
    (signal) =>
      unwrap(
        api.GET('/api/v1/workspaces/{workspaceId}/mcp-writeback-audits', {
          params: { path: { workspaceId: workspace_id }, query: { limit: LATEST } },
          signal,
        }),
      ),
    { isEnabled: isAdmin },
  );
  if (!isAdmin) return <Empty title="Owners and admins of the workspace see what agents wrote." />;
  return (
    <Panel title="What agents decided" lead="Of the last 100 writes of agents in the workspace, those about ads; refusals too">
      <Loaded answer={answer} lines={6}>
        {({ data }) => {
          const entries = data.filter(
            ({ tool, subject }) => subject === profile_id && tool !== null && Object.hasOwn(TOOLS, tool),
          );
          return entries.length === 0 ? (
            <Empty title={noneText(data.length)}>
              <p>
                An agent needs a token with the scope campaigns:apply, and the permission of the workspace that agents may write.
                Changes through the REST API are not listed here but in the audit.
              </p>
            </Empty>
          ) : (
            <Table entries={entries} />
          );
        }}
      </Loaded>
    </Panel>
  );
}

/** The stored answers on earlier writes, where the last ones are shown. */
const noneText = (writes: number): string =>
  writes < LATEST
    ? 'No agent has changed ads of this profile yet.'
    : `None of the last ${LATEST} writes of agents concerns ads of this profile.`;

function Table({ entries }: { entries: readonly Entry[] }) {
  const { timezone, profile_id, workspace_id: workspaceId } = useProfile();
  const nameOf = useNameOf({ workspaceId });
  const query = { profile_id, limit: LATEST };
  const audit = useAnswer(['audit', workspaceId, profile_id], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/audit', { params: { path: { workspaceId }, query }, signal })),
  );
  return (
    <section class="scroll" aria-label="What agents decided" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {['When', 'What', 'Which', 'Agent', 'For', 'Result'].map((title) => (
              <th key={title} scope="col" class="text">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => {
            const { id, at, actor, credential, event, tool, code } = entry;
            const which = adsOf(entry, entries, audit.data?.data ?? []);
            return (
              <tr key={id}>
                <td class="text">{moment(at, timezone)}</td>
                <td class="text">{TOOLS[tool ?? ''] ?? tool}</td>
                <td class="text">{which.length === 0 ? '–' : which.join(', ')}</td>
                <td class="text">{credential === null ? '–' : `Agent ${credential.slice(0, 8)}`}</td>
                <td class="text">
                  <bdi>{nameOf(actor)}</bdi>
                </td>
                <td class="text">{event === 'refused' ? `Refused: ${code ?? 'no code'}` : 'Done, or waits for its approval'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

// Agents: how one is connected, whether agents may write in this workspace, whether their changes of ads are approved, and what they wrote.
import { useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Act, Confirm } from '../../design/act.tsx';
import { Snippet } from '../../design/copy.tsx';
import { Pager, useCursors } from '../../design/pager.tsx';
import { Loaded, Panel } from '../../design/panel.tsx';
import { Empty } from '../../design/states.tsx';
import { Table } from '../../design/table.tsx';
import { useNameOf } from '../../frame/names.ts';
import { count, moment } from '../../words/format.ts';
import { forgetSettings, type Here } from './here.ts';

/** The text in place of a limit, for an installation without plans. */
const NO_LIMIT = 1_000_000;

export function Agents({ here }: { here: Here }) {
  return (
    <>
      <div class="columns">
        <Panel title="Connect an agent" lead="Any program that speaks MCP: it asks you in the browser what it may do">
          <Snippet text={`${location.origin}/mcp`} about="the address for agents" />
        </Panel>
        <Writing here={here} />
        <AdApprovals here={here} />
      </div>
      {here.isAdmin && <Written here={here} />}
    </>
  );
}

const useRules = (here: Here) =>
  useAnswer(['settings', 'mcp', here.workspace_id], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/mcp-settings', { params: { path: here.at }, signal })),
  );

const setRules = (here: Here, body: Schemas['McpSettingsChange']): Promise<unknown> =>
  unwrap(api.PUT('/api/v1/workspaces/{workspaceId}/mcp-settings', { params: { path: here.at }, body }));

function Writing({ here }: { here: Here }) {
  const answer = useRules(here);
  const set = (mcp_writeback_enabled: boolean): Promise<unknown> => setRules(here, { mcp_writeback_enabled });
  return (
    <Panel title="Writing">
      <Loaded answer={answer}>
        {({ data: { mcp_writeback_enabled: isOn, units } }) => (
          <>
            <p>
              {isOn ? (
                <>
                  Agents <b>may write</b> here with tools, within the roles of the people they act for. Each change goes through a
                  preview and a dry run, and is listed below.
                </>
              ) : (
                <>
                  Agents <b>only read</b> here with tools. A program with a member’s token can write through the REST API, as far
                  as the member allowed.
                </>
              )}
            </p>
            {here.isAdmin ? (
              <span class="row">
                {isOn ? (
                  <Act text="Stop agents from writing" act={() => set(false)} afterwards={forgetSettings} />
                ) : (
                  <Confirm text="Let agents write" title="Let agents write?" act={() => set(true)} afterwards={forgetSettings}>
                    <p>
                      They can then change goals, rules, budgets and more, as far as the person behind them may. Each change needs
                      a preview and a confirmation, and can be switched off here at any time.
                    </p>
                  </Confirm>
                )}
              </span>
            ) : (
              <p class="note">An owner or admin changes this.</p>
            )}
            <p class="note">
              {count(units.used_today)}
              {units.per_day < NO_LIMIT ? ` of ${count(units.per_day)}` : ''} units used today (UTC)
            </p>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function AdApprovals({ here }: { here: Here }) {
  const answer = useRules(here);
  const set = (require_approval_for_tokens: boolean): Promise<unknown> => setRules(here, { require_approval_for_tokens });
  return (
    <Panel title="Changes of ads">
      <Loaded answer={answer}>
        {({ data: { require_approval_for_tokens: isOn } }) => (
          <>
            <p>
              {isOn ? (
                <>
                  An owner or admin <b>approves each change</b> of an ad that an agent makes, with tools or through the REST API.
                </>
              ) : (
                <>
                  An agent of an owner or admin changes ads <b>at once</b>, through the REST API and, if agents may write, with
                  tools. What agents of other members change is approved first.
                </>
              )}
            </p>
            {here.isAdmin ? (
              <span class="row">
                {isOn ? (
                  <Confirm
                    text="Let agents change ads at once"
                    title="Let agents change ads without an approval?"
                    act={() => set(false)}
                    afterwards={forgetSettings}
                  >
                    <p>
                      Programs that act for an owner or admin can then pause ads and change budgets, and nobody is asked before.
                    </p>
                  </Confirm>
                ) : (
                  <Act text="Require approval of each change" act={() => set(true)} afterwards={forgetSettings} />
                )}
              </span>
            ) : (
              <p class="note">An owner or admin changes this.</p>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

const EVENTS = {
  enabled: 'Writing switched on',
  disabled: 'Writing switched off',
  approval_required: 'Approval of ad changes required',
  approval_waived: 'Approval of ad changes waived',
  applied: 'Applied',
  refused: 'Refused',
} as const;

function Written({ here }: { here: Here }) {
  const cursors = useCursors();
  const nameOf = useNameOf(here.at);
  const query = { limit: 25, ...cursors.query };
  const answer = useAnswer(['settings', 'written', here.workspace_id, query], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/mcp-writeback-audits', { params: { path: here.at, query }, signal })),
  );
  return (
    <Panel title="What agents wrote" lead="Newest first, refusals too">
      <Loaded answer={answer}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <Empty title="Nothing yet." />
          ) : (
            <>
              <Table name="What agents wrote" columns={['When', 'For', 'What', 'Tool', 'Subject', 'Result']}>
                {data.map(({ id, at, actor, event, tool, subject, code }) => (
                  <tr key={id}>
                    <td class="text">{moment(at, here.timezone)}</td>
                    <td class="text">{nameOf(actor)}</td>
                    <td class="text">{EVENTS[event]}</td>
                    <td class="text">{tool ?? '–'}</td>
                    <td class="text">{subject ?? '–'}</td>
                    <td class="text">{code ?? '–'}</td>
                  </tr>
                ))}
              </Table>
              <Pager cursors={cursors} pagination={pagination} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

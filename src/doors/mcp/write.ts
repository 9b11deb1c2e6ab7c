// Writing tools: preview, dry run, confirm. The first two leave nothing behind; the last runs under the token of the dry run as its
// idempotency key, where agents may write, and is written down among the write-back audits, refused or not.
import { actorOf } from '../../account/audit/index.ts';
import { LoweringRefused, refuseLowering } from '../../account/guards/index.ts';
import { workspacesById } from '../../account/workspaces/index.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Principal } from '../../base/contract/operation.ts';
import { type Admitted, type Calls, type Gate, type Input, RateExceeded, type Result } from '../../call/index.ts';
import { runTool, type ToolCall, unitGate } from './call.ts';
import { checkedToken, confirmToken, type Tried } from './confirm-token.ts';
import { isWritebackEnabled } from './mcp-settings.ts';
import { STEPS, type WriteStep } from './schemas.ts';
import { askToWrite, requireWriteback, WritesClosed } from './write-access.ts';
import { addWritebackAudit } from './writeback-audits.ts';

/** The answer of a step, without its words. */
export interface Written {
  step: WriteStep;
  /** In one sentence, for the person. */
  said: string;
  /** Where the units were taken. */
  workspaceId: string | undefined;
  isReplay?: boolean;
  structured: Record<string, unknown>;
}

interface Write extends Tried {
  calls: Calls;
  call: ToolCall;
  step: WriteStep;
  confirmToken: unknown;
}

const steps: Record<WriteStep, (write: Write) => Promise<Written>> = { preview, dry_run: dryRun, confirm };

export async function runWrite(calls: Calls, principal: Principal, toolCall: ToolCall): Promise<Written> {
  const { step = 'preview', confirm_token: token, ...rest } = toolCall.args;
  const existing = STEPS.find((each) => each === (step ?? 'preview'));
  if (!existing) throw new ApiError('invalid_parameter', `step: must be one of ${STEPS.join(', ')}.`);
  const args = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const call = { ...toolCall, args };
  return steps[existing]({ calls, principal, tool: call.tool.shown.name, args, call, step: existing, confirmToken: token });
}

/** The common part of every step's answer. */
const head = ({ tool, args, step }: Write, { workspaceId }: Result) => ({
  step,
  tool,
  workspace_id: workspaceId ?? null,
  ...(step === 'confirm' ? {} : { arguments: args }),
});

const writeback = ({ calls }: Write, { workspaceId }: Result): boolean | null =>
  workspaceId === undefined ? null : isWritebackEnabled(calls.base, workspaceId);

async function preview(write: Write): Promise<Written> {
  const { calls, call } = write;
  const result = await runTool(calls, call, { mode: 'check', gate: unitGate(calls.base, call.tool.entry.units) });
  if (result.refusal) throw result.refusal;
  const { workspaceId } = result;
  const mayWrite = writeback(write, result);
  const gate =
    mayWrite === false ? ' Agents may not write there yet: dry_run gives a link by which an owner or admin allows it.' : '';
  return {
    step: 'preview',
    workspaceId,
    said: `Nothing is written. It would ${purposeOf(call)}${placeOf(calls.base, result)} with ${JSON.stringify(write.args)}.${gate} Show this to the person; when they agree, call again with the same arguments and "step": "dry_run".`,
    structured: { ...head(write, result), mcp_writeback_enabled: mayWrite, next_step: 'dry_run' },
  };
}

const purposeOf = ({ tool }: ToolCall): string => {
  const { title } = tool;
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
};

function placeOf(base: Base, { workspaceId }: Result): string {
  const [workspace] = workspaceId === undefined ? [] : workspacesById(base, [workspaceId]);
  return workspace ? ` (workspace ${JSON.stringify(workspace.name)})` : '';
}

async function dryRun(write: Write): Promise<Written> {
  const { calls, call } = write;
  const { base } = calls;
  const units = unitGate(base, call.tool.entry.units);
  const enter: Gate['enter'] = (admitted) => {
    requireWriteback(base, admitted.workspaceId);
    units.enter(admitted);
  };
  const result = await gated(write, { mode: 'dry_run', gate: { ...units, enter } });
  const isExecuted = result.value !== undefined;
  const { token, before } = confirmToken(base, write);
  const confirm_before = new Date(before).toISOString();
  return {
    step: 'dry_run',
    workspaceId: result.workspaceId,
    said: `${isExecuted ? 'Tried and rolled back' : 'Checked, as far as it can be without doing it'}: nothing is written. To do it, call again with the same arguments, "step": "confirm" and "confirm_token": "${token}", before ${confirm_before}.`,
    structured: {
      ...head(write, result),
      mcp_writeback_enabled: writeback(write, result),
      outcome: isExecuted ? outcomeOf(result) : 'checked',
      ...(result.planned === undefined ? {} : { planned: result.planned }),
      confirm_token: token,
      confirm_before,
      next_step: 'confirm',
    },
  };
}

const outcomeOf = ({ status }: Result): string => (status === 201 ? 'created' : status === 202 ? 'accepted' : 'changed');

async function confirm(write: Write): Promise<Written> {
  const { calls, call } = write;
  const idempotencyKey = checkedToken(calls.base, write, write.confirmToken);
  const result = await gated(write, { idempotencyKey, gate: confirmGate(calls.base, call) });
  const { isReplayed, workspaceId, value } = result;
  return {
    step: 'confirm',
    workspaceId,
    isReplay: isReplayed,
    said: isReplayed ? 'This was done before; nothing was done again.' : 'Done.',
    structured: { ...head(write, result), is_replay: isReplayed, answer: value },
  };
}

/** Where agents may not write, or not so, a person is question to let them. That is written down, and so is what is refused at the last step. */
async function gated({ calls, call, step }: Write, how: Pick<Input, 'mode' | 'gate' | 'idempotencyKey'>): Promise<Result> {
  const result = await runTool(calls, call, how);
  const { refusal, workspaceId, principal } = result;
  if (!refusal) return result;
  if (workspaceId === undefined || refusal instanceof RateExceeded) throw refusal;
  const question = askAbout(calls.base, refusal, workspaceId, principal);
  const { code, status } = refusal;
  if (question || step === 'confirm')
    addWritebackAudit(calls.base, { ...traceOf(call, result), workspaceId, event: 'refused', status, code });
  throw question ?? refusal;
}

/** The refusal with a handoff that is raised now, or was before. What a dry run raised was rolled back, and its token leads no further. */
function askAbout(base: Base, refusal: ApiError, workspaceId: string, principal: Principal): ApiError | undefined {
  if (refusal instanceof WritesClosed) return askToWrite(base, workspaceId, principal);
  if (refusal.cause instanceof LoweringRefused) return refuseLowering(base, refusal.cause.lowering);
  return undefined;
}

const traceOf = ({ tool, requestId }: ToolCall, { principal, profile, workspaceId }: Admitted) => ({
  actor: actorOf(principal),
  credential: principal.credentialId,
  requestId,
  tool: tool.shown.name,
  subject: profile?.profileId ?? workspaceId ?? null,
});

/** Only where agents may write, for units, and with the audit in the transaction of what is done. */
function confirmGate(base: Base, call: ToolCall): Gate {
  const units = unitGate(base, call.tool.entry.units);
  return {
    ...units,
    enter: (admitted) => {
      requireWriteback(base, admitted.workspaceId);
      units.enter(admitted);
    },
    leave: (admitted, answer) => {
      // A new workspace is audited in that workspace.
      const workspaceId = admitted.workspaceId ?? createdWorkspace(answer);
      if (workspaceId === undefined) return;
      const trace = traceOf(call, { ...admitted, workspaceId });
      addWritebackAudit(base, { ...trace, workspaceId, event: 'applied', status: null, code: null });
    },
  };
}

const createdWorkspace = (answer: unknown): string | undefined =>
  (answer as { data: { workspace_id?: string } }).data.workspace_id;

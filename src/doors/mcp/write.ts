// Writing tools: preview, dry run, confirm. The first two leave nothing behind; the last runs under the token of the dry run as its
// idempotency key, where agents may write, and is written down among the write-back audits, refused or not.
import { actorOf } from '../../account/access/index.ts';
import { workspacesById } from '../../account/workspaces/index.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Principal } from '../../base/contract/operation.ts';
import type { Signals } from '../../base/kit/signals.ts';
import type { Door, Exchange } from '../rest/exchange.ts';
import { checkCall, runPipeline } from '../rest/pipeline.ts';
import { RateExceeded } from '../rest/rate-limits.ts';
import { refusalOf } from '../rest/refusals.ts';
import { waits } from '../rest/steps.ts';
import { metered, type ToolCall, toolExchange } from './call.ts';
import { checkedToken, confirmToken, type Tried } from './confirm-token.ts';
import { isWritebackEnabled } from './mcp-settings.ts';
import { STEPS, type WriteStep } from './schemas.ts';
import { takeUnits } from './units.ts';
import { askToWrite, requireWriteback, WritesClosed } from './write-access.ts';
import { addWritebackAudit } from './writeback-audits.ts';

/** What a step answers besides the words about it. */
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
  door: Door;
  call: ToolCall;
  step: WriteStep;
  confirmToken: unknown;
}

const steps: Record<WriteStep, (write: Write) => Promise<Written>> = { preview, dry_run: dryRun, confirm };

export async function runWrite(door: Door, principal: Principal, given: ToolCall): Promise<Written> {
  const { step = 'preview', confirm_token: token, ...rest } = given.args;
  const known = STEPS.find((each) => each === (step ?? 'preview'));
  if (!known) throw new ApiError('invalid_parameter', `step: must be one of ${STEPS.join(', ')}.`);
  const args = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const call = { ...given, args };
  return steps[known]({ door, principal, tool: call.tool.shown.name, args, call, step: known, confirmToken: token });
}

/** What every step says of itself. */
const head = ({ tool, args, step }: Write, { workspaceId }: Exchange) => ({
  step,
  tool,
  workspace_id: workspaceId ?? null,
  ...(step === 'confirm' ? {} : { arguments: args }),
});

const writeback = ({ door }: Write, { workspaceId }: Exchange): boolean | null =>
  workspaceId === undefined ? null : isWritebackEnabled(door.base, workspaceId);

async function preview(write: Write): Promise<Written> {
  const { door, call } = write;
  const exchange = toolExchange(door, call);
  await checkCall(exchange);
  const { workspaceId } = exchange;
  if (workspaceId !== undefined) takeUnits(door.base, workspaceId, call.tool.entry.units);
  const mayWrite = writeback(write, exchange);
  const gate =
    mayWrite === false ? ' Agents may not write there yet: dry_run gives a link by which an owner or admin allows it.' : '';
  return {
    ...{ step: 'preview', workspaceId },
    said: `Nothing is written. It would ${purposeOf(call)}${placeOf(door.base, exchange)} with ${JSON.stringify(write.args)}.${gate} Show this to the person; when they agree, call again with the same arguments and "step": "dry_run".`,
    structured: { ...head(write, exchange), mcp_writeback_enabled: mayWrite, next_step: 'dry_run' },
  };
}

const purposeOf = ({ tool }: ToolCall): string => {
  const title = tool.shown.title ?? tool.shown.name;
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
};

function placeOf(base: Base, { workspaceId }: Exchange): string {
  const [workspace] = workspaceId === undefined ? [] : workspacesById(base, [workspaceId]);
  return workspace ? ` (workspace ${JSON.stringify(workspace.name)})` : '';
}

async function dryRun(write: Write): Promise<Written> {
  const { door, call } = write;
  // What waits may reach outside, and that cannot be taken back: then all is checked that comes before.
  const isTried = !waits(door.handlerOf(call.tool.operation.id));
  const exchange = toolExchange(isTried ? trying(door) : door, call);
  await gated(write, exchange, async () => {
    if (isTried) return runPipeline(exchange);
    await checkCall(exchange);
    requireWriteback(door.base, exchange.workspaceId);
  });
  if (!isTried && exchange.workspaceId !== undefined) takeUnits(door.base, exchange.workspaceId, call.tool.entry.units);
  const { token, before } = confirmToken(door.base, write);
  const confirm_before = new Date(before).toISOString();
  return {
    ...{ step: 'dry_run', workspaceId: exchange.workspaceId },
    said: `${isTried ? 'Tried, and taken back' : 'Checked, as far as it can be without doing it'}: nothing is written. To do it, call again with the same arguments, "step": "confirm" and "confirm_token": "${token}", before ${confirm_before}.`,
    structured: {
      ...{ ...head(write, exchange), mcp_writeback_enabled: writeback(write, exchange), outcome: outcomeOf(exchange) },
      ...{ confirm_token: token, confirm_before, next_step: 'confirm' },
    },
  };
}

function outcomeOf({ outgoing }: Exchange): string {
  if (!outgoing) return 'checked';
  return outgoing.status === 201 ? 'created' : outgoing.status === 202 ? 'accepted' : 'changed';
}

async function confirm(write: Write): Promise<Written> {
  const { door, call } = write;
  const idempotencyKey = checkedToken(door.base, write, write.confirmToken);
  const confirmed = confirming(door, call);
  const exchange = toolExchange(confirmed.door, { ...call, idempotencyKey });
  await gated(write, exchange, () => runPipeline(exchange));
  confirmed.release();
  const isReplay = exchange.isReplayed === true;
  return {
    ...{ step: 'confirm', workspaceId: exchange.workspaceId, isReplay },
    said: isReplay ? 'This was done before; nothing was done again.' : 'Done.',
    structured: {
      ...head(write, exchange),
      is_replay: isReplay,
      answer: JSON.parse((exchange.outgoing as { text: string }).text),
    },
  };
}

/** Where agents may not write, a person is asked to let them. That is written down, and so is what is refused at the last step. */
async function gated({ door, call, step }: Write, exchange: Exchange, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { workspaceId, principal } = exchange;
    if (workspaceId === undefined || error instanceof RateExceeded) throw error;
    const isClosed = error instanceof WritesClosed;
    const { code, status } = refusalOf(error).error;
    if (isClosed || step === 'confirm')
      addWritebackAudit(door.base, { ...traceOf(call, exchange), workspaceId, event: 'refused', status, code });
    throw isClosed ? askToWrite(door.base, workspaceId, principal) : error;
  }
}

type Called = Pick<Exchange, 'principal' | 'profile'> & { workspaceId?: string };

const traceOf = ({ tool, requestId }: ToolCall, { principal, profile, workspaceId }: Called) => ({
  ...{ actor: actorOf(principal), credential: principal.credentialId, requestId, tool: tool.shown.name },
  subject: profile?.profileId ?? workspaceId ?? null,
});

/** The same door, but what runs is taken back, unheard. Not for a handler that waits. */
function trying(door: Door): Door {
  const trial = (id: string) => (given: unknown, base: Base) => {
    requireWriteback(base, (given as Called).workspaceId);
    const takeBack = new Error('a trial is taken back');
    let result: unknown;
    try {
      base.state.tx(() => {
        result = door.handlerOf(id)(given, withHeldSignals(base).base);
        throw takeBack;
      });
    } catch (error) {
      if (error !== takeBack) throw error;
    }
    return result;
  };
  return metered({ ...door, handlerOf: trial });
}

/** The same door, but only where agents may write, for units, and with its audit in the transaction of what is done. */
function confirming(door: Door, call: ToolCall): { door: Door; release: () => void } {
  const { units } = call.tool.entry;
  const held = withHeldSignals(door.base);
  const audit = (given: Called, result: unknown): void => {
    // What makes a workspace is written down there.
    const made = (result as { data: { workspace_id?: string } }).data.workspace_id;
    const workspaceId = given.workspaceId ?? made;
    if (workspaceId === undefined) return;
    const trace = traceOf(call, { ...given, workspaceId });
    addWritebackAudit(door.base, { ...trace, workspaceId, event: 'applied', status: null, code: null });
  };
  const handlerOf: Door['handlerOf'] = (id) => {
    const run = door.handlerOf(id);
    const together = (given: unknown): unknown => {
      const { workspaceId } = given as Called;
      requireWriteback(door.base, workspaceId);
      if (workspaceId !== undefined) takeUnits(door.base, workspaceId, units);
      const result = run(given, held.base);
      audit(given as Called, result);
      return result;
    };
    const waiting = async (given: unknown): Promise<unknown> => {
      requireWriteback(door.base, (given as Called).workspaceId);
      const result = await metered(door).handlerOf(id)(given, door.base);
      audit(given as Called, result);
      return result;
    };
    return waits(run) ? waiting : together;
  };
  return { door: { ...door, handlerOf }, release: held.release };
}

/** Notices wait until what they tell of is on disk; without `release` nobody hears them. */
function withHeldSignals(base: Base): { base: Base; release: () => void } {
  const held: Parameters<Signals['emit']>[] = [];
  const signals: Signals = { ...base.signals, emit: (...notice) => void held.push(notice) };
  return {
    base: { ...base, signals },
    release: () => {
      for (const notice of held.splice(0)) base.signals.emit(...notice);
    },
  };
}

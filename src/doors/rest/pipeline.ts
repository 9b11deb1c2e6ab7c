// What every call goes through, in this order, whoever makes it. A row is a step, a column a kind of credential; until
// `identify` has run everybody is in the first column. It is the first, so that a stranger's body is never read. No step writes a response: only `answer` does, after the last one.
import type { Principal } from '../../base/contract/operation.ts';
import type { Exchange } from './exchange.ts';
import { readRequest } from './read-request.ts';
import { refusalOf } from './refusals.ts';
import {
  checkAccess,
  checkAnswer,
  checkRequest,
  findContainer,
  identify,
  limitRate,
  replayIdempotent,
  runOperation,
  settle,
} from './steps.ts';

type Step = (exchange: Exchange) => void | Promise<void>;
type Column = Exclude<Principal['kind'], 'tracker'>;

interface Row {
  name: string;
  steps: Record<Column, Step>;
}

const pass: Step = () => undefined;
const replay = replayIdempotent;

function row(name: string, open: Step, session: Step, user: Step, key: Step, app: Step): Row {
  return { name, steps: { public: open, session, user, key, app } };
}

// biome-ignore format: the columns are the point
const rows: readonly Row[] = [
  //                     public        session        user           key            app
  row('identify',        identify,     pass,          pass,          pass,          pass),
  row('read body',       readRequest,  readRequest,   readRequest,   readRequest,   readRequest),
  row('find container',  pass,         findContainer, findContainer, findContainer, findContainer),
  row('limit rate',      pass,         limitRate,     limitRate,     limitRate,     limitRate),
  row('check access',    pass,         checkAccess,   checkAccess,   checkAccess,   checkAccess),
  row('check request',   checkRequest, checkRequest,  checkRequest,  checkRequest,  checkRequest),
  row('replay',          pass,         replay,        replay,        replay,        replay),
  row('run operation',   runOperation, runOperation,  runOperation,  runOperation,  runOperation),
  row('check response',  checkAnswer,  checkAnswer,   checkAnswer,   checkAnswer,   checkAnswer),
];

export const runPipeline = (exchange: Exchange): Promise<void> => run(exchange, rows);

/** As far as the operation, without it: whoever asks learns whether the call would be let through. */
export const checkCall = (exchange: Exchange): Promise<void> => run(exchange, rowsBefore);
const rowsBefore = rows.slice(
  0,
  rows.findIndex(({ name }) => name === 'replay'),
);

async function run(exchange: Exchange, through: readonly Row[]): Promise<void> {
  try {
    for (const { steps } of through) {
      const going = steps[exchange.principal.kind as Column](exchange);
      if (going instanceof Promise) await going;
    }
  } catch (error) {
    const { status, code } = refusalOf(error).error;
    await settle(exchange, status, code);
    throw error;
  } finally {
    await exchange.form?.drop();
  }
  await settle(exchange, exchange.outgoing?.status ?? 200);
}

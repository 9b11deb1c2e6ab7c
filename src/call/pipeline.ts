// The steps of every call, in this order, for every caller. A row is a step, a column a kind of credential; until
// `identify` has run, a caller whom no door has identified is in the first column. It is the first, so that a stranger's body is never
// read. No step writes a response.
import type { Principal } from '../base/contract/operation.ts';
import type { Exchange } from './exchange.ts';
import { readRequest } from './read-request.ts';
import { refusalOf } from './refusals.ts';
import { runOperation, runTracker } from './run.ts';
import {
  checkAccess,
  checkAnswer,
  checkInput,
  countRefused,
  enterGate,
  findContainer,
  identify,
  limitRate,
  limitTracker,
  placeTracker,
  record,
  refuseEnded,
  replayIdempotent,
} from './steps.ts';

type Step = (exchange: Exchange) => void | Promise<void>;
type Column = Principal['kind'];

interface Row {
  name: string;
  steps: Record<Column, Step>;
}

const pass: Step = () => undefined;
const replay = replayIdempotent;

function row(name: string, open: Step, session: Step, user: Step, key: Step, app: Step, tracker: Step): Row {
  return { name, steps: { public: open, session, user, key, app, tracker } };
}

// The door of trackers finds the profile by the key in the body, so it reads and checks the body itself.
// biome-ignore format: the columns are the point
const rows: readonly Row[] = [
  //                     public        session        user           key            app            tracker
  row('identify',        identify,     pass,          pass,          pass,          pass,          pass),
  row('read body',       readRequest,  readRequest,   readRequest,   readRequest,   readRequest,   placeTracker),
  row('find container',  pass,         findContainer, findContainer, findContainer, findContainer, pass),
  row('limit rate',      pass,         limitRate,     limitRate,     limitRate,     limitRate,     limitTracker),
  row('refuse ended',    pass,         refuseEnded,   refuseEnded,   refuseEnded,   refuseEnded,   pass),
  row('check access',    pass,         checkAccess,   checkAccess,   checkAccess,   checkAccess,   pass),
  row('check request',   checkInput,   checkInput,    checkInput,    checkInput,    checkInput,    pass),
  row('replay',          pass,         replay,        replay,        replay,        replay,        pass),
  row('run operation',   runOperation, runOperation,  runOperation,  runOperation,  runOperation,  runTracker),
  row('check response',  checkAnswer,  checkAnswer,   checkAnswer,   checkAnswer,   checkAnswer,   pass),
];

const rowsBefore = rows.slice(
  0,
  rows.findIndex(({ name }) => name === 'replay'),
);

/** In the mode `check` as far as the operation, without it: whether the call would be let through. */
export async function runPipeline(exchange: Exchange): Promise<void> {
  try {
    const isCheck = exchange.input.mode === 'check';
    for (const { steps } of isCheck ? rowsBefore : rows) {
      const going = steps[exchange.principal.kind](exchange);
      if (going instanceof Promise) await going;
    }
    if (isCheck) enterGate(exchange);
  } catch (error) {
    const { status, code, message } = refusalOf(error).error;
    countRefused(exchange, code, message);
    await record(exchange, status, code);
    throw error;
  } finally {
    await exchange.form?.drop();
  }
  await record(exchange, exchange.outgoing?.status ?? 200);
}

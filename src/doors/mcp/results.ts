// Tool results: the answer with a line in words before it, or the refusal with the next step. Both contain the JSON that
// REST would have answered, with tools named as tools, so that nothing is lost in the words.

import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ApiError } from '../../base/contract/api-error.ts';
import { type ErrorCode, errorCatalogue } from '../../base/contract/error-catalogue.ts';
import { jsonObject, readJson } from '../../base/kit/stored-json.ts';
import { takes } from './call.ts';
import { inToolWords, nameOperations } from './names.ts';
import type { OperationTool } from './tools.ts';
import type { Units } from './units.ts';
import type { Written } from './write.ts';

/** The answer, and its cost. */
export interface Answered {
  text: string;
  units?: (Units & { cost: number }) | undefined;
}

interface Envelope {
  data?: unknown;
  meta?: Record<string, unknown>;
  warnings?: { code: string; message: string }[];
  pagination?: { has_next: boolean; cursor: string | null };
}

export function answered(tool: OperationTool, { text, units }: Answered): CallToolResult {
  const structuredContent = inToolWords(readJson('an answer', jsonObject, text));
  const words = [...frameOf(structuredContent), ...restOf(tool, structuredContent), ...costOf(units)].join('\n');
  return {
    content: [
      { type: 'text', text: words },
      { type: 'text', text: JSON.stringify(structuredContent) },
    ],
    structuredContent,
    ...metaOf(tool, units),
  };
}

/** A step of a writing tool. */
export function wrote(tool: OperationTool, { said, structured: written }: Written, units: Answered['units']): CallToolResult {
  const structured = inToolWords(written);
  const { answer = {} } = structured as { answer?: Envelope };
  const words = [said, ...frameOf(answer), ...restOf(tool, answer), ...costOf(units)].join('\n');
  return {
    content: [
      { type: 'text', text: words },
      { type: 'text', text: JSON.stringify(structured) },
    ],
    structuredContent: structured,
    ...metaOf(tool, units),
  };
}

/** What is said beside the result, for programs: its cost, and the fields whose texts are others'. */
function metaOf({ untrusted }: OperationTool, units: Answered['units']): Pick<CallToolResult, '_meta'> {
  const meta = {
    ...(units ? { 'tributary/units': units } : {}),
    ...(untrusted.length > 0 ? { 'tributary/untrusted': untrusted } : {}),
  };
  return Object.keys(meta).length > 0 ? { _meta: meta } : {};
}

/** An answer that has no operation behind it, and so no frame and no cost. */
export const textResult = (answer: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(answer) }],
  structuredContent: answer,
});

/** Period, money and size, as far as the answer has them. */
function frameOf({ data, meta = {}, warnings = [] }: Envelope): string[] {
  const { date_from: from, date_to: to, currency, timezone } = meta;
  const period = from === undefined ? [] : [`Days ${from} to ${to}${timezone === undefined ? '' : ` in ${timezone}`}.`];
  const money = currency === undefined ? [] : [`Money in ${currency}.`];
  const size = Array.isArray(data) ? [`${data.length} row${data.length === 1 ? '' : 's'}.`] : [];
  const first = [...period, ...money, ...size].join(' ');
  return [...(first === '' ? [] : [first]), ...warnings.map(({ code, message }) => `Warning ${code}: ${message}`)];
}

function restOf(tool: OperationTool, { pagination }: Envelope): string[] {
  if (!pagination?.has_next || pagination.cursor === null) return [];
  const [time = '', id = ''] = pagination.cursor.split('|');
  const next = takes(tool, 'cursor') ? { cursor: pagination.cursor } : { cursor_time: time, cursor_id: id };
  return [`There is more: call again with the same arguments and ${JSON.stringify(next)}.`];
}

const costOf = (units: Answered['units']): string[] =>
  units ? [`Cost ${units.cost}; ${units.used_today} of ${units.per_day} units used today, renewed at ${units.resets_at}.`] : [];

/** Where the catalogue speaks of REST, or an agent has a better way. */
const NEXT: Partial<Record<ErrorCode, string>> = {
  not_found: 'Use ids from whoami or from lists; an object without access looks like a missing one.',
  invalid_parameter: "Correct the argument that the message names; describe_tool has the tool's schema.",
  insufficient_scope:
    'One of required_scopes is missing: the person has to connect again and grant it, if their role in the workspace allows it. Do not retry before.',
  validation_error: "Correct the argument that the message names; describe_tool has the tool's schema.",
  profile_limit_reached:
    'Tell the person which plan allows more (upgrade.plan); they upgrade it in the workspace. Do not retry before.',
  forbidden: 'Do not retry with the same access; an admin of the workspace can give the person a higher role.',
  rate_limit_exceeded: 'Wait retry_after_seconds, then call again; call less often, or request more at once.',
};

function nextOf({ code, extra }: ApiError): string {
  const { handoff } = extra;
  if (!handoff) return NEXT[code] ?? errorCatalogue[code].remedy;
  const give = handoff.url === undefined ? 'The person has the link already' : `Give the person this link: ${handoff.url}`;
  return `${give}. Once an owner or admin has allowed it there (get_handoff with id ${handoff.id} shows it), call again.`;
}

/** `envelope` is the body that REST would have sent. */
export function refused(error: ApiError, envelope: string): CallToolResult {
  const { code, message, status, retryAfterSeconds } = error;
  const wait = retryAfterSeconds === undefined ? [] : [`retry_after_seconds: ${retryAfterSeconds}`];
  const next = `What to do: ${nextOf(error)}`;
  return {
    content: [
      { type: 'text', text: nameOperations([`${code} (${status}): ${message}`, next, ...wait].join('\n')) },
      { type: 'text', text: JSON.stringify(inToolWords(JSON.parse(envelope))) },
    ],
    isError: true,
  };
}

// A tool without an operation: the whole schemas of another tool, which the list leaves out because a model reads it in every
// conversation. Free, so that a program can check what it gets.
import { ApiError } from '../../base/contract/api-error.ts';
import { type OwnTool, ownTool } from './list.ts';

const text = (description: string) => ({ type: 'string', description });
const schema = (description: string) => ({ type: 'object', description });

export const DESCRIBE_TOOL = ownTool({
  name: 'describe_tool',
  title: 'Everything about one tool',
  text: 'Call it before a tool whose arguments or answer are not clear from this list: every argument with its limits, and the fields of the answer as JSON Schema. Costs nothing.',
  input: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'], additionalProperties: false },
  output: {
    type: 'object',
    properties: {
      data: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          title: text('What the tool returns or does, in one line.'),
          scopes: { type: 'array', items: { type: 'string' }, description: 'One of these is required; empty: none.' },
          units: { type: 'integer', description: "Units of the workspace's day that a successful call costs." },
          input_schema: schema('JSON Schema 2020-12 of the arguments.'),
          output_schema: schema('JSON Schema 2020-12 of `structuredContent`.'),
        },
      },
    },
    required: ['data'],
  },
});

interface Described extends OwnTool {
  scopes: readonly string[];
  units: number;
}

/** Throws when there is no tool of this name, or something else is sent. */
export function describeTool(
  find: (name: string) => Described | undefined,
  args: Record<string, unknown>,
): Record<string, unknown> {
  const { name, ...others } = args;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new ApiError('invalid_parameter', `${other}: describe_tool takes only name.`);
  const tool = typeof name === 'string' ? find(name) : undefined;
  if (!tool) throw new ApiError('invalid_parameter', 'name: must be the name of a tool in tools/list.');
  const { title, input, output, scopes, units, shown } = tool;
  return { data: { name: shown.name, title, scopes, units, input_schema: input, output_schema: output } };
}

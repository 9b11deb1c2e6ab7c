// A server with the tools, resources and prompts that the conformance suite asks for by name, behind this service's own door. The
// service offers nothing of the kind, so only here can the suite see whether pictures, streams of progress and the rest pass.
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';

const RED_DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';
const PAUSE_MS = 50;

const image = { type: 'image' as const, data: RED_DOT, mimeType: 'image/png' };
const text = (words: string) => ({ type: 'text' as const, text: words });
const saying = (...content: CallToolResult['content']): CallToolResult => ({ content });
const pause = () => new Promise<void>((done) => setTimeout(done, PAUSE_MS));

type Run = (context: ServerContext) => CallToolResult | Promise<CallToolResult>;

async function progress({ mcpReq }: ServerContext): Promise<CallToolResult> {
  const token = mcpReq._meta?.progressToken;
  for (const done of [0, 50, 100]) {
    if (token !== undefined)
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken: token, progress: done, total: 100 } });
    await pause();
  }
  return saying(text('Done.'));
}

async function logging({ mcpReq }: ServerContext): Promise<CallToolResult> {
  for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await mcpReq.log('info', line);
    await pause();
  }
  return saying(text('Logged.'));
}

const tools: Record<string, Run> = {
  test_simple_text: () => saying(text('This is a simple text response for testing.')),
  test_image_content: () => saying(image),
  test_audio_content: () => saying({ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }),
  test_embedded_resource: () =>
    saying({
      type: 'resource',
      resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.' },
    }),
  test_multiple_content_types: () =>
    saying(text('Multiple content types test:'), image, {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: JSON.stringify({ test: 'data', value: 123 }),
      },
    }),
  test_error_handling: () => ({ ...saying(text('This tool intentionally returns an error for testing')), isError: true }),
  test_tool_with_progress: progress,
  test_tool_with_logging: logging,
  test_logging_tool: logging,
};

const resources = [
  { uri: 'test://static-text', mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  { uri: 'test://static-binary', mimeType: 'image/png', blob: RED_DOT },
  { uri: 'test://watched-resource', mimeType: 'text/plain', text: 'Watched.' },
];

function read(uri: string) {
  const found = resources.find((resource) => resource.uri === uri);
  if (found) return found;
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Resource not found', { uri });
  const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { uri, mimeType: 'application/json', text: data };
}

const argument = (name: string) => ({ name, description: `The argument ${name}.`, required: true });
type Said =
  | ReturnType<typeof text>
  | typeof image
  | { type: 'resource'; resource: { uri: string; mimeType: string; text: string } };

const prompts: Record<string, { arguments: ReturnType<typeof argument>[]; said: (given: Record<string, string>) => Said[] }> = {
  test_simple_prompt: { arguments: [], said: () => [text('This is a simple prompt for testing.')] },
  test_prompt_with_arguments: {
    arguments: [argument('arg1'), argument('arg2')],
    said: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  test_prompt_with_embedded_resource: {
    arguments: [argument('resourceUri')],
    said: ({ resourceUri = '' }) => [
      {
        type: 'resource',
        resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
      },
      text('Please process the embedded resource above.'),
    ],
  },
  test_prompt_with_image: { arguments: [], said: () => [image, text('Please analyze the image above.')] },
};

export function fixtureServer(): Server {
  const capabilities = { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} };
  const server = new Server({ name: 'fixture', version: '1.0.0' }, { capabilities });
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: `Answers as ${name}.`,
      inputSchema: { type: 'object' as const },
    })),
  }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const run = tools[params.name];
    if (!run) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    return run(context);
  });
  server.setRequestHandler('resources/list', () => ({
    resources: resources.map(({ uri, mimeType }) => ({ uri, mimeType, name: uri, description: `What is at ${uri}.` })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'data', description: 'By id.' }],
  }));
  server.setRequestHandler('resources/read', ({ params }) => ({ contents: [read(params.uri)] }));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(prompts).map(([name, prompt]) => ({
      name,
      description: `Says ${name}.`,
      arguments: prompt.arguments,
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = prompts[params.name];
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name}`);
    const said = prompt.said(params.arguments ?? {});
    return { messages: said.map((content) => ({ role: 'user' as const, content })) };
  });
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['paris', 'park'], total: 2, hasMore: false },
  }));
  return server;
}

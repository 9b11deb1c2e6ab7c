// Clients of others that come from the package registry as they are: the Inspector's command line with a token, and mcp-remote,
// which finds its way from the address alone: registers, has a person approve, and goes on with what it keeps.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { tokenFor } from '../doors/mcp/agent.ts';
import { newClient } from '../doors/oauth/flow.ts';
import type { TestApp } from '../harness.ts';
import { visitor } from './person.ts';
import { type Outcome, run, type Talk } from './run.ts';

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const REMOTE = 'mcp-remote@0.15.1';
const HOUR_MS = 3_600_000;

const fetched = (name: string, ...command: string[]): string[] => ['exec', '--yes', `--package=${name}`, '--', ...command];

export async function runInspector(app: TestApp, work: string): Promise<Outcome> {
  const url = `${app.baseUrl}/mcp`;
  const header = `Authorization: Bearer ${tokenFor(app, ['mcp:read'])}`;
  const inspect = (...args: string[]) =>
    run('npm', fetched(INSPECTOR, 'mcp-inspector', '--cli', url, '--transport', 'http', '--header', header, ...args), work);
  const list = await inspect('--method', 'tools/list');
  const call = await inspect('--method', 'tools/call', '--tool-name', 'whoami');
  const isWell = list.code === 0 && list.text.includes('get_overview') && call.code === 0 && call.text.includes('workspace_id');
  if (!isWell) process.stderr.write(`${list.text.slice(-2_000)}\n${call.text.slice(-2_000)}\n`);
  return { what: INSPECTOR, said: isWell ? 'lists the tools and calls whoami' : 'failed', isWell };
}

/** Signs in with reading alone; a call that needs more then asks, sends the person to allow it, and is made again. */
export async function runInspectorStepUp(app: TestApp, work: string, port: number): Promise<Outcome> {
  const callback = `http://127.0.0.1:${port}/oauth/callback`;
  const clientId = await newClient(app, [callback]);
  const env = {
    HOME: join(work, 'inspector'),
    MCP_AUTO_OPEN_ENABLED: 'true',
    MCP_INSPECTOR_SECRET_STORE: 'file',
    BROWSER: 'true',
  };
  const options = ['--transport', 'http', '--client-id', clientId, '--callback-url', callback, '--method', 'tools/call'];
  const call = (named: readonly string[], ...args: string[]) => {
    const visit = visitor(app, named);
    const heard: Talk['heard'] = (printed, say) => {
      visit(printed);
      if (String(printed).includes('Proceed with step-up authorization?')) say('y');
    };
    const command = fetched(INSPECTOR, 'mcp-inspector', '--cli', `${app.baseUrl}/mcp`, ...options, ...args);
    return run('npm', command, work, { heard, env, isAnswered: true });
  };
  const first = await call(['mcp:read'], '--tool-name', 'whoami');
  const second = await call(['mcp:read', 'mcp:write'], '--tool-name', 'create_workspace', '--tool-arg', 'name=Second');
  const isAsked = second.text.includes('This operation needs additional scope: mcp:write');
  const isWell = first.code === 0 && second.code === 0 && isAsked && second.text.includes('Nothing is written');
  if (!isWell) process.stderr.write(`${first.text.slice(-2_000)}\n${second.text.slice(-2_000)}\n`);
  const said = isWell ? 'signs in with reading, is refused, steps up to mcp:write, and its call works' : 'failed';
  return { what: `${INSPECTOR}, step-up`, said, isWell };
}

/** A first start asks the person; one more than an hour later refreshes and asks nobody. */
export async function runRemote(app: TestApp, work: string): Promise<Outcome> {
  const kept = join(work, 'mcp-remote');
  mkdirSync(kept);
  try {
    const visit = visitor(app);
    const tools = await throughRemote(app, kept, visit);
    app.clock.set(new Date(app.clock.now() + HOUR_MS + 1_000).toISOString());
    await throughRemote(app, kept, () => undefined);
    return {
      what: REMOTE,
      said: `registers, is approved, lists ${tools} tools, calls whoami; an hour later refreshes`,
      isWell: true,
    };
  } catch (error) {
    process.stderr.write(`${REMOTE}: ${error}\n`);
    return { what: REMOTE, said: 'failed', isWell: false };
  }
}

/** One start of it, as a client that only speaks over pipes has it; answers how many tools it brought. */
async function throughRemote(app: TestApp, kept: string, heard: (printed: unknown) => void): Promise<number> {
  const transport = new StdioClientTransport({
    command: 'npm',
    args: fetched(REMOTE, 'mcp-remote', `${app.baseUrl}/mcp`, '--transport', 'http-only'),
    env: { ...(process.env as Record<string, string>), MCP_REMOTE_CONFIG_DIR: kept },
    stderr: 'pipe',
  });
  let printed = '';
  transport.stderr?.on('data', (chunk) => {
    printed += chunk;
    heard(chunk);
  });
  const client = new Client({ name: 'conformance', version: '1' });
  try {
    await client.connect(transport as never, { timeout: 60_000 });
    const { tools } = await client.listTools();
    const { structuredContent } = await client.callTool({ name: 'whoami', arguments: {} });
    if (!JSON.stringify(structuredContent).includes(app.workspaceId)) throw new Error('whoami did not answer the workspace');
    return tools.length;
  } catch (error) {
    throw new Error(`${error}\n${printed.slice(-3_000)}`);
  } finally {
    await client.close();
  }
}

// Clients of others that come from the package registry as they are: the Inspector's command line with a token, and mcp-remote,
// which finds its way from the address alone: registers, has a person approve, and goes on with what it keeps.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { tokenFor } from '../doors/mcp/agent.ts';
import type { TestApp } from '../harness.ts';
import { visitor } from './person.ts';
import { type Outcome, run } from './run.ts';

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

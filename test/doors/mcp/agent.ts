// An agent in tests: a token that a person allowed, and calls over plain HTTP, as they stand in the specification.
import assert from 'node:assert/strict';
import { createGrant, issueUserToken, registerClient } from '../../../src/account/apps/index.ts';
import { createPerson, findPerson } from '../../../src/account/people/index.ts';
import { setProfileRole, setWorkspaceRole } from '../../../src/account/places/index.ts';
import type { TestApp } from '../../harness.ts';
import { until } from '../../until.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of many tools
type AnyJson = any;

export interface ToolAnswer {
  isError: boolean;
  structured: AnyJson;
  /** The words, and the JSON after them. */
  texts: string[];
  meta: AnyJson;
}

export interface Agent {
  token: string;
  /** A post as it is; `message` may be anything. */
  post(message: unknown, headers?: Record<string, string>): Promise<Response>;
  /** A tool's result; fails the test when there is none. */
  tool(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
}

export const OWNER = 'owner@shop.example';

/** A token with these scopes, of a person who exists. */
export function tokenFor(app: TestApp, scopes: string[], email = OWNER, resource = `${app.baseUrl}/mcp`): string {
  const clientId = registerClient(app.base, { name: 'Agent', redirectUris: ['https://agent.example/cb'], scopes });
  const person = findPerson(app.base, email);
  assert.ok(person, `nobody is called ${email}`);
  const grant = createGrant(app.base, { personId: person.personId, clientId, scopes, resource });
  return issueUserToken(app.base, { grantId: grant.grantId, scopes: grant.scopes }).token;
}

export function agentWith(app: TestApp, token: string | undefined): Agent {
  const post: Agent['post'] = (message, headers = {}) =>
    fetch(`${app.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: typeof message === 'string' ? message : JSON.stringify(message),
    });
  const tool: Agent['tool'] = async (name, args = {}) => {
    const { result } = await until(async () => {
      const response = await post(toolCall(name, args));
      const message = (await messageIn(response)) as AnyJson;
      assert.ok(message.result, `${name} answered ${response.status} ${JSON.stringify(message.error)}`);
      return message.result.structuredContent?.error?.busy === undefined && message;
    }, `${name} is not busy`);
    return {
      isError: result.isError === true,
      structured: result.structuredContent,
      texts: result.content.map(({ text }: { text: string }) => text),
      meta: result._meta,
    };
  };
  return { token: token ?? '', post, tool };
}

export const agentFor = (app: TestApp, scopes: string[], email?: string): Agent => agentWith(app, tokenFor(app, scopes, email));

export const toolCall = (name: string, args: Record<string, unknown> = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** The message of an answer, which may be the one event of a stream. */
export async function messageIn(response: Response): Promise<AnyJson> {
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text)?.[1];
  return JSON.parse(data ?? text);
}

/** A person of the workspace with a role on the profile. */
export function addMember(app: TestApp, email: string, role: 'manager' | 'analyst' | 'viewer', canSeePii = true): void {
  const { personId } = createPerson(app.base, { email, actor: 'system' });
  const { workspaceId, profileId } = app;
  setWorkspaceRole(app.base, { workspaceId, personId, role: 'member', actor: 'system' });
  setProfileRole(app.base, { profile: { profileId, workspaceId }, personId, role, canSeePii, actor: 'system' });
}

/** Somebody who is in no workspace. */
export const addStranger = (app: TestApp, email: string): void => {
  createPerson(app.base, { email, actor: 'system' });
};

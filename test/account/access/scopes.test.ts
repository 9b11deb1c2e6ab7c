// What a credential may do in a place: the whole table of roles, kinds of credential and places, written out by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Standing } from '../../../src/base/contract/scopes.ts';
import { AGENT_SCOPES, effectiveScopes, expandScopes } from '../../../src/base/contract/scopes.ts';

const READS = [
  'analytics:read',
  'campaigns:read',
  'customers:read',
  'visitors:read',
  'conversions:read',
  'exports:read',
  'commerce:read',
  'messages:read',
];
const DATA = [...READS, 'campaigns:apply', 'attribution:write', 'goals:write', 'creatives:write', 'messages:write'];
const ALL = [...DATA, 'workspaces:write', 'profiles:write'];
const VIEWER = ['analytics:read', 'campaigns:read', 'conversions:read'];
const ANALYST = [...READS, 'creatives:write'];
const MANAGER = [...DATA, 'profiles:write'];
const without = (scopes: string[], ...gone: string[]): string[] => scopes.filter((scope) => !gone.includes(scope));
const PII = ['customers:read', 'visitors:read'];
/** Of an app on a healthcare profile. */
const BARRED = [...PII, 'commerce:read', 'messages:read', 'messages:write'];

type Row = [name: string, standing: Standing, allowed: string[]];
const member = { kind: 'session', workspaceRole: 'member' } as const;
const rows: Row[] = [
  ['an owner on a profile', { kind: 'session', place: 'profile', workspaceRole: 'owner' }, ALL],
  ['an admin on a profile', { kind: 'session', place: 'profile', workspaceRole: 'admin' }, ALL],
  ['an owner in the workspace', { kind: 'session', place: 'workspace', workspaceRole: 'owner' }, ALL],
  ['an admin in the workspace', { kind: 'user', place: 'workspace', workspaceRole: 'admin' }, ALL],
  ['a manager', { ...member, place: 'profile', profileRoles: [{ role: 'manager', canSeePii: true }] }, MANAGER],
  [
    'a manager without pii',
    { ...member, place: 'profile', profileRoles: [{ role: 'manager', canSeePii: false }] },
    without(MANAGER, ...PII),
  ],
  ['an analyst', { ...member, place: 'profile', profileRoles: [{ role: 'analyst', canSeePii: true }] }, ANALYST],
  [
    'an analyst without pii',
    { ...member, place: 'profile', profileRoles: [{ role: 'analyst', canSeePii: false }] },
    without(ANALYST, ...PII),
  ],
  ['a viewer', { ...member, place: 'profile', profileRoles: [{ role: 'viewer', canSeePii: true }] }, VIEWER],
  ['a viewer without pii', { ...member, place: 'profile', profileRoles: [{ role: 'viewer', canSeePii: false }] }, VIEWER],
  ['a member without a role on the profile', { ...member, place: 'profile', profileRoles: [] }, []],
  ['a member in the workspace, without profiles', { ...member, place: 'workspace', profileRoles: [] }, []],
  [
    'a manager of some profile, in the workspace',
    { ...member, place: 'workspace', profileRoles: [{ role: 'manager', canSeePii: true }] },
    DATA,
  ],
  [
    'a viewer here and an analyst without pii there, in the workspace',
    {
      ...member,
      place: 'workspace',
      profileRoles: [
        { role: 'viewer', canSeePii: true },
        { role: 'analyst', canSeePii: false },
      ],
    },
    without(ANALYST, ...PII),
  ],
  ['a person who is no member', { kind: 'session', place: 'workspace' }, []],
  ['a person where there is no container', { kind: 'user', place: 'none' }, ALL],
  ['a key', { kind: 'key', place: 'profile' }, DATA],
  ["an app's key on a healthcare profile", { kind: 'key', place: 'profile', isBarredFromPii: true }, without(DATA, ...BARRED)],
  ['an app', { kind: 'app', place: 'profile' }, ALL],
  ['an app on a healthcare profile', { kind: 'app', place: 'profile', isBarredFromPii: true }, without(ALL, ...BARRED)],
  ['nobody', { kind: 'public', place: 'none' }, []],
  ['a tracking key', { kind: 'tracker', place: 'profile' }, []],
];

test('effectiveScopes', async (t) => {
  for (const [name, standing, allowed] of rows)
    await t.test(`${name}: what is granted, as far as it is allowed`, () => {
      assert.deepEqual([...effectiveScopes(new Set(ALL), standing)].sort(), [...allowed].sort());
      for (const scope of ALL) {
        const alone = effectiveScopes(new Set([scope]), standing);
        assert.deepEqual([...alone], allowed.includes(scope) ? [scope] : [], scope);
      }
      assert.equal(effectiveScopes(new Set(), standing).size, 0);
    });
});

test('expandScopes', async (t) => {
  await t.test('mcp:read and mcp:write stand for two scopes each, everything else for itself', () => {
    assert.deepEqual([...expandScopes(['mcp:read'])].sort(), ['analytics:read', 'campaigns:read']);
    assert.deepEqual([...expandScopes(['mcp:write'])].sort(), ['profiles:write', 'workspaces:write']);
    for (const scope of without([...AGENT_SCOPES], 'mcp:read', 'mcp:write'))
      assert.deepEqual([...expandScopes([scope])], [scope]);
  });
  await t.test('exports, commerce and messages are never an agent’s, nor what nobody knows', () => {
    const never = ['exports:read', 'commerce:read', 'messages:read', 'messages:write', 'admin', '', 'mcp:*'];
    assert.equal(expandScopes(never).size, 0);
    assert.ok(never.every((scope) => !AGENT_SCOPES.includes(scope)));
  });
});

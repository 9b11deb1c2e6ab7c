// Writes the types of the contract, `contract.gen.ts` beside each contract.yaml (and beside the shared components): its operations and
// components, which join those of the others in src/base/contract/types.ts. The console has those of all paths as a client sees them.
import { globSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { projectFile, projectRoot } from '../src/base/kit/paths.ts';
import { type Json, joinContract, replaceFile } from './contract-document.ts';

/** The interfaces of types.ts, by the kind of the components that they hold. */
const INTERFACES: Record<string, string> = { schemas: 'Schemas', parameters: 'Parameters', responses: 'Responses' };
const TYPES = 'src/base/contract/types.ts';
const CLIENT_TYPES = 'console/api/contract.gen.ts';

interface Member {
  /** As `owner` of the joined contract names it. */
  what: string;
  /** The interface that it is a member of. */
  holder: string;
  node: ts.TypeElement;
}

/** For the types only: a parameter with a default is always there once the door has checked the call. */
function withDefaultsRequired<T>(node: T): T {
  if (node === null || typeof node !== 'object') return node;
  if (Array.isArray(node)) return node.map(withDefaultsRequired) as T;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withDefaultsRequired(value)]));
  const isParameter = typeof copy['in'] === 'string' && typeof copy['name'] === 'string';
  if (isParameter && (copy['schema'] as Json | undefined)?.['default'] !== undefined) copy['required'] = true;
  return copy as T;
}

function nameOf(member: ts.TypeElement): string {
  if (member.name && (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name))) return member.name.text;
  throw new Error('The types of the contract have a member without a name.');
}

function* membersOf(nodes: readonly ts.Node[]): Generator<Member> {
  for (const node of nodes) {
    if (!ts.isInterfaceDeclaration(node)) continue;
    if (node.name.text === 'operations')
      for (const each of node.members) yield { what: `operation ${nameOf(each)}`, holder: 'operations', node: each };
    if (node.name.text !== 'components') continue;
    for (const kind of node.members) {
      if (!ts.isPropertySignature(kind) || !kind.type || !ts.isTypeLiteralNode(kind.type)) continue;
      const holder = INTERFACES[nameOf(kind)];
      if (!holder) throw new Error(`${TYPES} has no interface for components.${nameOf(kind)}.`);
      for (const each of kind.type.members) yield { what: `components.${nameOf(kind)}.${nameOf(each)}`, holder, node: each };
    }
  }
}

function textOf(piece: string, members: readonly Member[]): string {
  const { factory } = ts;
  const interfaces = [...Map.groupBy(members, ({ holder }) => holder)].map(([holder, own]) =>
    factory.createInterfaceDeclaration(
      undefined,
      holder,
      undefined,
      undefined,
      own.map(({ node }) => node),
    ),
  );
  const path = relative(dirname(piece), TYPES);
  const augmentation = factory.createModuleDeclaration(
    [factory.createModifier(ts.SyntaxKind.DeclareKeyword)],
    factory.createStringLiteral(path.startsWith('.') ? path : `./${path}`),
    factory.createModuleBlock(interfaces),
  );
  return `// Written by bin/contract-types.ts from ${piece}.\n${astToString(augmentation)}export {};\n`;
}

export async function writeContractTypes(): Promise<void> {
  const { document, owner } = joinContract();
  const nodes = await openapiTypescript(withDefaultsRequired(structuredClone(document)) as never, { silent: true });
  const pieces = Map.groupBy(membersOf(nodes), ({ what }) => {
    const piece = owner.get(what);
    if (piece) return piece;
    throw new Error(`No piece of the contract has ${what}.`);
  });
  const fileOf = (piece: string): string => projectFile(join(dirname(piece), 'contract.gen.ts'));
  const written = new Set([...pieces.keys()].map(fileOf));
  for (const file of globSync('src/**/contract.gen.ts', { cwd: projectRoot }).map((path) => projectFile(path)))
    if (!written.has(file)) rmSync(file);
  for (const [piece, members] of pieces) replaceFile(fileOf(piece), textOf(piece, members));
  await writeClientTypes(document);
}

/** For a client, the console, a parameter with a default may be left out. */
async function writeClientTypes(document: Json): Promise<void> {
  const nodes = await openapiTypescript(structuredClone(document) as never, { silent: true });
  replaceFile(projectFile(CLIENT_TYPES), `// Written by bin/contract-types.ts.\n${astToString(nodes)}`);
}

// Who made a change, as the audit names them.

const KINDS: Readonly<Record<string, string>> = {
  person: 'A person',
  key: 'An API key',
  app: 'An app',
  agent: 'An agent',
  processor: 'A provider',
  system: 'The service',
};

/** @param ownId The user who reads. */
export function actorText(actor: string, ownId: string | undefined): string {
  const [kind = '', id = ''] = actor.split(':');
  if (kind === 'person' && id !== '' && id === ownId) return 'You';
  const text = KINDS[kind] ?? kind;
  return kind === 'processor' ? `${text}: ${id}` : id === '' || kind === 'system' ? text : `${text} (${id.slice(0, 8)})`;
}

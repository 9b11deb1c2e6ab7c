import type { Slice } from '../../base/contract/operation.ts';
import { agentGuards, agentRules, getMcpSettings, putMcpSettings } from './mcp-settings.ts';
import { writeAccessKind } from './write-access.ts';
import { listMcpWritebackAudits } from './writeback-audits.ts';

export const slice: Slice = {
  name: 'doors/mcp',
  handlers: { getMcpSettings, listMcpWritebackAudits, putMcpSettings },
  hooks: { handoffs: { agents_write: writeAccessKind }, guards: agentGuards, agentRules },
};

// The parts of account/knowledge for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import {
  createKnowledgeDocument,
  deleteKnowledgeDocument,
  getKnowledgeDocument,
  listKnowledgeDocuments,
  updateKnowledgeDocument,
} from './documents.ts';
import { eraseInDocuments, purgeDocuments } from './forget.ts';
import { mergeIndex, mergeJob, queueMerge } from './merge-index.ts';

export const slice: Slice = {
  name: 'account/knowledge',
  handlers: {
    createKnowledgeDocument,
    deleteKnowledgeDocument,
    getKnowledgeDocument,
    listKnowledgeDocuments,
    updateKnowledgeDocument,
  },
  jobs: [mergeJob],
  hooks: {
    purge: purgeDocuments,
    erasure: { person: eraseInDocuments, facts: (base) => mergeIndex(base) },
    // Of an earlier stay, words are marked as deleted.
    arrived: (tx) => queueMerge(tx),
  },
};

// The parts of collect/payments for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { countRefusedPayment, createCardGatewayPayment } from './card-gateway.ts';
import { importJob } from './import-run.ts';
import { forgetInImports } from './import-store.ts';
import {
  commitPaymentImport,
  getPaymentImportTemplate,
  listPaymentImports,
  parsePaymentImport,
  undoPaymentImport,
} from './imports.ts';
import { putPaymentInstallment } from './installments.ts';
import { putPaymentPayer } from './payer.ts';
import { listPayments } from './payments.ts';
import { createPaymentRefund, deletePaymentRefund } from './refunds.ts';
import { listSalePairs, putSalePair } from './sale-pairs.ts';
import { uploadsJob } from './unfinished.ts';

export const slice: Slice = {
  name: 'collect/payments',
  handlers: {
    listPayments,
    putPaymentInstallment,
    putPaymentPayer,
    listSalePairs,
    putSalePair,
    createPaymentRefund,
    deletePaymentRefund,
    createCardGatewayPayment,
    parsePaymentImport,
    commitPaymentImport,
    getPaymentImportTemplate,
    listPaymentImports,
    undoPaymentImport,
  },
  jobs: [importJob, uploadsJob],
  hooks: {
    refusedCall: countRefusedPayment,
    erasure: { person: forgetInImports },
  },
};

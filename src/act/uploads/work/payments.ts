// Payments, orders and deals of files: previewed, or imported by the write path of statements.
import type { Base } from '../../../base/base.ts';
import { readBeside } from '../../../collect/imports/index.ts';
import { findSales, type PaymentsFile, previewPayments, SaleLinks, takePayments } from '../../../collect/payments/index.ts';
import type { KindWork, Work } from './work.ts';

export function paymentsWork(base: Base, work: Work): KindWork {
  const { request, file, actor, workspaceId, reject, memory } = work;
  const links = new SaleLinks();
  return {
    see: (reading) => links.note(reading),
    ready: async (files) => {
      const order = request.orderOf(file);
      const payments: PaymentsFile = {
        profileId: request.profileId,
        workspaceId,
        actor,
        name: order.name,
        prefix: request.prefix,
        content: await request.contentOf(file),
        parts: () => readBeside(order, work),
        reject,
        onBegin: memory?.beginPayments,
      };
      const judged = await findSales(payments, { files, links });
      return {
        preview: () => previewPayments(base, payments, judged),
        commit: (onRows) => takePayments(base, payments, judged, onRows),
      };
    },
  };
}

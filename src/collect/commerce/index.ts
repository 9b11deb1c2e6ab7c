// Read copies of shops: what the slice that reads shops writes into them.
export {
  type CopiedShop,
  createCopy,
  findCopy,
  keepOrders,
  keepProducts,
  noteOrdersError,
  noteOrdersRead,
  noteProductsError,
  noteProductsRead,
} from './copies.ts';
export { queueForget } from './forget.ts';

// What connected shops have: products and orders, from the copies that the service reads. No figure is computed from them.
import { Tabs } from '../../../design/tabs.tsx';
import { usePlace } from '../../../frame/place.tsx';
import { Orders } from './orders.tsx';
import { Products } from './products.tsx';

export function Shops({ part }: { part: 'products' | 'orders' }) {
  const { id } = usePlace();
  const tabs = [
    { name: 'products', title: 'Products', href: `/console/${id}/connections/products` },
    { name: 'orders', title: 'Orders', href: `/console/${id}/connections/orders` },
    { name: 'connections', title: 'All connections', href: `/console/${id}/connections` },
  ];
  return (
    <>
      <Tabs label="Shops" tabs={tabs} current={part} />
      {part === 'products' ? <Products /> : <Orders />}
    </>
  );
}

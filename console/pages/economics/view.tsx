// Economics: what ads cost, what they delivered, and the new and returning customers they won.
import { Customers } from './customers.tsx';

export default function Economics() {
  return <Customers />;
}

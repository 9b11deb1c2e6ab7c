// Payments: the ledger with its reversals, those without a known customer first.
import { Ledger } from './ledger.tsx';

export default function Payments() {
  return <Ledger />;
}

// Customers: who converted, a search for one person, and the person's journey with the credit of each conversion.
import { useHere } from './here.ts';
import { List } from './list.tsx';
import { Person } from './person.tsx';

export default function Customers() {
  const { personId } = useHere();
  return personId === undefined ? <List /> : <Person key={personId} id={personId} />;
}

// The parts of a page, each at an address of its own.
import { Link } from 'wouter-preact';

interface TabsProps {
  label: string;
  tabs: readonly { name: string; title: string; href: string }[];
  current: string | undefined;
}

export const Tabs = ({ label, tabs, current }: TabsProps) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(({ name, title, href }) => (
      <Link key={name} href={href} aria-current={name === current ? 'page' : undefined}>
        {title}
      </Link>
    ))}
  </nav>
);

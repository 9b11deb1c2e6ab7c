// A figure so far against its target and against where it should be by now.
import type { Format } from './scales.tsx';

interface BulletProps {
  label: string;
  value: number;
  target: number | null;
  /** Where an even pace would be today. */
  pace?: number | undefined;
  format: Format;
  tone?: string;
  width?: number;
  height?: number;
}

export function Bullet({ label, value, target, pace, format, tone = 'accent', width = 160, height = 20 }: BulletProps) {
  const most = Math.max(value, target ?? 0, pace ?? 0) || 1;
  const x = (amount: number): number => (Math.max(0, amount) / most) * (width - 2);
  const words = [
    `${label}: ${format(value)}`,
    target === null ? '' : `of ${format(target)}`,
    pace === undefined ? '' : `an even pace is ${format(pace)}`,
  ];
  return (
    <svg
      class={`bullet tone-${tone}`}
      role="img"
      aria-label={words.filter((text) => text !== '').join(', ')}
      width={width}
      height={height}
    >
      {target === null ? null : <rect class="bullet-target" x={0} y={4} width={x(target)} height={height - 8} rx={2} />}
      <rect class="block" x={0} y={7} width={x(value)} height={height - 14} rx={1} />
      {pace === undefined ? null : <line class="bullet-pace" x1={x(pace)} x2={x(pace)} y1={2} y2={height - 2} />}
    </svg>
  );
}

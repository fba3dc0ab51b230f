/** SVG paths by name. */
export const drawings = {
  back: 'M13 8H3.5M7 4 3 8l4 4',
  ask: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2ZM6.2 6.4c0-2.4 3.6-2.4 3.6 0 0 1.3-1.8 1.4-1.8 2.8m0 1.8v.01',
  bang: 'M8 2.5 14 13.5H2L8 2.5Zm0 4v3.5m0 1.6v.01',
  check: 'm2.5 8.5 3.5 3.5 7.5-8',
  clock: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Zm0 3v3.2l2 1.6',
  copy: 'M5.5 5.5h8v8h-8zm-3 5v-8h8',
  cross: 'm3.5 3.5 9 9m0-9-9 9',
  device: 'M2.5 3h11v7.5h-11zM1 13h14',
  dots: 'M3 8h.01M8 8h.01M13 8h.01',
  down: 'm3 6 5 5 5-5',
  info: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Zm0 5v4m0-6.2v.01',
  mail: 'M2 4h12v8.5H2zm0 .5 6 5 6-5',
  menu: 'M2 4.5h12M2 8h12M2 11.5h12',
  phone: 'M5 1.8h6v12.4H5zM7.3 12h1.4',
  plus: 'M8 3v10M3 8h10',
  retry: 'M13 8a5 5 0 1 1-1.5-3.6M13 2v3h-3',
  ring: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Z',
  filter: 'M2 4h12M4.5 8h7M6.5 12h3',
  ringCheck: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Zm-2.8 6 2 2 3.6-4',
  ringCross: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2ZM5.8 5.8l4.4 4.4m0-4.4-4.4 4.4',
  save: 'M8 2v8m-3.5-3L8 10.5 11.5 7M2.5 13.5h11',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Zm3.5 8 3.5 3.5',
  shield: 'M8 1.8 13.2 3.6v4.2c0 3-2.2 5.2-5.2 6.4-3-1.2-5.2-3.4-5.2-6.4V3.6zM5.5 8l1.8 1.8L10.7 6',
  stop: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2ZM4 4l8 8',
  trash: 'M3 4.5h10M6 4.5V3h4v1.5m-6 0 .7 9h6.6l.7-9',
  upload: 'M8 11V3m-3.5 3L8 2.5 11.5 6M2.5 13.5h11',
  up: 'm3 10 5-5 5 5',
} as const;

export type IconName = keyof typeof drawings;

/** A decorative icon of 16 px, beside a text or inside a labelled control. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={className ? `i ${className}` : 'i'} viewBox="0 0 16 16" aria-hidden="true">
      <path d={drawings[name]} {...(name === 'dots' ? { strokeWidth: 2.2, strokeLinecap: 'round' } : {})} />
    </svg>
  );
}

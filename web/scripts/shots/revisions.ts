import type { Revision } from '@sello/contracts';

const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

/** Invented versions of a template, newest first; `stretch` makes what people type long. */
export function createRevisions(stretch: (text: string) => string): Revision[] {
  const rows: [reason: Revision['reason'], by: string, hours: number, label?: string][] = [
    ['named', 'Rosa Ccori', 1, 'Before the ceremony'],
    ['left', 'Beatriz Magalhães', 17],
    ['batch', 'Joaquim Teles', 28],
    ['edited', 'Beatriz Magalhães', 30],
    ['overwritten', 'Joaquim Teles', 31],
    ['restored', 'Rosa Ccori', 52],
  ];
  return rows.map(([reason, by, hours, label], place) => ({
    _id: (900 + place).toString(16).padStart(64, '0'),
    name: 'Hospital Pharmacy',
    createdAt: ago(hours),
    reason,
    createdBy: stretch(by),
    ...(label !== undefined && { label: stretch(label) }),
    ...(place < 4 && { thumbnailUrl: `/assets/thumb-${place}.png` }),
  }));
}

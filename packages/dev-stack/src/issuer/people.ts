import { createHash } from 'node:crypto';

export interface Person {
  name: string;
  email: string;
  /** Their role, shown on the page where an account is chosen. */
  role: string;
}

export interface Account extends Person {
  sub: string;
}

/** The `sub` claim of a person: stable, and not an e-mail address. */
export function subjectOf(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('hex').slice(0, 21);
}

/** Derives a name from an address: `ana.de-la-cruz@x.example` is Ana De La Cruz. */
export function nameOf(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.map((word) => word[0]!.toLocaleUpperCase('en') + word.slice(1)).join(' ') || email;
}

/** Invented people of the demo organization. */
export const demoPeople: readonly Person[] = [
  { name: 'Rosa Ccori Mendívil', email: 'rosa.ccori@cordillera.example', role: 'owner' },
  { name: 'Joaquim Teles Barreto', email: 'joaquim.teles@cordillera.example', role: 'admin' },
  { name: 'Valentina Huamán Salas', email: 'valentina.huaman@cordillera.example', role: 'member' },
  { name: 'Tomás Arriaga Núñez', email: 'tomas.arriaga@cordillera.example', role: 'template designer' },
  { name: 'Inês Prado Valadares', email: 'ines.prado@sello.example', role: 'super admin' },
];

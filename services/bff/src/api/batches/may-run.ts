import { type BatchKind, isAllowed, type Permission, type Role } from '@sello/contracts';
import { AppError } from '@sello/kit';

const needed: Record<BatchKind, Permission> = {
  generate: 'certificates.generate_bulk',
  zip: 'certificates.download_bulk',
  email: 'emails.send_bulk',
};

/** Who may begin a kind of batch may stop and repeat it. Throws `forbidden`. */
export function checkMayRun(kind: BatchKind, roles: readonly Role[]): void {
  const permission = needed[kind];
  if (!isAllowed(roles, permission)) throw new AppError('forbidden', { details: { permission } });
}

import type { Store } from '@sello/store';
import { expect, it } from 'vitest';
import type { MailServer } from './mail-server.ts';
import { addMember } from './organization.ts';

/** What an organization sets of its letter; `send` sends one to Ana. */
export function describeOwnLetter(
  context: () => { store: Store; tenantId: string; send(): Promise<MailServer['mails'][number]['mail']> },
): void {
  it('has the subject and the address for answers that the organization set', async () => {
    const { store, tenantId, send } = context();
    await addMember(store, tenantId, { email: 'secretaria@example.test' });
    const letterSubjects = { es: '{holder} has {course}' };
    await store.tenants.update(tenantId, { letterSubjects, letterReplyTo: 'Secretaria@example.test' });
    const mail = await send();
    expect(mail.replyTo?.value[0]?.address).toBe('secretaria@example.test');
    expect(mail.subject).toBe('Ana has Farmacia hospitalaria');
    await store.tenants.update(tenantId, { letterSubjects: null, letterReplyTo: null });
    expect((await send()).subject).toBe(
      'Instituto Cordillera ha emitido su certificado: Farmacia hospitalaria',
    );
  });
}

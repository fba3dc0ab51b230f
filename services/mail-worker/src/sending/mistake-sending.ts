import { confirmReportUrl, type StoredLetter, verifyUrl } from '@sello/contracts';
import { type Issuer, readIssuer, writeConfirmLetter, writeMistakeLetter } from '@sello/letters';
import type { CertificateRecord, MistakeReportRecord, Store } from '@sello/store';
import { type Composed, createLetterSending, type LetterSending } from './letter-sending.ts';
import type { SendingDependencies } from './sending.ts';

type MistakeSendingDependencies = Pick<
  SendingDependencies,
  'transport' | 'metrics' | 'publicUrl' | 'from'
> & {
  store: Omit<SendingDependencies['store'], 'deliveries' | 'mailAccounts' | 'auditLog'> &
    Pick<Store, 'mistakeReports' | 'reports'>;
};

/** The platform writes, not the organization: neither letter says anything in its name. */
const sender = 'Sello';

/**
 * The two letters of a report of a mistake. They are not counted as the organization's mail: strangers cause them, and the
 * limits of reports bound them. What cannot be delivered to the organization goes to the operators, with the reports that
 * they read anyway.
 */
export function createMistakeSending(
  dependencies: MistakeSendingDependencies,
): LetterSending<MistakeReportRecord> {
  const { store, publicUrl, from } = dependencies;

  /** Where the organization reads it: its contact, else the address of an owner. Undefined when nobody is there. */
  async function recipientOf(issuer: Issuer, certificate: CertificateRecord): Promise<string | undefined> {
    const { tenantId } = certificate;
    const tenant = await store.tenants.get(tenantId);
    if (tenant === null || tenant.deletion) return undefined;
    const contact = await issuer.contactOf(certificate);
    if (contact !== undefined) return contact;
    const owners = (await store.members.list(tenantId)).filter(
      ({ role, status }) => role === 'owner' && status === 'active',
    );
    const users = await store.users.getMany(owners.map(({ userId }) => userId));
    return users.find(({ emailVerified }) => emailVerified)?.email;
  }

  async function compose(report: MistakeReportRecord, letter: StoredLetter): Promise<Composed | null> {
    const { tenantId, certId, about, text, email, language, token, expiresAt, confirmedAt } = report;
    const [issuer, [certificate]] = await Promise.all([
      readIssuer(store, tenantId, publicUrl),
      store.certificates.getMany(tenantId, [certId]),
    ]);
    // Its holder was erased, and the reports about it are.
    if (certificate === undefined) return null;
    const message = {
      messageId: `<${letter.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
      from: { name: sender, address: from },
      returnPath: from,
    };
    if (confirmedAt === undefined) {
      const { locale, ...written } = writeConfirmLetter({
        ...{ language, certId, expiresAt, organization: issuer.name, to: email },
        confirmUrl: confirmReportUrl(token, issuer.baseUrl),
      });
      const to = { name: '', address: email };
      return { message: { ...message, ...written, language: locale, to, replyTo: undefined } };
    }
    const to = await recipientOf(issuer, certificate);
    if (to === undefined) return { refused: 'email_required' };
    const { locale, ...written } = writeMistakeLetter({
      ...{ language, certId, about, text, to, confirmedAt },
      organization: issuer.name,
      holder: certificate.printed.holder,
      reporter: email,
      verifyUrl: verifyUrl(certId, issuer.baseUrl),
    });
    return {
      message: { ...message, ...written, language: locale, to: { name: '', address: to }, replyTo: email },
    };
  }

  return createLetterSending(dependencies, {
    letters: store.mistakeReports,
    compose,
    async beforeEnd({ _id, tenantId, certId, about, text, email, confirmedAt }, { state }) {
      if (confirmedAt === undefined || state === 'sent') return;
      await store.reports.add(tenantId, { _id, certId, text, email, mistake: about });
    },
  });
}

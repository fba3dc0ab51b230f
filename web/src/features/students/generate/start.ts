import { type BriefStudent, certificatesApi, type Language, type SelectionRuleInput } from '@sello/contracts';
import type { TenantClient } from '../../../api/tenant-client.ts';
import { showStart } from '../../../batches/actions.ts';
import { generationBody, type Picks, type SigningChoice, signingOf } from './rules.ts';

/** What the server does when all are issued: sends them in a language, if one is given. */
const afterwardsOf = (language: Language | undefined) => language && { afterwards: { emails: { language } } };

/** What is printed on all of them, and what the batch is called. */
interface OfBatch {
  values: Readonly<Record<string, string>>;
  name: string | undefined;
}

const ofBatch = ({ values, name }: OfBatch) => ({
  ...(Object.keys(values).length > 0 && { values: { ...values } }),
  ...(name !== undefined && { name }),
});

/** Requests the certificates, and the e-mails with them. */
export async function startGeneration(
  { call }: TenantClient,
  given: {
    students: readonly BriefStudent[];
    picks: Picks;
    signing: SigningChoice;
    /** Of the e-mails that follow; none without it. */
    emailLanguage: Language | undefined;
    batch: OfBatch;
    idempotencyKey: string;
  },
): Promise<void> {
  const answer = await call(certificatesApi, 'generate', {
    body: {
      ...generationBody(given.students, given.picks, given.signing),
      ...afterwardsOf(given.emailLanguage),
      ...ofBatch(given.batch),
    },
    idempotencyKey: given.idempotencyKey,
  });
  if (!('batchId' in answer)) return;
  showStart(answer.batchId);
}

/** The same for everybody whom a rule means; returns whether a batch was started. */
export async function startGenerationOfMany(
  { call }: TenantClient,
  given: {
    rule: SelectionRuleInput;
    templateId: string | undefined;
    missingTemplateId: string | undefined;
    signing: SigningChoice;
    emailLanguage: Language | undefined;
    batch: OfBatch;
  },
): Promise<boolean> {
  const { rule, templateId, missingTemplateId, signing, emailLanguage, batch } = given;
  const answer = await call(certificatesApi, 'generate', {
    body: {
      ...{ bulk: true, selection: rule, digitalSigning: signingOf(signing) },
      ...(templateId !== undefined && { templateId }),
      ...(missingTemplateId !== undefined && { missingTemplateId }),
      ...afterwardsOf(emailLanguage),
      ...ofBatch(batch),
    },
  });
  if (!('batchId' in answer)) return false;
  showStart(answer.batchId);
  return true;
}

import { type BriefStudent, certificatesApi, type SelectionRuleInput } from '@sello/contracts';
import { call } from '../../../api/index.ts';
import { showStart } from '../../../batches/actions.ts';
import { addFollowUp } from '../../../batches/followUp.ts';
import { currentLanguage } from '../../../i18n/index.ts';
import { activeTenant } from '../../../state/activeTenant.ts';
import { generationBody, type Picks, type SigningChoice, signingOf, withEmail } from './rules.ts';

/** Requests the certificates; the e-mails requested with them are stored until the batch ends. */
export async function startGeneration(given: {
  students: readonly BriefStudent[];
  picks: Picks;
  signing: SigningChoice;
  sendEmails: boolean;
  idempotencyKey: string;
}): Promise<void> {
  const answer = await call(certificatesApi, 'generate', {
    body: generationBody(given.students, given.picks, given.signing),
    idempotencyKey: given.idempotencyKey,
  });
  if (!('batchId' in answer)) return;
  const tenantId = activeTenant.get();
  if (given.sendEmails && tenantId) {
    addFollowUp({
      batchId: answer.batchId,
      tenantId,
      language: currentLanguage(),
      recipients: withEmail(given.students),
    });
  }
  showStart(answer.batchId);
}

/** The same for everybody whom a rule means; returns whether a batch was started. */
export async function startGenerationOfMany(given: {
  rule: SelectionRuleInput;
  templateId: string | undefined;
  missingTemplateId: string | undefined;
  signing: SigningChoice;
  sendEmails: boolean;
}): Promise<boolean> {
  const { rule, templateId, missingTemplateId, signing, sendEmails } = given;
  const answer = await call(certificatesApi, 'generate', {
    body: {
      ...{ bulk: true, selection: rule, digitalSigning: signingOf(signing) },
      ...(templateId !== undefined && { templateId }),
      ...(missingTemplateId !== undefined && { missingTemplateId }),
    },
  });
  if (!('batchId' in answer)) return false;
  const tenantId = activeTenant.get();
  if (sendEmails && tenantId) {
    const language = currentLanguage();
    addFollowUp({ batchId: answer.batchId, tenantId, language, recipients: null });
  }
  showStart(answer.batchId);
  return true;
}

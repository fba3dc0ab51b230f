import { limits, printCertId, reportBody, verifyApi } from '@sello/contracts';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { call } from '../../api/index.ts';
import { causeOf } from '../../errors/describe.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Field, TextField } from '../../ui/field/Field.tsx';

type Stage = { at: 'writing'; failure?: string } | { at: 'sending' } | { at: 'sent' };

/** The form to report an issuer to the operator of this server. */
export function ReportIssuer({ certId, onClose }: { certId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useId();
  const [text, setText] = useState('');
  const [email, setEmail] = useState('');
  const [tried, setTried] = useState(false);
  const [stage, setStage] = useState<Stage>({ at: 'writing' });
  const read = reportBody.safeParse({ certId, text, email: email.trim() || undefined });
  const wrong = (field: string): boolean =>
    tried && (read.error?.issues.some(({ path }) => path[0] === field) ?? false);

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (!read.success || stage.at === 'sending') return;
    setStage({ at: 'sending' });
    try {
      await call(verifyApi, 'report', { body: read.data });
      setStage({ at: 'sent' });
    } catch (error) {
      const tooMany = error instanceof ApiError && error.status === 429;
      setStage({ at: 'writing', failure: tooMany ? t('verify.report.tooMany') : causeOf(error, t) });
    }
  };
  if (stage.at === 'sent') {
    return (
      <Dialog
        title={t('verify.report.thanksTitle')}
        onClose={onClose}
        end={<Button onClick={onClose}>{t('common.close')}</Button>}
      >
        <div className="body" role="status">
          <p>{t('verify.report.thanks', { number: printCertId(certId) })}</p>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={t('verify.report.title')}
      onClose={onClose}
      busy={stage.at === 'sending'}
      end={
        <>
          <Button kind="line" onClick={onClose} disabled={stage.at === 'sending'}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={form} working={stage.at === 'sending'}>
            {t('verify.report.send')}
          </Button>
        </>
      }
    >
      <form className="body stack" id={form} noValidate onSubmit={(event) => void send(event)}>
        <p>{t('verify.report.lead')}</p>
        <Field
          label={t('verify.report.text')}
          hint={t('verify.report.textHint', { count: limits.reportText - text.length })}
          error={
            wrong('text')
              ? t(text.trim() === '' ? 'verify.report.textRequired' : 'verify.report.textUnreadable')
              : undefined
          }
        >
          {(bound) => (
            <textarea
              className="input"
              rows={6}
              maxLength={limits.reportText}
              value={text}
              onChange={(event) => setText(event.target.value)}
              {...bound}
            />
          )}
        </Field>
        <TextField
          type="email"
          autoComplete="email"
          maxLength={254}
          label={t('verify.report.email')}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={wrong('email') ? t('verify.report.emailInvalid') : undefined}
        />
        {stage.at === 'writing' && stage.failure ? (
          <p className="hint bad" role="alert">
            {stage.failure}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}

import { limits, tenantsApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call } from '../../api/index.ts';
import { causeOf } from '../../errors/describe.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { Cancel } from '../../ui/saving/Cancel.tsx';
import { useSaving } from '../../ui/saving/useSaving.ts';
import { toast } from '../../ui/toast/queue.ts';

const kinds = ['.pem', '.crt', '.cer', '.p12', '.pfx'] as const;

/** Uploads a certificate with its private key. The password is asked for when the file turns out to need one. */
export function UploadCertificate({ tenantId, onClose }: { tenantId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [file, setFile] = useState<File>();
  const [password, setPassword] = useState('');
  const [asksPassword, setAsksPassword] = useState(false);
  const [fault, setFault] = useState<{ at: 'file' | 'password'; text: string }>();
  const upload = useSaving({
    mutationFn: (chosen: File, signal) =>
      call(tenantsApi, 'certificates-action', {
        query: { tenantId },
        body: { action: 'upload', ...(password ? { password } : {}) },
        file: chosen,
        signal,
      }),
    onSuccess: (made) => {
      void queries.invalidateQueries({ queryKey: ['tenants', 'certificates'] });
      toast({ tone: 'ok', title: t('settings.certificates.uploaded', { name: made.name }) });
      onClose();
    },
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : '';
      const aboutPassword = code === 'certificate_password_required' || code === 'certificate_password_wrong';
      if (aboutPassword) setAsksPassword(true);
      const cause = causeOf(error, t);
      setFault(
        aboutPassword
          ? { at: 'password', text: cause }
          : { at: 'file', text: `${t('settings.certificates.uploadError')}. ${cause}` },
      );
    },
  });
  const take = (chosen: File | undefined): void => {
    if (!chosen) return;
    setFile(chosen);
    setPassword('');
    setAsksPassword(/\.(p12|pfx)$/i.test(chosen.name));
    if (!kinds.some((kind) => chosen.name.toLowerCase().endsWith(kind))) {
      setFault({ at: 'file', text: t('settings.certificates.upload.wrongKind', { kinds: kinds.join(' ') }) });
    } else if (chosen.size > limits.certificateUpload) {
      setFault({
        at: 'file',
        text: t('settings.certificates.upload.tooLarge', { size: format.bytes(limits.certificateUpload) }),
      });
    } else setFault(undefined);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (file && fault?.at !== 'file' && !upload.isPending) upload.mutate(file);
  };
  return (
    <Dialog
      title={t('settings.certificates.upload.title')}
      onClose={onClose}
      work={upload}
      end={
        <>
          <Cancel work={upload} onClose={onClose} />
          <Button
            disabled={!file || fault?.at === 'file'}
            working={upload.isPending}
            onClick={() => form.current?.requestSubmit()}
          >
            {t('settings.certificates.upload.act')}
          </Button>
        </>
      }
    >
      <form className="body stack" ref={form} onSubmit={submit} noValidate>
        <p className="mute">{t('settings.certificates.upload.text', { kinds: kinds.join(' ') })}</p>
        <div className="row">
          <Button kind="line" icon="upload" onClick={() => input.current?.click()}>
            {t('settings.certificates.upload.choose')}
          </Button>
          <span className="chosen-file">{file?.name ?? ''}</span>
          <input
            ref={input}
            type="file"
            accept={kinds.join(',')}
            hidden
            onChange={(event) => {
              take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </div>
        <p className="hint bad" role="alert">
          {fault?.at === 'file' ? fault.text : ''}
        </p>
        {asksPassword ? (
          <TextField
            label={t('settings.certificates.upload.password')}
            type="password"
            autoComplete="off"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              setFault(undefined);
            }}
            error={fault?.at === 'password' ? fault.text : undefined}
            hint={t('settings.certificates.upload.passwordHint')}
          />
        ) : null}
        <input type="submit" hidden />
      </form>
    </Dialog>
  );
}

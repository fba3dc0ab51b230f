import { assetsApi } from '@sello/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { causeOf } from '../../../errors/describe.ts';

interface SignatureUpload {
  take: (file: File) => void;
  isUploading: boolean;
  /** Why the last file was refused. */
  problem: string | undefined;
}

/** Uploads a signature; it changes nothing before the settings are saved. */
export function useSignatureUpload(tenantId: string, onUploaded: (assetId: string) => void): SignatureUpload {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (file: File) => call(assetsApi, 'upload', { tenantId, body: { use: 'signature' }, file }),
    onSuccess: ({ _id }) => onUploaded(_id),
  });
  return {
    take: (file) => mutate(file),
    isUploading: isPending,
    problem: error ? `${t('settings.general.signatories.uploadError')}. ${causeOf(error, t)}` : undefined,
  };
}

import { type Asset, assetsApi, limits } from '@sello/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { causeOf } from '../../../errors/describe.ts';
import { useFormat } from '../../../i18n/format.ts';
import { logoProblem } from './draft.ts';

interface LogoUpload {
  /** The name of the file that is on its way. */
  uploading: string | undefined;
  /** Why the last file was refused. */
  problem: string | undefined;
  take: (file: File) => void;
  cancel: () => void;
  /** Removes the problem. */
  forget: () => void;
}

/** Uploads a picture for a logo; it changes nothing before the settings are saved. */
export function useLogoUpload(tenantId: string, onUploaded: (asset: Asset) => void): LogoUpload {
  const { t } = useTranslation();
  const format = useFormat();
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      running.current = new AbortController();
      const { signal } = running.current;
      const found = await logoProblem(file);
      signal.throwIfAborted();
      if (found) return { found, size: file.size };
      return call(assetsApi, 'upload', { tenantId, body: { use: 'logo' }, file, signal });
    },
    onMutate: () => setProblem(undefined),
    onSuccess: (answer) => {
      if (!('found' in answer)) return onUploaded(answer);
      const sizes = { max: limits.logoUpload / 1024 / 1024, size: format.bytes(answer.size) };
      setProblem(t(`settings.general.${answer.found}`, sizes));
    },
    onError: (error) => {
      if (running.current?.signal.aborted) return;
      setProblem(`${t('settings.general.logoUploadError')}. ${causeOf(error, t)}`);
    },
  });
  return {
    uploading: upload.isPending ? upload.variables.name : undefined,
    problem,
    take: (file) => {
      if (!upload.isPending) upload.mutate(file);
    },
    cancel: () => running.current?.abort(),
    forget: () => setProblem(undefined),
  };
}

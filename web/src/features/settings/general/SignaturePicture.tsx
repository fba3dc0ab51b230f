import { assetsApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';

interface Props {
  tenantId: string;
  assetId: string;
  /** Whose it is. */
  name: string;
}

/** SVG is the one kind that browsers do not decode by its content. */
const typeOf = (bytes: Uint8Array): string => (bytes[0] === 0x3c ? 'image/svg+xml' : 'image/png');

/** A signature on paper. Members alone read it, so it is fetched with the session. */
export function SignaturePicture({ tenantId, assetId, name }: Props) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['assets', 'file', assetId],
    queryFn: () => call(assetsApi, 'file', { tenantId, query: { id: assetId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(new Blob([data as Uint8Array<ArrayBuffer>], { type: typeOf(data) }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return (
    <span className="signature-pic">
      {url ? <img src={url} alt={t('settings.general.signatories.signatureOf', { name })} /> : null}
    </span>
  );
}

import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { activeClient } from '../../api/tenant-client.ts';
import { toastError } from '../../ui/toast/toastError.ts';
import type { Open } from './open.ts';
import { addressOf, type View } from './view.ts';

const asks = ['issue', 'issueOf', 'import'] as const;

/** Opens the dialog that the address asks for, once: links of remedies lead here. Then the address names the list alone. */
export function useAsked(view: View, onOpen: (open: Open) => void): void {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const asked = asks.find((name) => query.has(name));
  useEffect(() => {
    if (asked === undefined) return;
    void navigate({ search: addressOf(view) }, { replace: true });
    if (asked === 'import') {
      onOpen({ is: 'import' });
      return;
    }
    const client = activeClient();
    import('./asked.ts')
      .then(({ openGenerating }) => openGenerating({ query, client }, onOpen, t))
      .catch((error: unknown) => toastError(error, t));
  }, [asked, query, view, navigate, onOpen, t]);
}

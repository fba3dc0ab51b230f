import { acceptInviteUrl, originOf, printInviteCode } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useTenancy } from '../../../tenancy/useTenancy.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { toast } from '../../../ui/toast/queue.ts';

interface CopyInviteProps {
  /** The id, for those who may not invite: their link serves the invited person once signed in. */
  reference: string;
  email: string;
  /** Absent for those who may not invite. */
  code: string | undefined;
}

/** Copies the link of an invitation, which serves the invited address alone, and its code, which serves whoever has it. */
export function CopyInvite({ reference, email, code }: CopyInviteProps) {
  const { t } = useTranslation();
  const { tenant } = useTenancy();
  const origin = originOf(tenant?.customDomain, 'useInOnboarding', location.origin);
  const copy = async (text: string, done: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ tone: 'ok', title: done });
    } catch {
      // The browser allows no page to write the clipboard: the person copies it from the message.
      toast({ tone: 'bad', title: t('members.notCopied'), text });
    }
  };
  const name = { name: email };
  return (
    <>
      <Button
        kind="bare"
        size="small"
        onClick={() => void copy(acceptInviteUrl(reference, origin), t('members.linkCopied', name))}
        aria-label={t('members.copyLinkOf', name)}
      >
        {t('members.copyLink')}
      </Button>
      {code ? (
        <Button
          kind="bare"
          size="small"
          onClick={() => void copy(printInviteCode(code), t('members.codeCopied', name))}
          aria-label={t('members.copyCodeOf', name)}
        >
          {t('members.copyCode')}
        </Button>
      ) : null}
    </>
  );
}

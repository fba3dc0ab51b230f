import { type Domain, tenantsApi, verifyUrl } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { causeOf } from '../../../errors/describe.ts';
import { Switch } from '../../../ui/choice/Choice.tsx';
import { Cancel } from '../../../ui/saving/Cancel.tsx';
import { useSaving } from '../../../ui/saving/useSaving.ts';
import { toast } from '../../../ui/toast/queue.ts';

const uses = ['useInVerification', 'useInEmails', 'useInOnboarding'] as const;
type Use = (typeof uses)[number];

/** What a verified domain is used for. */
export function DomainUses({ tenantId, domain }: { tenantId: string; domain: Domain }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const set = useSaving({
    mutationFn: (settings: Partial<Record<Use, boolean>>, signal) =>
      call(tenantsApi, 'domains-update', { query: { tenantId }, body: { settings }, signal }),
    onError: (error) =>
      toast({ tone: 'bad', title: t('settings.domains.settingsError'), text: causeOf(error, t) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['tenants'] }),
  });
  // What was chosen is shown until it is saved and read again.
  const chosen = set.isPending ? { ...domain.settings, ...set.variables } : domain.settings;
  const names = {
    useInVerification: verifyUrl('', domain.domain).replace(/\/$/, ''),
    useInEmails: `${domain.mail?.localPart ?? 'certificates'}@${domain.domain}`,
    useInOnboarding: domain.domain,
  };
  return (
    <section className="set">
      <div>
        <h2>{t('settings.domains.uses.title')}</h2>
        <p>{t('settings.domains.uses.text')}</p>
      </div>
      <div>
        <ul className="uses">
          {uses.map((use) => (
            <li key={use}>
              <Switch
                name={use}
                checked={chosen[use]}
                disabled={set.isPending}
                note={t(`settings.domains.uses.${use}Note`, { domain: names[use] })}
                onChange={({ target }) => set.mutate({ [use]: target.checked })}
              >
                <span className="strong">{t(`settings.domains.uses.${use}`)}</span>
              </Switch>
            </li>
          ))}
        </ul>
        <Cancel work={set} size="small" />
      </div>
    </section>
  );
}

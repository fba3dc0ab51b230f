import './members.css';
import { useTranslation } from 'react-i18next';
import { InviteForm } from './InviteForm.tsx';
import { InviteTable } from './InviteTable.tsx';
import { LeaveOrganization } from './LeaveOrganization.tsx';
import { MemberList } from './MemberList.tsx';

/** Who belongs to the organization, and who is invited to it. */
export function MembersTab({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation();
  return (
    <div className="members">
      <section className="set">
        <div>
          <h2>{t('members.invite')}</h2>
          <p>{t('members.inviteText')}</p>
        </div>
        <InviteForm tenantId={tenantId} />
      </section>
      <MemberList tenantId={tenantId}>
        <InviteTable tenantId={tenantId}>
          <LeaveOrganization tenantId={tenantId} />
        </InviteTable>
      </MemberList>
    </div>
  );
}

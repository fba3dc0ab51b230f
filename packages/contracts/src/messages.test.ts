import { expect, it } from 'vitest';
import { invitesApi } from './api/invites.ts';
import { membersApi } from './api/members.ts';
import { tenantsApi } from './api/tenants.ts';
import { type ErrorCode, errorMessage } from './errors.ts';

// The specification's words (§8) for organizations, members and invitations; other tests make the server answer the codes.
it.each<[ErrorCode, string]>([
  ['invalid_function', 'Invalid function'],
  ['invalid_members_function', 'Invalid members function'],
  ['method_not_allowed', 'Method Not Allowed'],
  ['invalid_payload', 'Invalid payload'],
  ['missing_id', 'Missing id'],
  ['not_found', 'Not found'],
  ['internal', 'Internal server error'],
  ['token_required', 'Token is required'],
  ['invalid_invite', 'Invalid or expired invite'],
  ['already_member', 'Already a member of this organization'],
  ['tenant_name_required', 'Tenant name is required'],
  ['tenant_not_found', 'Tenant not found'],
  ['content_not_found', 'Content not found'],
  ['organization_id_missing', 'Missing organization ID'],
  ['not_admin', 'Not an admin member of this organization'],
  ['not_member', 'Not a member of this organization'],
  ['tenant_or_emails_missing', 'Missing tenant ID or emails'],
  ['invite_forbidden', 'Not authorized to send invitations for this organization'],
  ['invitation_id_missing', 'Missing invitation ID'],
  ['invitation_expired', 'This invitation has expired'],
  ['member_not_found', 'Member not found'],
  ['member_or_role_missing', 'Missing member ID or role'],
  ['role_invalid', 'Invalid role specified'],
  ['cannot_remove_last_owner', 'Cannot remove last owner'],
  ['cannot_remove_self', 'Cannot remove self'],
  ['cannot_assign_owner', 'Cannot assign owner'],
  ['cannot_change_owner', 'Cannot change owner'],
  ['cannot_change_own_role', 'Cannot change own role'],
  ['cannot_demote_last_owner', 'Cannot demote last owner'],
])('the code %s says “%s”', (code, message) => {
  expect(errorMessage(code)).toBe(message);
});

it('names a wrong address in the words of the specification', () => {
  expect(errorMessage('invitee_invalid', { email: 'nobody@' })).toBe('Invalid email: nobody@');
});

it('has the specification’s fallback for each call', () => {
  const { calls: members } = membersApi;
  const { calls: tenants } = tenantsApi;
  expect({
    list: tenants.my.fallback,
    create: tenants.create.fallback,
    settings: tenants.settings.fallback,
    update: tenants['settings-update'].fallback,
    validate: invitesApi.calls.validate.fallback,
    redeem: invitesApi.calls.redeem.fallback,
    invite: members.invite.fallback,
    revoke: members['revoke-invite'].fallback,
    remove: members['remove-member'].fallback,
    role: members['change-role'].fallback,
    accept: members['accept-invite'].fallback,
  }).toEqual({
    list: 'Failed to list tenants',
    create: 'Failed to create tenant',
    settings: 'Failed to get tenant settings',
    update: 'Failed to update tenant settings',
    validate: 'Invalid or expired invite',
    redeem: 'Failed to redeem invite',
    invite: 'Failed to send invites',
    revoke: 'Failed to revoke invite',
    remove: 'Failed to remove member',
    role: "Failed to change member's role",
    accept: 'Failed to accept invite',
  });
});

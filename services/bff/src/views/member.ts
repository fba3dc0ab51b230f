import { type Invite, inviteEntity, type Member, memberEntity, wireView } from '@sello/contracts';
import type { InviteRecord, MemberRecord } from '@sello/store';

const viewOfMember = wireView(memberEntity);
const viewOfInvite = wireView(inviteEntity);

export const memberView = (record: MemberRecord): Member => viewOfMember(record, {});
export const inviteView = (record: InviteRecord): Invite => viewOfInvite(record, {});

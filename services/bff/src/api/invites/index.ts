import { invitesApi } from '@sello/contracts';
import { implement } from '../../http/implement.ts';
import { redeem } from './redeem.ts';
import { validate } from './validate.ts';

export const invites = implement(invitesApi, { validate, redeem });

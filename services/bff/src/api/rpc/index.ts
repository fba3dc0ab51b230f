import { rpcApi } from '@sello/contracts';
import { implement } from '../../http/implement.ts';
import { getAllUserData } from './get_all_user_data.ts';
import { getUserRoles } from './get_user_roles.ts';

export const rpc = implement(rpcApi, { get_all_user_data: getAllUserData, get_user_roles: getUserRoles });

import type { rpcApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { grantsOfAsked } from './grants-of-asked.ts';

/** The older variant of `get_all_user_data`, which returns only the roles. */
export const getUserRoles: Handler<(typeof rpcApi.calls)['get_user_roles']> = async (
  { person, body },
  context,
) => (await grantsOfAsked(person, body, context)).roles;

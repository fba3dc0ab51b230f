import type { rpcApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { grantsOfAsked } from './grants-of-asked.ts';

/** What the caller may do in a tenant; the browser steers by it, the server checks anew with every call. */
export const getAllUserData: Handler<(typeof rpcApi.calls)['get_all_user_data']> = async (
  { person, body },
  parts,
) => grantsOfAsked(person, body, parts);

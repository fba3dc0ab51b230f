import type { Api } from '@sello/contracts';
import { type ApiClient, ApiProblem, type CallInput } from '@sello/dev-stack';
import type { Queue } from '@sello/queue';
import type { TestStack } from './stack.ts';

/** People of one organization on one stack, and a BFF with the usual limits beside the generous one. */
export interface People {
  stack: TestStack;
  queue: Queue;
  tenant: string;
  owner: ApiClient;
  admin: ApiClient;
  member: ApiClient;
  outsider: ApiClient;
  /** The origin of a BFF on the same services with the limits of production, behind a proxy. */
  strict: string;
}

/** The outcome of a call: `ok`, or the code of its error. */
export async function outcomeOf<A extends Api, Key extends keyof A['calls'] & string>(
  client: ApiClient,
  api: A,
  key: Key,
  input?: CallInput<A['calls'][Key]>,
): Promise<string> {
  try {
    await client.call(api, key, input);
    return 'ok';
  } catch (error) {
    if (error instanceof ApiProblem) return error.code;
    throw error;
  }
}

/** Adds people who have signed in to an organization. */
export async function addMember(
  { store }: TestStack,
  tenant: string,
  { user }: ApiClient,
  role: 'owner' | 'admin' | 'member',
): Promise<string> {
  const added = { userId: user.id, userEmail: user.email, userName: user.email, role };
  return (await store.members.add(tenant, added))._id;
}

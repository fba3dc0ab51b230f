import { accessToken } from './index.ts';

const path = '/auth/v1/handover';

/** Asks for a ticket to the other host, which is in the address that it resolves to. */
async function ask(request: RequestInit): Promise<string | undefined> {
  const response = await fetch(path, { method: 'POST', ...request });
  if (!response.ok) throw new Error(`the hand-over was answered with ${response.status}`);
  const { url } = (await response.json()) as { url: string | null };
  return url ?? undefined;
}

/** On an organization's own host: the address on the platform where the person signs in and joins. */
export async function handOver(goal: string): Promise<string> {
  const url = await ask({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ goal }),
  });
  if (url === undefined) throw new Error('there is no way to the platform');
  return url;
}

/**
 * On the platform, after somebody joined: the address of the organization's own host that they came from; undefined for
 * all others, and when it cannot be asked for.
 */
export async function handBack(): Promise<string | undefined> {
  const token = await accessToken();
  return ask({ headers: { authorization: `Bearer ${token}` } }).catch(() => undefined);
}

import { type ApiClient, signIn, startBackings } from '@sello/dev-stack';
import { openStore } from '@sello/store';
import type { Row } from '../scripts/bench.ts';
import { median } from './measure/median.ts';
import { type Call, closeClients, rateOf } from './organizations/clients.ts';
import { demotionRows } from './organizations/demotion.ts';
import { seedOrganizations } from './organizations/seed.ts';
import { cpuOf, type Servers, startServers } from './organizations/servers.ts';

const rounds = 7;
const BARE = 'a bare Express route with the same reads';
/** Clients; each is another person, because the limits of concurrent calls count by person. */
const people = 8;

/**
 * The calls of a first page at 10,000 members of an organization and 1,000 organizations of a person, through the real
 * BFF, compared with a bare Express route with the same reads on the same database; and how fast a demotion takes effect.
 */
export async function bench(): Promise<Row[]> {
  const backings = await startBackings({ only: ['mongo', 'redis', 'objects', 'oidc'] });
  let servers: Servers | undefined;
  const store = await openStore({ url: backings.env.MONGO_URL!, appName: 'bench' });
  try {
    servers = await startServers(backings);
    const { bff } = servers;
    const clients: ApiClient[] = [];
    for (let place = 0; place < people; place++) {
      const email = `person-${place}@example.org`;
      clients.push(await signIn({ app: bff.origin, issuer: backings.issuer }, { email }));
    }
    const tenantId = await seedOrganizations(store, clients);
    const rows: Row[] = [];
    // With new tokens each: one is valid for ten minutes, and a busy machine takes longer for all of them.
    for (const name of names) {
      rows.push(...(await compared(name, servers, (await callsOf(servers, clients, tenantId))[name])));
    }
    return [
      ...rows,
      ...(await demotionRows({ servers, store, owner: clients[0]!, admin: clients[1]!, tenantId })),
    ];
  } finally {
    closeClients();
    await store.close();
    await servers?.stop();
    await backings.close();
  }
}

interface Pair {
  /** Calls of one round. */
  count: number;
  ours: Call[];
  bare: Call[];
}

const names = [
  'permissions and roles (rpc get_all_user_data)',
  'roles (rpc get_user_roles)',
  '1,000 organizations of a person (tenants my)',
  'first 50 of 10,000 members (members list)',
] as const;

async function callsOf(
  { bff, bare }: Servers,
  clients: readonly ApiClient[],
  tenantId: string,
): Promise<Record<(typeof names)[number], Pair>> {
  const callers = await Promise.all(
    clients.map(async (client) => ({ userId: client.user.id, token: await client.token() })),
  );
  const pair = (count: number, path: string, barePath: string, isPost = false): Pair => ({
    count,
    ours: callers.map(({ token, userId }) => ({
      url: `${bff.origin}/api/${path}`,
      headers: {
        ...{ authorization: `Bearer ${token}`, 'x-tenant-id': tenantId },
        ...(isPost && { 'content-type': 'application/json' }),
      },
      ...(isPost && {
        method: 'POST' as const,
        body: JSON.stringify({ user_uuid: userId, tenant_uuid: tenantId }),
      }),
    })),
    bare: callers.map(({ token, userId }) => {
      const asked = new URLSearchParams({ user: userId, session: sessionIdOf(token), tenantId });
      return { url: `${bare.origin}${barePath}?${asked}` };
    }),
  });
  return {
    'permissions and roles (rpc get_all_user_data)': pair(2_000, 'rpc?fn=get_all_user_data', '/grants', true),
    'roles (rpc get_user_roles)': pair(2_000, 'rpc?fn=get_user_roles', '/roles', true),
    '1,000 organizations of a person (tenants my)': pair(80, 'tenants?fn=my', '/tenants'),
    'first 50 of 10,000 members (members list)': pair(400, 'members?fn=list&limit=50', '/members'),
  };
}

const sessionIdOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).session_id;

/** Runs both alternately, so that they have the same conditions; the first round is a warm-up and does not count. */
async function compared(
  name: string,
  { bff, bare: route }: Servers,
  { count, ours, bare }: Pair,
): Promise<Row[]> {
  const rates: number[] = [];
  const ratios: number[] = [];
  const cpu: number[] = [];
  const cpuRatios: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const [ownStart, bareStart] = [cpuOf(bff), cpuOf(route)];
    const before = await rateOf(bare, count);
    const rate = await rateOf(ours, count);
    const after = await rateOf(bare, count);
    if (round === 0) continue;
    rates.push(rate);
    ratios.push(rate / ((before + after) / 2));
    cpu.push((cpuOf(bff) - ownStart) / count);
    cpuRatios.push(cpu.at(-1)! / ((cpuOf(route) - bareStart) / (2 * count)));
  }
  return [
    {
      name,
      value: median(rates),
      unit: 'calls/s',
      beside: {
        [BARE]: median(ratios),
        'in its slowest round': Math.min(...ratios),
        'in its fastest': Math.max(...ratios),
      },
    },
    {
      name: `${name}, CPU time of the service`,
      value: median(cpu),
      unit: 'ms',
      beside: { 'that of the bare route': median(cpuRatios) },
    },
  ];
}

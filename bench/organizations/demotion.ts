import { setTimeout as sleep } from 'node:timers/promises';
import { membersApi } from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import type { Store } from '@sello/store';
import type { Row } from '../../scripts/bench.ts';
import { median } from '../measure/median.ts';
import { type Call, send } from './clients.ts';
import type { Server, Servers } from './servers.ts';

const rounds = 20;
/** Concurrent loops of the demoted person's calls, at both BFFs. */
const loops = 2;

export interface Demotion {
  servers: Servers;
  store: Store;
  owner: ApiClient;
  admin: ApiClient;
  tenantId: string;
}

interface Measured {
  /** Calls that began after the demotion was committed and were accepted. */
  accepted: number;
  /** From the commit to the first refusal of a call that began after it, ms. */
  refusedMs: number;
  /** From the commit to the disconnection of the socket at this BFF and at another one, ms. */
  closedMs: number;
  closedElsewhereMs: number;
}

/**
 * An admin calls what only admins may, at two BFFs without a pause, and has a socket at each, while an owner demotes them
 * by a call. The moment of the commit is the first at which another reader of the database sees the new role.
 */
export async function demotionRows(demotion: Demotion): Promise<Row[]> {
  const measured: Measured[] = [];
  for (let round = 0; round < rounds; round++) measured.push(await demote(demotion));
  const row = (name: string, values: number[], limit: string): Row => ({
    name: `${name}, slowest of ${rounds} demotions`,
    value: Math.max(...values),
    unit: `ms (median ${median(values).toFixed(0)} ms; ${limit})`,
    beside: {},
  });
  return [
    {
      name: `calls accepted that began after a committed demotion, in ${rounds} demotions`,
      value: measured.reduce((sum, { accepted }) => sum + accepted, 0),
      unit: 'calls (goal 0)',
      beside: {},
    },
    row(
      'from the commit to the first refused call',
      measured.map(({ refusedMs }) => refusedMs),
      'goal: the next call',
    ),
    row(
      'from the commit to the closed socket',
      measured.map(({ closedMs }) => closedMs),
      'goal 1,000 ms',
    ),
    row(
      'from the commit to the closed socket at another BFF',
      measured.map(({ closedElsewhereMs }) => closedElsewhereMs),
      'goal 1,000 ms',
    ),
  ];
}

async function demote({ servers, store, owner, admin, tenantId }: Demotion): Promise<Measured> {
  const { _id: memberId } = (await store.members.of(tenantId, admin.user.id))!;
  const setRole = (newRole: 'admin' | 'member') =>
    owner.call(membersApi, 'change-role', { tenant: tenantId, body: { memberId, newRole } });
  await setRole('admin');
  const token = await admin.token();
  const sockets = await Promise.all(
    [servers.bff, servers.otherBff].map((server) => connect(server, token, tenantId)),
  );
  const closedAt = sockets.map(
    (socket) =>
      new Promise<number>((resolve) => {
        socket.addEventListener('close', () => resolve(performance.now()));
      }),
  );
  const headers = { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId };
  const calls: { began: number; ended: number; status: number }[] = [];
  let isOver = false;
  const loop = async (call: Call) => {
    while (!isOver) {
      const began = performance.now();
      const status = await send(call);
      calls.push({ began, ended: performance.now(), status });
    }
  };
  const loopsOf = ({ origin }: Server) =>
    Array.from({ length: loops }, () => loop({ url: `${origin}/api/members?fn=list&limit=10`, headers }));
  const running = [...loopsOf(servers.bff), ...loopsOf(servers.otherBff)];
  try {
    while (calls.length < 10) await sleep(1);
    const demoting = setRole('member');
    while ((await store.members.get(tenantId, memberId))?.role !== 'member');
    const committed = performance.now();
    await demoting;
    const [closed, closedElsewhere] = (await Promise.all(closedAt)) as [number, number];
    const later = calls.length + 20;
    while (calls.length < later) await sleep(1);
    isOver = true;
    await Promise.all(running);
    const after = calls.filter(({ began }) => began > committed);
    const wrong = after.find(({ status }) => status !== 200 && status !== 403);
    if (wrong) throw new Error(`a call responded with ${wrong.status}`);
    const refused = after.filter(({ status }) => status === 403).map(({ ended }) => ended);
    return {
      accepted: after.filter(({ status }) => status === 200).length,
      refusedMs: Math.min(...refused) - committed,
      closedMs: Math.max(0, closed - committed),
      closedElsewhereMs: Math.max(0, closedElsewhere - committed),
    };
  } finally {
    isOver = true;
    for (const socket of sockets) socket.close();
  }
}

/** A connection by the protocol of Socket.IO 5 over Engine.IO 4: `40` connects to the namespace, `2` is a ping. */
async function connect({ origin }: Server, token: string, tenantId: string): Promise<WebSocket> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('close', () => reject(new Error('the socket was refused')));
    socket.addEventListener('message', ({ data: message }) => {
      const data = String(message);
      if (data.startsWith('0')) socket.send(`40${JSON.stringify({ token, tenantId })}`);
      else if (data.startsWith('40')) resolve();
      else if (data === '2') socket.send('3');
      else if (data.startsWith('44')) reject(new Error(data));
    });
  });
  return socket;
}

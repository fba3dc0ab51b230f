import type { AddressInfo } from 'node:net';
import { permissionsOf, type TenantRole } from '@sello/contracts';
import express, { type Request } from 'express';
import mongoose, { type mongo } from 'mongoose';

// The baseline of a first page: Express without middleware, and the reads of each call by the same indexes, through the
// same driver. It believes the person and the session that the request names, and reads both, as each call does. It has no
// token, limits, request ids, logs, headers or compression.
const connection = await mongoose.createConnection(process.env.MONGO_URL!, { maxPoolSize: 20 }).asPromise();
const database = connection.getClient().db(connection.name);
type Row = mongo.Document & { _id: string };
const rows = (name: string) => database.collection<Row>(name);
const [sessions, users, members, tenants, mailAccounts, domains] = [
  rows('sessions'),
  rows('users'),
  rows('members'),
  rows('tenants'),
  rows('mailAccounts'),
  rows('domains'),
];

const byJoining = { hint: { tenantId: 1, joinedAt: 1, _id: 1 } } as const;

async function caller({ query }: Request): Promise<{ userId: string; tenantId: string }> {
  const { session, user, tenantId } = query as Record<string, string>;
  const [open, known] = await Promise.all([
    sessions.findOne({ _id: session!, endedAt: null, expiresAt: { $gt: new Date() } }),
    users.findOne({ _id: user! }),
  ]);
  if (open === null || known === null) throw new Error('unknown');
  return { userId: known._id, tenantId: tenantId! };
}

async function roleOf({ userId, tenantId }: { userId: string; tenantId: string }): Promise<TenantRole> {
  const member = await members.findOne({ tenantId, userId });
  if (member?.status !== 'active') throw new Error('no member');
  return member.role as TenantRole;
}

const app = express();
app.disable('etag');
app.get('/roles', async (request, response) => {
  response.json([await roleOf(await caller(request))]);
});
app.get('/grants', async (request, response) => {
  const who = await caller(request);
  const role = await roleOf(who);
  const [mail, tenant] = await Promise.all([
    mailAccounts.findOne({ _id: who.tenantId }),
    tenants.findOne({ _id: who.tenantId }),
  ]);
  const pauses = { mailPause: mail?.pause as unknown, closedAt: tenant?.signInsPause as unknown };
  response.json({ roles: [role], permissions: permissionsOf[role], ...pauses });
});
app.get('/tenants', async (request, response) => {
  const { userId } = await caller(request);
  const own = await members.find({ userId, status: 'active' }).toArray();
  const joined = new Map(own.map(({ tenantId, role, joinedAt }) => [tenantId as string, { role, joinedAt }]));
  const owned = own.filter(({ role }) => role === 'owner').map(({ tenantId }) => tenantId as string);
  const owners =
    owned.length === 0
      ? []
      : await members.find({ tenantId: { $in: owned }, role: 'owner', status: 'active' }).toArray();
  const shared = new Set(owners.filter((one) => one.userId !== userId).map(({ tenantId }) => tenantId));
  const found = await tenants
    .find({ _id: { $in: [...joined.keys()] } })
    .sort({ nameKey: 1, _id: 1 })
    .toArray();
  const claimed = await domains.find({ tenantId: { $in: found.map(({ _id }) => _id) } }).toArray();
  const domainOf = new Map<string, object>(
    claimed.map(({ tenantId, domain, status, settings }) => [tenantId, { domain, status, settings }]),
  );
  response.json(
    found.map(({ _id, name, publicName, logoUrl }) => ({
      ...{ _id, name, publicName, logoUrl, ...joined.get(_id) },
      ...{ customDomain: domainOf.get(_id), onlyOwner: !shared.has(_id) },
    })),
  );
});
app.get('/members', async (request, response) => {
  const who = await caller(request);
  await roleOf(who);
  const { tenantId } = who;
  const [found, total, owners] = await Promise.all([
    members.find({ tenantId }, byJoining).sort({ joinedAt: 1, _id: 1 }).limit(51).toArray(),
    members.countDocuments({ tenantId }),
    members.countDocuments({ tenantId, role: 'owner', status: 'active' }),
  ]);
  const items = found.slice(0, 50).map(({ tenantId: _tenant, userId: _user, v: _version, ...item }) => item);
  response.json({ total, owners, items, nextCursor: items.at(-1)?._id ?? null });
});
const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

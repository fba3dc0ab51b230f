import { apis } from '@sello/contracts';
import { startTestStack } from './stack.ts';

/** A stack with two people who own an organization each. */
export async function startTwoOrganizations() {
  // One person makes hundreds of calls in a minute, more than the limits of a person allow.
  const stack = await startTestStack({ LIMITS_FACTOR: '1000' });
  const ana = await stack.signIn('ana@example.org');
  const bruno = await stack.signIn('bruno@example.org');
  const anas = (await ana.call(apis.tenants, 'create', { body: { name: 'Academia Ana' } }))._id;
  const brunos = (await bruno.call(apis.tenants, 'create', { body: { name: 'Bruno & Co' } }))._id;
  return { stack, ana, bruno, anas, brunos };
}

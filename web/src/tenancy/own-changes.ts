/**
 * Organizations in which this window is changing the person's own membership: the person is not told of that as of
 * something that others did.
 */
const ownChanges = new Set<string>();

/** Runs a call that changes one's own membership. */
export async function changeOwnMembership<Reply>(
  tenantId: string,
  work: () => Promise<Reply>,
): Promise<Reply> {
  // Before the call: the server closes the socket, and the list may be read again, before the response arrives.
  ownChanges.add(tenantId);
  try {
    return await work();
  } catch (error) {
    ownChanges.delete(tenantId);
    throw error;
  }
}

/** Whether a change of the membership is one's own; asked once for each. */
export const takeOwnChange = (tenantId: string): boolean => ownChanges.delete(tenantId);

/**
 * Named locks with a lease, for one caller among all processes. They are stored in the database, because the work under
 * them reads records and then writes: a process that can write can lock, whether or not Redis can be reached.
 */
export interface Locks {
  /** `owner` is generated for each hold. False while another owner holds the lock, which expires after `leaseMs`. */
  take(name: string, owner: string, leaseMs: number, now?: Date): Promise<boolean>;
  /** False when the lock has expired and another owner may hold it. */
  renew(name: string, owner: string, leaseMs: number, now?: Date): Promise<boolean>;
  isHeld(name: string, now?: Date): Promise<boolean>;
  /** Releases the lock if this owner still holds it. */
  release(name: string, owner: string): Promise<void>;
}

/**
 * Names that one caller among all processes holds for a while. They lie in the database, because what is done under
 * them is to look at records and then to write some: whoever can write can lock, whether or not the queue can be reached.
 */
export interface Locks {
  /** `owner` is drawn for each hold. False while another owner holds the name; its hold ends by itself after `leaseMs`. */
  take(name: string, owner: string, leaseMs: number, now?: Date): Promise<boolean>;
  /** False: the hold has ended and somebody else may have it. */
  renew(name: string, owner: string, leaseMs: number, now?: Date): Promise<boolean>;
  /** Frees the name when this owner still holds it. */
  release(name: string, owner: string): Promise<void>;
}

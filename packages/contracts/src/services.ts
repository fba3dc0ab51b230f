/** The processes of the platform. `bff` answers browsers; the others work on jobs. */
export const serviceNames = ['bff', 'render-worker', 'mail-worker', 'domain-worker'] as const;
export type ServiceName = (typeof serviceNames)[number];
export type WorkerName = Exclude<ServiceName, 'bff'>;

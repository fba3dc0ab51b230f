/** The services of the platform. `bff` serves browsers; the others process jobs. */
export const serviceNames = ['bff', 'render-worker', 'mail-worker', 'domain-worker'] as const;
export type ServiceName = (typeof serviceNames)[number];
export type WorkerName = Exclude<ServiceName, 'bff'>;

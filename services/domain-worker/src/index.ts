export { type DomainWorkerConfig, variables } from './config.ts';
export { createDomainWorker, type DomainWorkerOverrides } from './service.ts';

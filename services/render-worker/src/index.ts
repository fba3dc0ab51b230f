export { processVariables, type RenderWorkerConfig, variables } from './config.ts';
export { createRenderWorker, type RenderWorkerOverrides } from './service.ts';

export { type BffConfig, variables } from './config.ts';
export { type Bff, type BffOverrides, createBff } from './service.ts';

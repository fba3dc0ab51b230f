export { type NameRules, readDomainName, registrableDomain } from './domain-name.ts';
export { createHosting, type HostingProvider } from './hosting.ts';
export { createPlatform } from './platform.ts';
export { decidingRecords, type Platform, withCurrentRecords } from './records.ts';

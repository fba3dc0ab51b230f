import { type Domain, domainEntity, wireView } from '@sello/contracts';
import type { DomainRecord } from '@sello/store';

const view = wireView(domainEntity);

export const domainView = (record: DomainRecord): Domain => view(record, {});

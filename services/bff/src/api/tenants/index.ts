import { tenantsApi } from '@sello/contracts';
import { implement } from '../../http/implement.ts';
import { certificateDownload } from './certificate-download.ts';
import { certificates } from './certificates.ts';
import { certificatesAction } from './certificates-action.ts';
import { certificatesUpdate } from './certificates-update.ts';
import { create } from './create.ts';
import { deleteTenant } from './delete.ts';
import { domainAnswers } from './domain-answers.ts';
import { domainLinks } from './domain-links.ts';
import { domains } from './domains.ts';
import { domainsAdd } from './domains-add.ts';
import { domainsDelete } from './domains-delete.ts';
import { domainsUpdate } from './domains-update.ts';
import { exportTenant } from './export.ts';
import { getRoles } from './get-roles.ts';
import { leave } from './leave.ts';
import { my } from './my.ts';
import { restore } from './restore.ts';
import { settings } from './settings.ts';
import { settingsUpdate } from './settings-update.ts';
import { timeZone } from './time-zone.ts';
import { transfer } from './transfer.ts';

export const tenants = implement(tenantsApi, {
  my,
  create,
  settings,
  'settings-update': settingsUpdate,
  'time-zone': timeZone,
  domains,
  'domain-answers': domainAnswers,
  'domain-links': domainLinks,
  'domains-add': domainsAdd,
  'domains-update': domainsUpdate,
  'domains-delete': domainsDelete,
  certificates,
  'certificates-update': certificatesUpdate,
  'certificates-action': certificatesAction,
  'certificate-download': certificateDownload,
  delete: deleteTenant,
  restore,
  export: exportTenant,
  'get-roles': getRoles,
  leave,
  transfer,
});

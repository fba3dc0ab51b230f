import type { ParseKeys } from 'i18next';
import { type ComponentType, lazy } from 'react';

interface Tab {
  titleKey: ParseKeys;
  Content: ComponentType<{ tenantId: string }>;
}

/** Each tab is loaded when it is opened. */
const tab = (load: () => Promise<ComponentType<{ tenantId: string }>>) =>
  lazy(async () => ({ default: await load() }));
const planned = () => import('./planned/PlannedTabs.tsx');

/** The tabs of the settings by the last part of their URL, in the order in which they are shown. */
export const tabs = {
  general: {
    titleKey: 'settings.general.title',
    Content: tab(async () => (await import('./general/GeneralTab.tsx')).GeneralTab),
  },
  members: {
    titleKey: 'members.title',
    Content: tab(async () => (await import('./members/MembersTab.tsx')).MembersTab),
  },
  domains: {
    titleKey: 'settings.domains.title',
    Content: tab(async () => (await import('./domains/DomainsTab.tsx')).DomainsTab),
  },
  certificates: {
    titleKey: 'settings.certificates.title',
    Content: tab(async () => (await import('./CertificatesTab.tsx')).CertificatesTab),
  },
  audit: {
    titleKey: 'audit.title',
    Content: tab(async () => (await import('./audit/AuditTab.tsx')).AuditTab),
  },
  theme: { titleKey: 'settings.theme.title', Content: tab(async () => (await planned()).ThemeTab) },
  verification: {
    titleKey: 'settings.verification.title',
    Content: tab(async () => (await planned()).VerificationTab),
  },
  onboardings: {
    titleKey: 'settings.onboardings.title',
    Content: tab(async () => (await planned()).OnboardingsTab),
  },
  integrations: {
    titleKey: 'settings.integrations.title',
    Content: tab(async () => (await planned()).IntegrationsTab),
  },
} as const satisfies Record<string, Tab>;

type TabName = keyof typeof tabs;

export const tabNames = Object.keys(tabs) as TabName[];

export const isTab = (name: string): name is TabName => Object.hasOwn(tabs, name);

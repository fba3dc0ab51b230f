import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import { AuditTab } from './audit/AuditTab.tsx';
import { CertificatesTab } from './CertificatesTab.tsx';
import { GeneralTab } from './general/GeneralTab.tsx';
import { MembersTab } from './members/MembersTab.tsx';
import { IntegrationsTab, OnboardingsTab, ThemeTab, VerificationTab } from './planned/PlannedTabs.tsx';

interface Tab {
  titleKey: ParseKeys;
  Content: ComponentType<{ tenantId: string }>;
}

/** The tabs of the settings by the last part of their URL, in the order in which they are shown. */
export const tabs = {
  general: { titleKey: 'settings.general.title', Content: GeneralTab },
  members: { titleKey: 'members.title', Content: MembersTab },
  certificates: { titleKey: 'settings.certificates.title', Content: CertificatesTab },
  audit: { titleKey: 'audit.title', Content: AuditTab },
  theme: { titleKey: 'settings.theme.title', Content: ThemeTab },
  verification: { titleKey: 'settings.verification.title', Content: VerificationTab },
  onboardings: { titleKey: 'settings.onboardings.title', Content: OnboardingsTab },
  integrations: { titleKey: 'settings.integrations.title', Content: IntegrationsTab },
} as const satisfies Record<string, Tab>;

type TabName = keyof typeof tabs;

export const tabNames = Object.keys(tabs) as TabName[];

export const isTab = (name: string): name is TabName => Object.hasOwn(tabs, name);

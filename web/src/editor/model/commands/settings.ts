import type { Design } from '@sello/contracts';
import { defineWithArgs } from '../command.ts';

/** What is left out stays; `null` leaves the time zone to the organization. */
export type SettingsArgs = Partial<Pick<Design, 'locale' | 'dateStyle'>> & { timeZone?: string | null };

/** Language, dates and time zone of the certificate. */
export const changeSettings = defineWithArgs<SettingsArgs>({
  id: 'template.settings',
  labelKey: 'editor.commands.template.settings',
  section: 'pages',
  shortcut: null,
  context: 'page',
  canRun: () => true,
  run(state, { locale, dateStyle, timeZone }) {
    const { design } = state;
    const next = {
      ...design,
      ...{ locale: locale ?? design.locale, dateStyle: dateStyle ?? design.dateStyle },
      timeZone: timeZone === undefined ? design.timeZone : (timeZone ?? undefined),
    };
    const isSame =
      next.locale === design.locale &&
      next.dateStyle === design.dateStyle &&
      next.timeZone === design.timeZone;
    return isSame ? state : { ...state, design: next };
  },
});

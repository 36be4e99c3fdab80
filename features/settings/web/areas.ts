/** What the settings page shows beside its forms, and what its search finds there. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ENVIRONMENT_PARTS } from '#kernel/settings/environment.ts'
import { useMenuEntries } from '#web/layouts/menu-entries.ts'
import type { NamedSetting } from './find-setting.ts'
import { settingAddress } from './use-named-settings.ts'

/** The area of the environment; its address is that of a form with this name. */
export const ENVIRONMENT = 'environment'

/** Returns the parts of the environment, so that the search finds them by their name and by what depends on them. */
export function useNamedParts(): readonly NamedSetting[] {
  const { t } = useTranslation('settings')
  return useMemo(
    () =>
      ENVIRONMENT_PARTS.map((part) => ({
        form: ENVIRONMENT,
        setting: part,
        to: settingAddress(ENVIRONMENT, part),
        name: t(`environment.part.${part}`),
        hint: t(`environment.depends.${part}`),
        area: t('environment.title'),
        words: t(`also.environment.${part}`, { defaultValue: '' }),
      })),
    [t],
  )
}

/** The address of this page itself. */
const HERE = '/settings'

/** Returns the other pages of the settings, such as those of people, rights and sections: the entries of the menu beside this one. */
export function useSettingsPages(): readonly NamedSetting[] {
  const { t } = useTranslation('settings')
  const entries = useMenuEntries('settings')
  return useMemo(
    () =>
      entries
        .filter(({ to }) => to !== HERE)
        .map(({ feature, key, to }) => ({
          form: feature,
          setting: key,
          to,
          name: t(`menu.${key}`, { ns: feature }),
          hint: '',
          area: t('other-page'),
          words: t(`also.page.${feature}.${key}`, { defaultValue: '' }),
        })),
    [entries, t],
  )
}

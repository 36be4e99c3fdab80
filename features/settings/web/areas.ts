/** What the settings page shows beside its forms, and what its search finds there. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ENVIRONMENT_PARTS } from '#kernel/settings/environment.ts'
import type { NamedSetting } from './find-setting.ts'

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
        name: t(`environment.part.${part}`),
        hint: t(`environment.depends.${part}`),
        area: t('environment.title'),
      })),
    [t],
  )
}

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { allNamespaces } from '#web/i18n.ts'
import type { listSettingsForms } from '../domain/contract.ts'
import type { NamedSetting } from './find-setting.ts'

export type ListedForm = OutputOf<typeof listSettingsForms>['forms'][number]

/** Returns every setting of the forms with its texts. */
export function useNamedSettings(forms: readonly ListedForm[]): readonly NamedSetting[] {
  const { t } = useTranslation('settings')
  return useMemo(() => {
    const text = (key: string) => t(key, { ns: ['settings', ...allNamespaces()] })
    return forms.flatMap(({ name: form, settings }) =>
      settings.map((setting) => ({
        form,
        setting,
        name: text(`field.${form}.${setting}`),
        hint: text(`setting-hint.${form}.${setting}`),
        area: t(`form.${form}.title`),
      })),
    )
  }, [forms, t])
}

/** Returns the address of a form; with a setting the form shows it first. */
export const settingAddress = (form: string, setting?: string): string =>
  setting === undefined ? `/settings/${form}` : `/settings/${form}?setting=${encodeURIComponent(setting)}`

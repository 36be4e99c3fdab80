import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import type { listSettingsForms } from '../domain/contract.ts'
import type { NamedSetting } from './find-setting.ts'
import { settingTexts } from './setting-texts.ts'

export type ListedForm = OutputOf<typeof listSettingsForms>['forms'][number]

/** The name of the logo in addresses of the settings. */
export const LOGO = 'logo'

/** Returns every setting of the forms with its texts. */
export function useNamedSettings(forms: readonly ListedForm[]): readonly NamedSetting[] {
  const { t } = useTranslation('settings')
  return useMemo(
    () =>
      forms.flatMap(({ name: form, settings }) => {
        const texts = settingTexts(t, form)
        const area = t(`form.${form}.title`)
        const logo = {
          form,
          setting: LOGO,
          to: settingAddress(form, LOGO),
          name: t('logo.title'),
          hint: t('logo.body'),
          area,
          words: t('also.company.logo'),
        }
        const named = settings.map((setting) => ({
          form,
          setting,
          to: settingAddress(form, setting),
          name: texts.name(setting),
          hint: texts.hint(setting),
          area,
          words: t(`also.${form}.${setting}`, { defaultValue: '' }),
        }))
        // the logo stands below the form of the company
        return form === 'company' ? [...named, logo] : named
      }),
    [forms, t],
  )
}

/** Returns the address of a form; with a setting the form shows it first. */
export const settingAddress = (form: string, setting?: string): string =>
  setting === undefined ? `/settings/${form}` : `/settings/${form}?setting=${encodeURIComponent(setting)}`

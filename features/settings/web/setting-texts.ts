/** The texts of a settings form. Its declaration names them, and the feature that declares it has them in its texts. */
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { allNamespaces } from '#web/i18n.ts'
import { WORDS } from '#web/language/text-files.ts'
import { needTexts } from '#web/language/needed-texts.ts'

// these words of all areas are in a file of their own
needTexts(WORDS)

export type SettingTexts = {
  readonly name: (setting: string) => string
  /** Says what the setting is for and where it shows. */
  readonly hint: (setting: string) => string
  /** The name of a column in a list of rows. */
  readonly column: (setting: string, column: string) => string
  /** An option of a choice. `setting` is `<setting>.<column>` for a choice in a row. */
  readonly option: (setting: string, option: string) => string
  readonly yes: string
  readonly no: string
}

/** Returns the texts of a form in the language of `t`. */
export function settingTexts(t: TFunction<'settings'>, form: string): SettingTexts {
  const text = (key: string) => t(key, { ns: ['settings', ...allNamespaces()] })
  return {
    name: (setting) => text(`field.${form}.${setting}`),
    hint: (setting) => text(`setting-hint.${form}.${setting}`),
    column: (setting, column) => text(`column.${form}.${setting}.${column}`),
    option: (setting, option) => text(`option.${form}.${setting}.${option}`),
    yes: t('action.yes', { ns: 'frame' }),
    no: t('action.no', { ns: 'frame' }),
  }
}

export function useSettingTexts(form: string): SettingTexts {
  const { t } = useTranslation('settings')
  return useMemo(() => settingTexts(t, form), [form, t])
}

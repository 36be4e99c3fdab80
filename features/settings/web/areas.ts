/** What the settings page shows beside its forms, and what its search finds there. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ENVIRONMENT_PARTS } from '#kernel/settings/environment.ts'
import { SETTINGS_GROUPS, type SettingsGroup } from '#kernel/settings/groups.ts'
import { useMenuEntries } from '#web/layouts/menu-entries.ts'
import type { NamedSetting } from './find-setting.ts'
import { type ListedForm, settingAddress } from './use-named-settings.ts'

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

/** Returns the other pages of the settings, such as those of people, rights and sections. */
export function useSettingsPages(): readonly (NamedSetting & { readonly group: SettingsGroup })[] {
  const { t } = useTranslation('settings')
  const entries = useMenuEntries()
  return useMemo(
    () =>
      entries.flatMap(({ feature, key, to, settings }) =>
        settings === undefined
          ? []
          : {
              form: feature,
              setting: key,
              to,
              group: settings,
              name: t(`menu.${key}`, { ns: feature }),
              hint: '',
              area: t(`group.${settings}`),
              words: t(`also.page.${feature}.${key}`, { defaultValue: '' }),
            },
      ),
    [entries, t],
  )
}

/** An area of the settings: a form, the environment, or a page of its own. */
export type SettingsArea = {
  /** The name of the form; null for a page of its own. */
  readonly form: string | null
  readonly to: string
  readonly name: string
  /** How many entries are missing in it. */
  readonly missing: number
}

/** Returns the areas in their groups. Groups without an area that the person may open are left out. */
export function useAreaGroups(
  forms: readonly ListedForm[],
): readonly { readonly group: SettingsGroup; readonly areas: readonly SettingsArea[] }[] {
  const { t } = useTranslation('settings')
  const pages = useSettingsPages()
  const all = [
    ...forms.map(({ name, group, missing }) => ({
      group,
      form: name,
      to: settingAddress(name),
      name: t(`form.${name}.title`),
      missing: missing.length,
    })),
    ...pages.map(({ group, to, name }) => ({ group, form: null, to, name, missing: 0 })),
    {
      group: 'data' as const,
      form: ENVIRONMENT,
      to: settingAddress(ENVIRONMENT),
      name: t('environment.title'),
      missing: 0,
    },
  ]
  return SETTINGS_GROUPS.map((group) => ({ group, areas: all.filter((area) => area.group === group) })).filter(
    ({ areas }) => areas.length > 0,
  )
}

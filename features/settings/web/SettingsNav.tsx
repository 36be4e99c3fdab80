import { NavLink, Text, TextInput } from '@mantine/core'
import { Search } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { ENVIRONMENT, useSettingsPages } from './areas.ts'
import { findSettings, type NamedSetting } from './find-setting.ts'
import styles from './settings.module.css'
import { type ListedForm, settingAddress } from './use-named-settings.ts'

type SettingsNavProps = {
  readonly forms: readonly ListedForm[]
  readonly named: readonly NamedSetting[]
  /** The name of the open form; null on the overview. */
  readonly open: string | null
}

/** The search over all settings, and the areas. What is typed replaces the areas by the settings that match. */
export function SettingsNav({ forms, named, open }: SettingsNavProps) {
  const { t } = useTranslation('settings')
  const [typed, setTyped] = useState('')
  const found = findSettings(named, typed)
  const areas = [
    ...forms.map(({ name, missing }) => ({
      name,
      label: t(`form.${name}.title`),
      description: missing.length === 0 ? undefined : t('missing.count', { count: missing.length }),
    })),
    { name: ENVIRONMENT, label: t('environment.title'), description: undefined },
  ]
  const pages = useSettingsPages()
  return (
    <nav aria-label={t('forms')} className={styles.forms} data-beside={open !== null || undefined}>
      <TextInput
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<Search size={16} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        mb="xs"
      />
      <div aria-live="polite">
        {typed.trim() === '' ? (
          areas
            .map(({ name, label, description }) => (
              <NavLink
                key={name}
                component={PageLink}
                to={settingAddress(name)}
                label={label}
                description={description}
                active={name === open}
                aria-current={name === open ? 'page' : undefined}
              />
            ))
            .concat(pages.map(({ to, name }) => <NavLink key={to} component={PageLink} to={to} label={name} />))
        ) : found.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('nothing-found')}
          </Text>
        ) : (
          found.map(({ form, setting, to, name, area }) => (
            <NavLink key={`${form}.${setting}`} component={PageLink} to={to} label={name} description={area} />
          ))
        )}
      </div>
    </nav>
  )
}

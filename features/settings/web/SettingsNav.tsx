import { NavLink, Text, TextInput, UnstyledButton } from '@mantine/core'
import { ChevronDown, Search } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingsGroup } from '#kernel/settings/groups.ts'
import { PageLink } from '#web/navigation.tsx'
import { type SettingsArea, useAreaGroups } from './areas.ts'
import { findSettings, type NamedSetting } from './find-setting.ts'
import styles from './settings.module.css'
import type { ListedForm } from './use-named-settings.ts'

type SettingsNavProps = {
  readonly forms: readonly ListedForm[]
  readonly named: readonly NamedSetting[]
  /** The name of the open form; null on the overview. */
  readonly open: string | null
}

/**
 * The search over all settings, and the areas in their groups: all of them on the overview, and beside an open form those of its group.
 * What is typed replaces the areas by the settings that match.
 */
export function SettingsNav({ forms, named, open }: SettingsNavProps) {
  const { t } = useTranslation('settings')
  const [typed, setTyped] = useState('')
  const found = findSettings(named, typed)
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
        className={styles.search}
      />
      <Text size="sm" c="dimmed" role="status">
        {typed.trim() === '' ? '' : found.length === 0 ? t('nothing-found') : t('found', { count: found.length })}
      </Text>
      {typed.trim() === '' ? (
        <AreaGroups forms={forms} open={open} />
      ) : (
        found.map(({ form, setting, to, name, area }) => (
          <NavLink key={`${form}.${setting}`} component={PageLink} to={to} label={name} description={area} />
        ))
      )}
    </nav>
  )
}

function AreaGroups({ forms, open }: Pick<SettingsNavProps, 'forms' | 'open'>) {
  const { t } = useTranslation('settings')
  const groups = useAreaGroups(forms)
  const around = groups.find(({ areas }) => areas.some(({ form }) => form !== null && form === open))?.group ?? null
  const [chosen, choose] = useState<{ at: string | null; group: SettingsGroup | null } | null>(null)
  const opened = chosen !== null && chosen.at === open ? chosen.group : around
  if (open === null)
    return (
      <div className={styles.groups}>
        {groups.map(({ group, areas }) => (
          <section key={group}>
            <h2 className={styles.group}>{t(`group.${group}`)}</h2>
            <Areas areas={areas} open={open} />
          </section>
        ))}
      </div>
    )
  return groups.map(({ group, areas }) => (
    <section key={group}>
      <h2 className={styles.group}>
        <UnstyledButton
          className={styles.opener}
          aria-expanded={group === opened}
          onClick={() => choose({ at: open, group: group === opened ? null : group })}
        >
          {t(`group.${group}`)}
          <ChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </h2>
      {group === opened ? <Areas areas={areas} open={open} /> : null}
    </section>
  ))
}

function Areas({ areas, open }: { areas: readonly SettingsArea[]; open: string | null }) {
  const { t } = useTranslation('settings')
  return areas.map(({ form, to, name, missing }) => {
    const isOpen = form !== null && form === open
    return (
      <NavLink
        key={to}
        component={PageLink}
        to={to}
        label={name}
        description={missing === 0 ? undefined : t('missing.count', { count: missing })}
        active={isOpen}
        aria-current={isOpen ? 'page' : undefined}
      />
    )
  })
}

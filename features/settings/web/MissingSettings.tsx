import { List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { NamedSetting } from './find-setting.ts'
import type { ListedForm } from './use-named-settings.ts'

type MissingSettingsProps = { readonly forms: readonly ListedForm[]; readonly named: readonly NamedSetting[] }

/** Names the settings that the company needs and has not entered, each with a link to its field. Without any nothing is shown. */
export function MissingSettings({ forms, named }: MissingSettingsProps) {
  const { t } = useTranslation('settings')
  const missing = named.filter(({ form, setting }) =>
    forms.some(({ name, missing: empty }) => name === form && empty.includes(setting)),
  )
  if (missing.length === 0) return null
  return (
    <Panel title={t('missing.title')}>
      <List size="sm" spacing={6}>
        {missing.map(({ form, setting, to, name, area, hint }) => (
          <List.Item key={`${form}.${setting}`}>
            <PageLink to={to}>{name}</PageLink>
            <Text size="xs" c="dimmed">
              {area}: {hint}
            </Text>
          </List.Item>
        ))}
      </List>
    </Panel>
  )
}

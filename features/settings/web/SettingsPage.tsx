import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useSearchState } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { useAsk } from '#web/query.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { listSettingsForms } from '../domain/contract.ts'
import { ENVIRONMENT, useNamedParts, useSettingsPages } from './areas.ts'
import { EnvironmentPanel } from './environment/EnvironmentPanel.tsx'
import { MissingSettings } from './MissingSettings.tsx'
import styles from './settings.module.css'
import { SETTINGS_PANEL } from './settings-parts.ts'
import { SettingsFormPanel } from './SettingsFormPanel.tsx'
import { SettingsNav } from './SettingsNav.tsx'
import { type ListedForm, useNamedSettings } from './use-named-settings.ts'

const searchState = z.object({ setting: z.string().optional().catch(undefined) })

/**
 * The settings of the company. `/settings` shows what is missing and all areas, `/settings/<form>` a form with the areas of its group
 * beside it. A phone shows the form alone.
 */
export default function SettingsPage() {
  const { t } = useTranslation('settings')
  const named: string | undefined = useParams({ strict: false }).form
  const list = useAsk(listSettingsForms, {})
  return (
    <>
      <PageHeader title={t('title')} {...(named !== undefined && { back: { to: '/settings', label: t('forms') } })} />
      {list.data ? (
        <OpenedSettings forms={list.data.forms} named={named ?? null} />
      ) : list.error ? (
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      ) : (
        <Loading rows={8} />
      )}
    </>
  )
}

function OpenedSettings({ forms, named }: { forms: readonly ListedForm[]; named: string | null }) {
  const { t } = useTranslation('settings')
  const settings = useNamedSettings(forms)
  const parts = useNamedParts()
  const pages = useSettingsPages()
  const panels = usePageParts(SETTINGS_PANEL)
  const all = [...pages, ...settings, ...parts]
  const [{ setting }] = useSearchState(searchState)
  const open = forms.find(({ name }) => name === named)
  return (
    <div className={styles.layout} data-overview={named === null || undefined}>
      {named === null ? <MissingSettings forms={forms} named={settings} /> : null}
      <SettingsNav forms={forms} named={all} open={named} />
      <div className={styles.open}>
        {named === null ? null : named === ENVIRONMENT ? (
          <EnvironmentPanel key={setting ?? ''} wanted={setting} />
        ) : open ? (
          <>
            <SettingsFormPanel key={`${open.name} ${setting ?? ''}`} name={open.name} wanted={setting} />
            {panels.map(({ key, form, Panel }) => (form === open.name ? <Panel key={key} /> : null))}
          </>
        ) : (
          <EmptyState title={t('no-forms')} />
        )}
      </div>
    </div>
  )
}

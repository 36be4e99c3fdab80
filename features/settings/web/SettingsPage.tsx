import { NavLink } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { listSettingsForms } from '../domain/contract.ts'
import { SettingsFormPanel } from './SettingsFormPanel.tsx'
import styles from './settings.module.css'

/** The settings of the company: the list of forms, and beside it the open form or the first one. */
export default function SettingsPage() {
  const { t } = useTranslation('settings')
  const named: string | undefined = useParams({ strict: false }).form
  const list = useAsk(listSettingsForms, {})
  const forms = list.data?.forms
  const open = named === undefined ? forms?.[0] : forms?.find(({ name }) => name === named)
  return (
    <>
      <PageHeader title={t('title')} />
      {list.error && !forms ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : null}
      {!forms && !list.error ? <Loading rows={8} /> : null}
      {forms ? (
        <div className={styles.layout}>
          <nav aria-label={t('forms')} className={styles.forms}>
            {forms.map(({ name }) => (
              <NavLink
                key={name}
                component={PageLink}
                to={`/settings/${name}`}
                label={t(`form.${name}.title`)}
                active={name === open?.name}
                aria-current={name === open?.name ? 'page' : undefined}
              />
            ))}
          </nav>
          <div className={styles.open}>
            {open ? <SettingsFormPanel key={open.name} name={open.name} /> : <EmptyState title={t('no-forms')} />}
          </div>
        </div>
      ) : null}
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { tabsAt } from './menu.ts'
import styles from './page-tabs.module.css'
import { useEntryText, useMenu, useOpenPath } from './use-menu.ts'

/** The pages that stand side by side with the open one, such as the cheques of the payments (C-91). Without any nothing is shown. */
export function PageTabs() {
  const { t } = useTranslation('frame')
  const entryText = useEntryText()
  const path = useOpenPath()
  const tabs = tabsAt(useMenu(), path)
  const [owner] = tabs
  if (owner === undefined) return null
  return (
    <nav className={styles.tabs} aria-label={t('menu.tabs', { page: entryText(owner) })}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <PageLink to={tab.to} className={styles.tab} aria-current={tab.to === path ? 'page' : undefined}>
              {entryText(tab)}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { NamedEntry } from '#web/layouts/menu-entries.ts'
import { PageLink } from '#web/navigation.tsx'
import { scrollToMiddle } from '#web/ui/table/scroll-to-middle.ts'
import { PageTabsSlot } from '#web/layouts/page-tabs-slot.ts'
import { tabsAt } from './menu.ts'
import styles from './page-tabs.module.css'
import { useEntryText, useMenu, useOpenPath } from './use-menu.ts'

/** Gives the open page the tabs of the pages that stand side by side with it, such as the cheques of the payments (C-91). */
export function WithPageTabs({ children }: { children: ReactNode }) {
  const path = useOpenPath()
  const tabs = tabsAt(useMenu(), path)
  const [owner] = tabs
  return (
    <PageTabsSlot value={owner === undefined ? null : <PageTabs owner={owner} tabs={tabs} path={path} />}>
      {children}
    </PageTabsSlot>
  )
}

type PageTabsProps = { owner: NamedEntry; tabs: readonly NamedEntry[]; path: string }

function PageTabs({ owner, tabs, path }: PageTabsProps) {
  const { t } = useTranslation('frame')
  const entryText = useEntryText()
  const nav = useRef<HTMLElement>(null)
  // in a narrow window, or one that was turned, the line of tabs is longer than the window
  useEffect(() => {
    const show = () => {
      const tab = nav.current?.querySelector<HTMLElement>('[aria-current]')
      if (nav.current && tab) scrollToMiddle(nav.current, tab)
    }
    show()
    window.addEventListener('resize', show)
    return () => window.removeEventListener('resize', show)
  }, [path])
  return (
    <nav ref={nav} className={styles.tabs} aria-label={t('menu.tabs', { page: entryText(owner) })}>
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

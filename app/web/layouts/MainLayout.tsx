import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { searchRights } from '#features/search/domain/rights.ts'
import { CommandPalette } from '#app/web/layouts/palette/CommandPalette.tsx'
import { WithPageTabs } from '#app/web/layouts/PageTabs.tsx'
import { useMenu } from '#app/web/layouts/use-menu.ts'
import { PageOutlet } from '#app/web/layouts/PageOutlet.tsx'
import { lazyPart } from '#web/lazy-part.tsx'
import { useMay } from '#web/session.ts'
import { Drawer } from '#web/ui/Overlays.tsx'
import { AppsSection } from './AppLinks.tsx'
import styles from './layouts.module.css'
import { Preloader } from './panel/Preloader.tsx'
import { SeeingBanner } from './SeeingBanner.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { TopMenu } from './TopMenu.tsx'
import { useFrame } from './use-frame.ts'
import { useSignedInPage } from './signed-in.ts'

/** The panel is seldom opened, so its code loads then. */
const LayoutPanel = lazyPart(async () => ({ default: (await import('./panel/LayoutPanel.tsx')).LayoutPanel }))

/**
 * The layout of the office pages: menu, bar at the top, and the panel with which a person changes all of it. The
 * menu is at the side or across the top; on phones it is a drawer.
 */
export function MainLayout() {
  const { t } = useTranslation('frame')
  useSignedInPage()
  const maySearch = useMay(searchRights.use)
  // an account that waits for approval may open no page
  const hasMenu = useMenu().sections.length > 0
  const { frame, state, isPreloader, toggleMenu, closeMenu, showPanel } = useFrame()
  const opener = useReturnedFocus(state.showRightSidebar)

  return (
    <div className={styles.main} data-panel={state.showRightSidebar || undefined} {...frame.attributes}>
      <a href="#content" className="skip-link">
        {t('bar.skip')}
      </a>
      <SeeingBanner />
      <TopBar
        menu={
          frame.menu === 'top' || !hasMenu
            ? null
            : { opened: frame.opensDrawer ? state.leftMenu : !frame.collapsed, toggleMenu }
        }
        panel={{ opened: state.showRightSidebar, open: () => showPanel(true), opener }}
      />
      {frame.menu === 'top' && hasMenu ? <TopMenu /> : null}
      <div className={styles.columns}>
        {state.showSidebar && hasMenu ? (
          <aside className={styles.side}>
            <div className={styles.sideImage} aria-hidden />
            <div className={styles.sideScroll}>
              <Sidebar rail={frame.collapsed} small={frame.small} />
              <Credit />
            </div>
          </aside>
        ) : null}
        <div className={styles.page}>
          <main id="content" tabIndex={-1} className={styles.content}>
            <WithPageTabs>
              <PageOutlet />
            </WithPageTabs>
          </main>
        </div>
      </div>
      {state.showRightSidebar ? <LayoutPanel close={() => showPanel(false)} /> : null}
      <Drawer
        opened={state.leftMenu}
        onClose={closeMenu}
        position="left"
        size={280}
        title={t('menu.label')}
        padding="sm"
      >
        <Sidebar rail={false} inDialog onNavigate={closeMenu} />
        <AppsSection />
        <Credit />
      </Drawer>
      <Preloader enabled={isPreloader} />
      {maySearch ? <CommandPalette /> : null}
    </div>
  )
}

/** The year and the credit line at the foot of the menu (C-99). */
function Credit() {
  const { t } = useTranslation('frame')
  return <footer className={styles.credit}>{t('footer.credit', { year: new Date().getFullYear() })}</footer>
}

/** Returns a reference to the button that opens the panel. It is enabled again when the panel closes, and gets the focus then. */
function useReturnedFocus(opened: boolean) {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpened = useRef(opened)
  useEffect(() => {
    if (wasOpened.current && !opened) opener.current?.focus()
    wasOpened.current = opened
  }, [opened])
  return opener
}

import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { searchRights } from '#features/search/domain/rights.ts'
import { CommandPalette } from '#web/layouts/CommandPalette.tsx'
import { PageOutlet } from '#web/layouts/PageOutlet.tsx'
import { useMay } from '#web/session.ts'
import { Drawer } from '#web/ui/Overlays.tsx'
import styles from './layouts.module.css'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { useSignedInPage } from './signed-in.ts'

/**
 * The layout of the office pages: menu at the side, bar at the top, footer. Below 992 px the menu shrinks to icons, and
 * on phones it becomes a drawer.
 */
export function MainLayout() {
  const { t } = useTranslation('frame')
  useSignedInPage()
  const maySearch = useMay(searchRights.use)
  const wide = useMediaQuery('(min-width: 992px)', true, { getInitialValueInEffect: false })
  const phone = useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false })
  const [folded, setFolded] = useLocalStorage({
    key: 'menu-folded',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [drawer, { open, close }] = useDisclosure(false)
  const rail = !wide || folded

  return (
    <div className={styles.main}>
      <a href="#content" className="skip-link">
        {t('bar.skip')}
      </a>
      <TopBar menuOpened={phone || !wide ? drawer : !folded} toggleMenu={() => (wide ? setFolded(!folded) : open())} />
      {phone ? null : (
        <aside className={styles.side} data-rail={rail || undefined}>
          <Sidebar rail={rail} />
        </aside>
      )}
      <div className={styles.page} data-rail={rail || undefined} data-phone={phone || undefined}>
        <main id="content" tabIndex={-1} className={styles.content}>
          <PageOutlet />
        </main>
        <footer className={styles.footer}>{t('footer.credit', { year: new Date().getFullYear() })}</footer>
      </div>
      <Drawer opened={drawer} onClose={close} position="left" size={280} title={t('menu.label')} padding="sm">
        <Sidebar rail={false} inDialog onNavigate={close} />
      </Drawer>
      {maySearch ? <CommandPalette /> : null}
    </div>
  )
}

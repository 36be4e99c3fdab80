import { ActionIcon, Kbd, Tooltip, UnstyledButton } from '@mantine/core'
import { openSpotlight } from '@mantine/spotlight'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { searchRights } from '#features/search/domain/rights.ts'
import { useMenu } from '#web/layouts/menu.ts'
import { PageLink } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
import { BarDivider, Logo } from './Logo.tsx'
import { FullscreenButton, LanguageMenu, ConnectionMark, PersonMenu, SchemeButton } from './BarTools.tsx'
import styles from './bar.module.css'
import { useEntryText } from './Sidebar.tsx'

/** The top bar of the office pages: menu, logo, search, shortcuts, language, colour scheme, person. */
export function TopBar({ toggleMenu, menuOpened }: { toggleMenu: () => void; menuOpened: boolean }) {
  const { t } = useTranslation('frame')
  const { links } = useMenu()
  const entryText = useEntryText()
  const maySearch = useMay(searchRights.use)
  const shortcuts = links.filter((link) => link.shortcut)
  return (
    <div className={styles.bar} role="region" aria-label={t('bar.label')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        className={styles.tool}
        aria-label={t('bar.menu')}
        aria-expanded={menuOpened}
        onClick={toggleMenu}
      >
        <MenuIcon size={20} strokeWidth={1.75} aria-hidden />
      </ActionIcon>
      <Logo />
      {maySearch ? (
        <UnstyledButton className={styles.searchButton} onClick={openSpotlight} aria-keyshortcuts="Control+K">
          <Search size={16} aria-hidden />
          <span>{t('bar.search')}</span>
          <Kbd size="xs" aria-hidden>
            Ctrl K
          </Kbd>
        </UnstyledButton>
      ) : null}
      <ConnectionMark />
      <span className={styles.push} />
      {shortcuts.length > 0 ? (
        <div className={styles.shortcuts}>
          {shortcuts.map((link) => {
            const Icon = link.icon
            return Icon ? (
              <Tooltip key={link.key} label={entryText(link)}>
                <ActionIcon
                  component={PageLink}
                  to={link.to}
                  variant="subtle"
                  color="gray"
                  size={36}
                  className={styles.tool}
                  aria-label={entryText(link)}
                >
                  <Icon size={20} strokeWidth={1.75} />
                </ActionIcon>
              </Tooltip>
            ) : null
          })}
          <BarDivider />
        </div>
      ) : null}
      <LanguageMenu />
      <SchemeButton />
      <FullscreenButton />
      <PersonMenu />
    </div>
  )
}

import { ActionIcon, Kbd, Tooltip, UnstyledButton } from '@mantine/core'
import { Menu as MenuIcon, Search, SlidersHorizontal } from '#web/ui/icon/icons.ts'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { searchRights } from '#features/search/domain/rights.ts'
import { useEntryText, useMenu } from '#app/web/layouts/use-menu.ts'
import { openPalette } from '#app/web/layouts/palette/open-palette.ts'
import { PageLink } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
import { AppsMenu } from './AppLinks.tsx'
import { BarDivider, Logo } from './Logo.tsx'
import { AddedTools, FullscreenButton, LanguageMenu, ConnectionMark, PersonMenu, SchemeButton } from './BarTools.tsx'
import styles from './bar.module.css'

type TopBarProps = {
  /** Null if the menu is across the top. */
  menu: { opened: boolean; toggleMenu: () => void } | null
  panel: { opened: boolean; open: () => void; opener: RefObject<HTMLButtonElement | null> }
}

/** The top bar of the office pages: menu, logo, search, shortcuts, language, colour scheme, layout, person. */
export function TopBar({ menu, panel }: TopBarProps) {
  const { t } = useTranslation('frame')
  const { links } = useMenu()
  const entryText = useEntryText()
  const maySearch = useMay(searchRights.use)
  const shortcuts = links.filter((link) => link.shortcut)
  return (
    <div className={styles.bar} role="region" aria-label={t('bar.label')}>
      {menu ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          className={styles.tool}
          aria-label={t('bar.menu')}
          aria-expanded={menu.opened}
          onClick={menu.toggleMenu}
        >
          <MenuIcon size={20} strokeWidth={1.75} aria-hidden />
        </ActionIcon>
      ) : null}
      <Logo />
      {maySearch ? (
        <UnstyledButton className={styles.searchButton} onClick={openPalette} aria-keyshortcuts="Control+K">
          <Search size={16} aria-hidden />
          <span>{t('bar.search')}</span>
          <Kbd size="xs" aria-hidden>
            Ctrl K
          </Kbd>
        </UnstyledButton>
      ) : null}
      <ConnectionMark />
      <span className={styles.push} />
      <span className={styles.apps}>
        <AppsMenu />
      </span>
      {shortcuts.length > 0 ? (
        <div className={styles.shortcuts}>
          {shortcuts.map((link) => {
            const Icon = link.icon
            return Icon ? (
              <Tooltip key={link.to} label={entryText(link)}>
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
      <AddedTools />
      <LanguageMenu />
      <SchemeButton />
      <FullscreenButton />
      <PanelButton {...panel} />
      <PersonMenu />
    </div>
  )
}

/** Opens the panel of the layout. It is disabled while the panel is open. */
function PanelButton({ opened, open, opener }: TopBarProps['panel']) {
  const { t } = useTranslation('frame')
  return (
    <Tooltip label={t('layout.title')} disabled={opened}>
      <ActionIcon
        ref={opener}
        variant="subtle"
        color="gray"
        size={36}
        className={styles.tool}
        aria-label={t('layout.title')}
        aria-expanded={opened}
        disabled={opened}
        onClick={open}
      >
        <SlidersHorizontal size={20} strokeWidth={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

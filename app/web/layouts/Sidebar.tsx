import { Menu, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { ChevronDown, Circle } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MenuBranch, type MenuLink, useMenu } from '#app/web/layouts/menu.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import type { MenuCount } from '#web/routes.ts'
import styles from './sidebar.module.css'

type SidebarProps = {
  /** Shows only icons, and opens branches beside them. */
  rail: boolean
  /** Shows the names below the icons. */
  small?: boolean
  /** The dialog around the menu has its name. A second landmark with that name could not be told from the menu of the page. */
  inDialog?: boolean
  onNavigate?: () => void
}

/** The menu at the side. */
export function Sidebar({ rail, small = false, inDialog = false, onNavigate }: SidebarProps) {
  const { t } = useTranslation('frame')
  const { sections } = useMenu()
  const Block = inDialog ? 'div' : 'nav'
  return (
    <Block
      className={styles.menu}
      data-rail={rail || undefined}
      data-small={small || undefined}
      aria-label={inDialog ? undefined : t('menu.label')}
    >
      {sections.map(({ group, items }) => (
        <section key={group}>
          <h2 className={styles.group}>{t(`menu.group.${group}`)}</h2>
          <ul>
            {items.map((item) => (
              <li key={'parent' in item ? item.parent : item.key}>
                {'links' in item ? (
                  <Branch branch={item} rail={rail} onNavigate={onNavigate} />
                ) : (
                  <Entry link={item} rail={rail} onNavigate={onNavigate} />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Block>
  )
}

/** Returns the address of the menu entry whose page, or a page below it, is open. */
export function useOpenPath(): string {
  return useRouterState({ select: (state) => state.location.pathname })
}

export function useEntryText(): (link: MenuLink) => string {
  const { t } = useTranslation()
  return (link) => t(`menu.${link.key}`, { ns: link.feature })
}

function Entry({
  link,
  rail,
  sub = false,
  onNavigate,
}: {
  link: MenuLink
  rail: boolean
  sub?: boolean
  onNavigate?: () => void
}) {
  const text = useEntryText()(link)
  const path = useOpenPath()
  const Icon = link.icon ?? Circle
  const entry = (
    <PageLink
      to={link.to}
      className={styles.entry}
      data-sub={sub || undefined}
      aria-current={path === link.to ? 'page' : undefined}
      aria-label={rail ? text : undefined}
      onClick={onNavigate}
    >
      {sub ? null : <Icon size={16} strokeWidth={1.75} aria-hidden />}
      {rail ? null : <span>{text}</span>}
      {link.count && !rail ? <Count count={link.count} feature={link.feature} /> : null}
    </PageLink>
  )
  return rail ? (
    <Tooltip label={text} position="right">
      {entry}
    </Tooltip>
  ) : (
    entry
  )
}

/** The number of records that wait for the person behind an entry. */
function Count({ count: { query, input, textKey }, feature }: { count: MenuCount; feature: string }) {
  const { t } = useTranslation()
  const { data } = useAsk(query, input)
  if (!data || data.count === 0) return null
  return (
    <Tooltip label={t(textKey, { ns: feature, count: data.count })} position="right">
      <span className={styles.waits}>
        <span aria-hidden>{data.count}</span>
        <VisuallyHidden>{t(textKey, { ns: feature, count: data.count })}</VisuallyHidden>
      </span>
    </Tooltip>
  )
}

function Branch({ branch, rail, onNavigate }: { branch: MenuBranch; rail: boolean; onNavigate?: () => void }) {
  const { t } = useTranslation('frame')
  const entryText = useEntryText()
  const path = useOpenPath()
  const current = branch.links.some((link) => link.to === path)
  const [opened, setOpened] = useState(true)
  const text = t(`menu.parent.${branch.parent}`)
  const Icon = branch.icon

  if (rail) {
    return (
      <Menu position="right-start" trigger="click-hover" openDelay={80} closeDelay={200}>
        <Menu.Target>
          <UnstyledButton className={styles.entry} data-current={current || undefined} aria-label={text}>
            <Icon size={16} strokeWidth={1.75} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label aria-hidden>{text}</Menu.Label>
          {branch.links.map((link) => (
            <Menu.Item key={link.key} component={PageLink} to={link.to} onClick={onNavigate}>
              {entryText(link)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    )
  }
  return (
    <>
      <UnstyledButton
        className={styles.entry}
        aria-expanded={opened}
        data-current={(current && !opened) || undefined}
        onClick={() => setOpened(!opened)}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden />
        <span>{text}</span>
        <ChevronDown size={14} className={styles.chevron} data-opened={opened || undefined} aria-hidden />
      </UnstyledButton>
      {opened ? (
        <ul>
          {branch.links.map((link) => (
            <li key={link.key}>
              <Entry link={link} rail={false} sub onNavigate={onNavigate} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

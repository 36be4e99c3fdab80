import { ActionIcon, Menu, Tooltip, UnstyledButton } from '@mantine/core'
import { ChevronDown, Circle, Pin, PinOff } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { linksOf, type MenuBranch, type MenuItem, type MenuLink, type MenuTree } from '#app/web/layouts/menu.ts'
import { useEntryText, useMenu, useOpenLink, useOpenPath } from '#app/web/layouts/use-menu.ts'
import { usePins } from '#app/web/layouts/use-pins.ts'
import type { NamedEntry } from '#web/layouts/menu-entries.ts'
import { PageLink } from '#web/navigation.tsx'
import type { MenuParent } from '#web/routes.ts'
import { MenuCounts } from './MenuCounts.tsx'
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

type Shared = Pick<SidebarProps, 'rail' | 'onNavigate'> & {
  /** The link of the tree to which the open page belongs. */
  readonly openLink: MenuLink | null
  /** False where names or buttons have no room. */
  readonly mayPin: boolean
}

const keyOf = (item: MenuItem): string => ('links' in item ? item.parent : item.to)

/** The menu at the side: Today and what the person pinned, and the tree, of which one branch is open at a time (C-91). */
export function Sidebar({ rail, small = false, inDialog = false, onNavigate }: SidebarProps) {
  const { t } = useTranslation('frame')
  const tree = useMenu()
  const openLink = useOpenLink(tree)
  const branches = useOpenBranch(tree, openLink)
  const Block = inDialog ? 'div' : 'nav'
  const shared: Shared = { rail, onNavigate, openLink, mayPin: !rail && !small }
  return (
    <Block
      className={styles.menu}
      data-rail={rail || undefined}
      data-small={small || undefined}
      aria-label={inDialog ? undefined : t('menu.label')}
    >
      <Pins tree={tree} {...shared} />
      {tree.sections.map(({ group, items }) => (
        <section key={group}>
          {group === 'today' ? null : <h2 className={styles.group}>{t(`menu.group.${group}`)}</h2>}
          <ul>
            {items.map((item) => (
              <li key={keyOf(item)}>
                {'links' in item ? (
                  <Branch
                    branch={item}
                    opened={branches.opened === item.parent}
                    toggle={() => branches.toggle(item.parent)}
                    {...shared}
                  />
                ) : (
                  <Entry link={item} {...shared} />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Block>
  )
}

/** Returns which branch is open: the one that was pressed last, and after a move to a page of another branch the one of that page. */
function useOpenBranch({ sections }: MenuTree, openLink: MenuLink | null) {
  const items = sections.flatMap((section) => section.items)
  const around = items.find((item) => 'links' in item && linksOf(item).some((link) => link === openLink))
  const current = around && 'parent' in around ? around.parent : null
  const [chosen, choose] = useState<{ at: MenuParent | null; parent: MenuParent | null } | null>(null)
  const opened = chosen !== null && chosen.at === current ? chosen.parent : current
  return {
    opened,
    toggle: (parent: MenuParent) => choose({ at: current, parent: opened === parent ? null : parent }),
  }
}

/** The pages that the person has pinned. */
function Pins({ tree, ...shared }: Shared & { tree: MenuTree }) {
  const { t } = useTranslation('frame')
  const { pins } = usePins()
  const links = pins.flatMap((to) => tree.links.find((link) => link.to === to) ?? [])
  if (links.length === 0) return null
  return (
    <section aria-label={t('menu.pinned')} className={styles.pins}>
      <ul>
        {links.map((link) => (
          <li key={link.to}>
            <Entry link={{ ...link, tabs: [] }} {...shared} mayPin={false} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Entry({
  link,
  sub = false,
  rail,
  onNavigate,
  openLink,
  mayPin,
}: Shared & {
  link: MenuLink
  sub?: boolean
}) {
  const text = useEntryText()(link)
  const path = useOpenPath()
  const Icon = link.icon ?? Circle
  const isCurrent = link.to === openLink?.to
  const entry = (
    <PageLink
      to={link.to}
      className={styles.entry}
      data-sub={sub || undefined}
      aria-current={path === link.to ? 'page' : isCurrent ? 'true' : undefined}
      aria-label={rail ? text : undefined}
      onClick={onNavigate}
    >
      {sub ? null : <Icon size={16} strokeWidth={1.75} aria-hidden />}
      {rail ? null : <span className={styles.name}>{text}</span>}
      {rail ? null : <MenuCounts entries={[link, ...link.tabs]} />}
    </PageLink>
  )
  const open = [link, ...link.tabs].find(({ to }) => to === path)
  if (rail)
    return (
      <Tooltip label={text} position="right">
        {entry}
      </Tooltip>
    )
  return mayPin && open !== undefined && open.group !== 'today' ? (
    <div className={styles.pinnable}>
      {entry}
      <PinButton link={open} />
    </div>
  ) : (
    entry
  )
}

/** Pins the open page to the top of the menu, or takes its pin away. */
function PinButton({ link }: { link: NamedEntry }) {
  const { t } = useTranslation('frame')
  const page = useEntryText()(link)
  const { pins, isFull, toggle } = usePins()
  const isPinned = pins.includes(link.to)
  if (isFull && !isPinned) return null
  const label = isPinned ? t('menu.unpin', { page }) : t('menu.pin', { page })
  const Icon = isPinned ? PinOff : Pin
  return (
    <Tooltip label={label} position="right">
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        className={styles.pin}
        aria-label={label}
        onClick={() => toggle(link.to)}
      >
        <Icon size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

type BranchProps = Shared & { branch: MenuBranch; opened: boolean; toggle: () => void }

function Branch({ branch, opened, toggle, ...shared }: BranchProps) {
  const { t } = useTranslation('frame')
  const current = branch.links.some((link) => link === shared.openLink)
  const text = t(`menu.parent.${branch.parent}`)
  const Icon = branch.icon
  if (shared.rail) return <RailBranch branch={branch} text={text} current={current} onNavigate={shared.onNavigate} />
  return (
    <>
      <UnstyledButton
        className={styles.entry}
        aria-expanded={opened}
        data-current={(current && !opened) || undefined}
        onClick={toggle}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden />
        <span className={styles.name}>{text}</span>
        {opened ? null : <MenuCounts entries={branch.links.flatMap((link) => [link, ...link.tabs])} />}
        <ChevronDown size={14} className={styles.chevron} data-opened={opened || undefined} aria-hidden />
      </UnstyledButton>
      {opened ? (
        <ul>
          {branch.links.map((link) => (
            <li key={link.to}>
              <Entry link={link} sub {...shared} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

type RailBranchProps = { branch: MenuBranch; text: string; current: boolean; onNavigate: (() => void) | undefined }

/** A branch where only icons have room: its links open beside it. */
function RailBranch({ branch, text, current, onNavigate }: RailBranchProps) {
  const entryText = useEntryText()
  const path = useOpenPath()
  const Icon = branch.icon
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
          <Menu.Item
            key={link.to}
            component={PageLink}
            to={link.to}
            aria-current={path === link.to ? 'page' : undefined}
            onClick={onNavigate}
          >
            {entryText(link)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The menu of the horizontal layout: one row across the top. Entries without a place in the row are below "More". */
import { Menu, UnstyledButton } from '@mantine/core'
import { ChevronDown } from '#web/ui/icon/icons.ts'
import { Fragment, type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { linksOf, type MenuBranch, type MenuItem, type MenuLink } from '#app/web/layouts/menu.ts'
import { useEntryText, useMenu, useOpenLink, useOpenPath } from '#app/web/layouts/use-menu.ts'
import { PageLink } from '#web/navigation.tsx'
import styles from './top-menu.module.css'

const keyOf = (item: MenuItem): string => ('links' in item ? item.parent : item.to)

export function TopMenu() {
  const { t } = useTranslation('frame')
  const { sections } = useMenu()
  const row = useRef<HTMLUListElement>(null)
  const items = sections.flatMap((section) => section.items)
  const fitting = useFitting(row, items.length)
  const beyond = items.slice(fitting)
  return (
    <nav className={styles.menu} aria-label={t('menu.label')} onKeyDown={moveAlong}>
      <ul ref={row} className={styles.row}>
        {items.map((item, place) => (
          <li key={keyOf(item)} data-beyond={place >= fitting || undefined}>
            {'links' in item ? <Branch branch={item} /> : <Entry link={item} />}
          </li>
        ))}
      </ul>
      {beyond.length > 0 ? <More items={beyond} /> : null}
    </nav>
  )
}

/** Returns how many entries are in the first line of the row. The others wrap to a line that is not shown. */
function useFitting(row: RefObject<HTMLUListElement | null>, all: number): number {
  const [fitting, setFitting] = useState(all)
  // After each drawing, because the language may have changed the widths.
  useLayoutEffect(() => {
    const element = row.current
    if (element === null) return undefined
    const measure = () => {
      const entries = [...element.children].filter((entry) => entry instanceof HTMLElement)
      setFitting(entries.filter((entry) => entry.offsetTop === entries[0]?.offsetTop).length)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  })
  return fitting
}

/** The arrow keys move along the row, and down opens an entry with others below it. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-top-entry]')].filter((entry) =>
    entry.checkVisibility({ visibilityProperty: true }),
  )
  const place = entries.indexOf(document.activeElement as HTMLElement)
  if (place < 0) return
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step !== undefined) entries[(place + step + entries.length) % entries.length]?.focus()
  else if (event.key === 'ArrowDown' && entries[place]?.getAttribute('aria-expanded') === 'false')
    entries[place]?.click()
  else return
  event.preventDefault()
}

function Entry({ link }: { link: MenuLink }) {
  const text = useEntryText()(link)
  const path = useOpenPath()
  const isCurrent = useOpenLink(useMenu())?.to === link.to
  return (
    <PageLink
      to={link.to}
      className={styles.entry}
      data-top-entry
      aria-current={path === link.to ? 'page' : isCurrent ? 'true' : undefined}
    >
      {text}
    </PageLink>
  )
}

function Branch({ branch }: { branch: MenuBranch }) {
  const { t } = useTranslation('frame')
  const openLink = useOpenLink(useMenu())
  return (
    <Opening text={t(`menu.parent.${branch.parent}`)} current={branch.links.some(({ to }) => to === openLink?.to)}>
      <Links links={branch.links} />
    </Opening>
  )
}

function More({ items }: { items: readonly MenuItem[] }) {
  const { t } = useTranslation('frame')
  const openLink = useOpenLink(useMenu())
  return (
    <Opening text={t('menu.more')} current={items.flatMap(linksOf).some(({ to }) => to === openLink?.to)}>
      {items.map((item) => (
        <Fragment key={keyOf(item)}>
          {'links' in item ? <Menu.Label>{t(`menu.parent.${item.parent}`)}</Menu.Label> : null}
          <Links links={linksOf(item)} />
        </Fragment>
      ))}
    </Opening>
  )
}

/** An entry that opens others below it, by pointer, touch or key. */
function Opening({ text, current, children }: { text: string; current: boolean; children: ReactNode }) {
  return (
    <Menu position="bottom-start" trigger="click-hover" openDelay={80} closeDelay={200} offset={2}>
      <Menu.Target>
        <UnstyledButton className={styles.entry} data-top-entry data-current={current || undefined}>
          {text}
          <ChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={styles.opened}>{children}</Menu.Dropdown>
    </Menu>
  )
}

function Links({ links }: { links: readonly MenuLink[] }) {
  const entryText = useEntryText()
  const path = useOpenPath()
  return links.map((link) => (
    <Menu.Item
      key={`${link.feature}.${link.key}`}
      component={PageLink}
      to={link.to}
      aria-current={path === link.to ? 'page' : undefined}
    >
      {entryText(link)}
    </Menu.Item>
  ))
}

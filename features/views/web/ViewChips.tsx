import { Button, Menu } from '@mantine/core'
import { Bell, Bookmark, ChevronDown, Users } from '#web/ui/icon/icons.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { storeShown } from '#web/drawing/screen-cookie.ts'
import type { TableViewsProps } from '#web/ui/table/views/table-views.ts'
import type { View } from '../domain/contract.ts'
import { ChangedView } from './ChangedView.tsx'
import { useFollowing, useListViews } from './use-list-views.ts'
import { ViewMenu } from './ViewMenu.tsx'
import styles from './views.module.css'

/** More views than this are in a menu. */
const MOST_CHIPS = 7

/** The saved views of a list above its tools: chips, on a phone a menu. */
export function ViewChips(props: TableViewsProps) {
  const { t } = useTranslation('views')
  const list = useListViews(props)
  useFollowing(list)
  const isShown = useChipsShown(props.name, list.mayKeep, list.isRead ? list.views.length > 0 : null)
  if (!isShown) return null
  const { views, chosen, differs, open } = list
  const inSight = views.length <= MOST_CHIPS ? views : withChosen(views, chosen)
  const others = views.filter((view) => !inSight.includes(view))
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.chips} role="group" aria-label={t('views')}>
          <Chip chosen={chosen === null && list.isRead} label={t('usual')} open={list.close} />
          {inSight.map((view) => (
            <Chip
              key={view.id}
              chosen={view.id === chosen?.id}
              label={view.name}
              shared={view.shared}
              alert={view.alert}
              differs={view.id === chosen?.id && differs}
              open={() => open(view)}
            />
          ))}
          {others.length > 0 ? (
            <ViewChoice label={t('more', { count: others.length })} views={others} open={open} />
          ) : null}
        </div>
        <div className={styles.phone}>
          <ViewChoice label={chosen?.name ?? t('usual')} views={views} open={open} close={list.close} />
        </div>
        {chosen ? <ViewMenu list={list} view={chosen} /> : null}
      </div>
      {list.isOutdated && chosen ? <ChangedView list={list} view={chosen} /> : null}
    </>
  )
}

/** Returns the first views, with the open one among them. */
function withChosen(views: readonly View[], chosen: View | null): readonly View[] {
  const first = views.slice(0, MOST_CHIPS)
  return chosen === null || first.some(({ id }) => id === chosen.id) ? first : [...first.slice(0, -1), chosen]
}

type ChipProps = {
  chosen: boolean
  label: string
  shared?: boolean
  alert?: boolean
  differs?: boolean
  open: () => void
}

function Chip({ chosen, label, shared = false, alert = false, differs = false, open }: ChipProps) {
  const { t } = useTranslation('views')
  return (
    <button
      type="button"
      className={styles.chip}
      aria-pressed={chosen}
      title={
        [shared ? t('shared') : '', alert ? t('alert-on') : '', differs ? t('differs') : '']
          .filter(Boolean)
          .join(', ') || undefined
      }
      onClick={open}
    >
      {shared ? <Users size={14} aria-hidden /> : null}
      <span>{label}</span>
      {alert ? <Bell size={14} aria-hidden /> : null}
      {differs ? <span aria-hidden>*</span> : null}
    </button>
  )
}

type ViewChoiceProps = {
  label: string
  views: readonly View[]
  open: (view: View) => void
  /** Returns to the usual view, which then is the first entry. */
  close?: () => void
}

/** The views as a menu. */
function ViewChoice({ label, views, open, close }: ViewChoiceProps) {
  const { t } = useTranslation('views')
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          className={styles.choice}
          leftSection={close ? <Bookmark size={14} aria-hidden /> : undefined}
          rightSection={<ChevronDown size={14} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60vh" className={styles.dropdown}>
        {close ? <Menu.Item onClick={close}>{t('usual')}</Menu.Item> : null}
        {views.map((view) => (
          <Menu.Item
            key={view.id}
            leftSection={view.shared ? <Users size={14} aria-hidden /> : undefined}
            rightSection={view.alert ? <Bell size={14} aria-label={t('alert-on')} /> : undefined}
            onClick={() => open(view)}
          >
            {view.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/**
 * Reports whether the chips are shown. `hasViews` is null until the views are read. The rows below do not move when they are, because the
 * chips keep their room if the last visit of this device found a view. Where nobody saved one, the usual view alone is no choice.
 */
function useChipsShown(name: string, mayKeep: boolean, hasViews: boolean | null): boolean {
  const key = `table-views:${name}`
  const [foundSome] = useState(() => localStorage.getItem(key) === 'some')
  useEffect(() => {
    if (hasViews !== null) storeShown(key, hasViews ? 'some' : null)
  }, [key, hasViews])
  return mayKeep && (hasViews ?? foundSome)
}

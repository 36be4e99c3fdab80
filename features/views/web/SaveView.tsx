import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { BookmarkPlus } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import type { TableViewsProps } from '#web/ui/table/views/table-views.ts'
import { changeView, createView } from '../domain/contract.ts'
import { NameDialog } from './NameDialog.tsx'
import { useListViews } from './use-list-views.ts'
import styles from './views.module.css'

/** Saves what the list shows, as soon as it differs from the open view: into that view, or as a new one. */
export function SaveView(props: TableViewsProps) {
  const { t } = useTranslation('views')
  const list = useListViews(props)
  const [naming, name] = useDisclosure(false)
  // the name is filled in anew each time the dialog opens
  const [opening, setOpening] = useState(1)
  const create = useRun(createView, {
    filling: opening,
    onSuccess: (saved) => list.markOpen(saved),
  })
  const change = useRun(changeView, {
    onSuccess: (saved) => {
      list.markOpen(saved)
      say.done(t('said.saved', { name: list.chosen?.name ?? '' }))
    },
    onError: (error) => say.failed(error),
  })
  const openNaming = () => {
    setOpening((last) => last + 1)
    name.open()
  }
  const { chosen, mark } = list
  const overwrites =
    chosen?.mayChange && !list.isOutdated && mark !== null ? { id: chosen.id, version: mark.version } : null
  if (!list.differs && !naming) return null
  const button = (press?: () => void) => (
    <Button
      variant="light"
      className={styles.save}
      leftSection={<BookmarkPlus size={16} aria-hidden />}
      loading={change.isPending}
      aria-label={t('save')}
      title={t('save')}
      onClick={press}
    >
      <span className={styles.words}>{t('save')}</span>
    </Button>
  )
  return (
    <>
      {overwrites && chosen ? (
        <Menu position="bottom-end">
          <Menu.Target>{button()}</Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => change.mutate({ ...overwrites, state: list.now() })}>
              {t('save-in', { name: chosen.name })}
            </Menu.Item>
            <Menu.Item onClick={openNaming}>{t('save-new')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        button(openNaming)
      )}
      <NameDialog
        opened={naming}
        close={name.close}
        title={t('save-new')}
        mayShare={list.mayShare}
        save={(values) => create.mutateAsync({ list: list.name, ...values, state: list.now() })}
      />
    </>
  )
}

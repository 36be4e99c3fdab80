import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Ellipsis, Lock, Pencil, RotateCcw, Trash2, Users } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '#web/i18n.ts'
import { useRun } from '#web/query.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { say } from '#web/ui/say.tsx'
import { changeView, createView, deleteView, setAlert, shareView, type View } from '../domain/contract.ts'
import { NameDialog } from './NameDialog.tsx'
import { type ListViews } from './use-list-views.ts'
import styles from './views.module.css'

type Props = { list: ListViews; view: View }

/** What can be done with the open view. */
export function ViewMenu({ list, view }: Props) {
  const { t } = useTranslation('views')
  const [renaming, name] = useDisclosure(false)
  const rename = useRun(changeView, { onSuccess: (saved) => list.markOpen(saved) })
  const share = useRun(shareView, {
    onSuccess: (_saved, { shared }) => say.done(t(shared ? 'said.shared' : 'said.unshared', { name: view.name })),
    onError: (error) => say.failed(error),
  })
  const remove = useRemove(list, view)
  if (!list.differs && !view.mayChange && !list.hasAlerts) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={30} aria-label={t('actions', { name: view.name })}>
            <Ellipsis size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {list.differs ? (
            <Menu.Item leftSection={<RotateCcw size={14} aria-hidden />} onClick={() => list.open(view)}>
              {t('undo-changes')}
            </Menu.Item>
          ) : null}
          {list.hasAlerts ? <AlertItem view={view} /> : null}
          {view.mayChange ? (
            <>
              <Menu.Item leftSection={<Pencil size={14} aria-hidden />} onClick={name.open}>
                {t('rename')}
              </Menu.Item>
              {list.mayShare ? (
                <Menu.Item
                  leftSection={view.shared ? <Lock size={14} aria-hidden /> : <Users size={14} aria-hidden />}
                  onClick={() => share.mutate({ id: view.id, shared: !view.shared })}
                >
                  {t(view.shared ? 'unshare' : 'share')}
                </Menu.Item>
              ) : null}
              <Menu.Item
                color="var(--mantine-color-error)"
                leftSection={<Trash2 size={14} aria-hidden />}
                onClick={() => void remove()}
              >
                {t('delete')}
              </Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <NameDialog
        opened={renaming}
        close={name.close}
        title={t('rename')}
        name={view.name}
        save={(values) => rename.mutateAsync({ id: view.id, version: view.version, name: values.name })}
      />
    </>
  )
}

/** Lets the person get a mail when something enters the view, or no more. */
function AlertItem({ view: { id, name, alert } }: { view: View }) {
  const { t } = useTranslation('views')
  const set = useRun(setAlert, {
    onSuccess: (_saved, { on }) => say.done(t(on ? 'said.alert-on' : 'said.alert-off', { name })),
    onError: (error) => say.failed(error),
  })
  return (
    <Menu.CheckboxItem
      checked={alert}
      closeMenuOnClick
      classNames={{ itemIndicator: styles.box ?? '' }}
      disabled={set.isPending}
      onChange={(on) => set.mutate({ id, on, language: currentLanguage() })}
    >
      {t('alert')}
    </Menu.CheckboxItem>
  )
}

/**
 * Returns the function that deletes the view. An own one comes back by Undo, which saves it again. One of somebody else would then
 * belong to another person, so the person is asked before.
 */
function useRemove(list: ListViews, view: View): () => Promise<void> {
  const { t } = useTranslation('views')
  const { name, state, shared, own } = view
  const restore = useRun(createView, { onError: (error) => say.failed(error) })
  const undo = () => restore.mutate({ list: list.name, name, state, shared })
  const remove = useRun(deleteView, {
    onSuccess: () => {
      list.close()
      say.done(t('said.deleted', { name }), own ? undo : undefined)
    },
    onError: (error) => say.failed(error),
  })
  const question = {
    title: t('delete-title', { name }),
    body: t('delete-body'),
    confirmLabel: t('delete'),
    danger: true,
  }
  return async () => {
    if (own || (await confirm(question))) remove.mutate({ id: view.id })
  }
}

import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import i18n from 'i18next'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { ignoreHeldEnter, OverlayContent } from '#web/ui/overlay/OverlayContent.tsx'
import { noteOverlay, type OpenOverlay } from '#web/ui/overlay/open-overlays.ts'
import styles from '#web/ui/overlay/question.module.css'

export type Confirmation = {
  /** Names what will happen: "Cancel order 123?" */
  title: string
  /** The consequences. */
  body?: ReactNode
  /** The verb on the button: "Cancel order", never "OK". */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
}

/** Opens a message over the page, for example what a bulk action refused. */
export function openMessage({ title, size, children }: { title: string; size?: string; children: ReactNode }): void {
  const overlay = noteOverlay()
  modals.open({
    title,
    size,
    ...closing(overlay),
    children: <Message>{children}</Message>,
  })
}

function Message({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  return <OverlayContent content={content}>{children}</OverlayContent>
}

/** What all questions and messages do when they close. */
const closing = (overlay: OpenOverlay, closed?: () => void) => ({
  closeButtonProps: { 'aria-label': i18n.t('action.close', { ns: 'frame' }) },
  onKeyDownCapture: ignoreHeldEnter,
  returnFocus: false,
  onClose: () => {
    const own = document.activeElement?.closest('[role="dialog"]') ?? null
    overlay.release()
    overlay.returnFocus(own)
    closed?.()
  },
})

/** What a question says. It describes its dialog, so a screen reader reads it after the title. */
function Question({ children }: { children: ReactNode }) {
  const own = useRef<HTMLDivElement>(null)
  // the library describes the dialog by this id, which its body gives up (`DIALOG_PARTS`)
  useLayoutEffect(() => {
    const dialog = own.current?.closest('.mantine-Modal-root')
    if (own.current && dialog) own.current.id = `${dialog.id}-body`
  }, [])
  return <div ref={own}>{children}</div>
}

/** Asks before an action that cannot be undone. Returns true if the person confirms. */
export function confirm({ title, body, confirmLabel, cancelLabel, danger = false }: Confirmation): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const overlay = noteOverlay()
  modals.openConfirmModal({
    title,
    children:
      body === undefined ? undefined : (
        <Question>{typeof body === 'string' ? <Text size="sm">{body}</Text> : body}</Question>
      ),
    labels: { confirm: confirmLabel, cancel: cancelLabel ?? i18n.t('action.back', { ns: 'frame' }) },
    confirmProps: danger ? { color: 'red' } : { 'data-autofocus': true },
    groupProps: { className: styles.actions },
    // The harmless button has the focus if the other one is hard to undo.
    cancelProps: danger ? { 'data-autofocus': true } : {},
    ...closing(overlay, () => resolve(false)),
    onConfirm: () => resolve(true),
  })
  return promise
}

/** Asks before unsaved changes are lost, and names the fields that hold them if they are given. Returns true if the person leaves them. */
export const confirmLeaving = (fields?: string): Promise<boolean> =>
  confirm({
    title: i18n.t('unsaved.title', { ns: 'frame' }),
    body:
      fields === undefined
        ? i18n.t('unsaved.body', { ns: 'frame' })
        : i18n.t('unsaved.fields', { ns: 'frame', fields }),
    confirmLabel: i18n.t('unsaved.leave', { ns: 'frame' }),
    cancelLabel: i18n.t('unsaved.stay', { ns: 'frame' }),
    danger: true,
  })

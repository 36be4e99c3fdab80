import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import i18n from 'i18next'
import type { ReactNode } from 'react'

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

/** Asks before something that cannot be undone; answers true when the person agreed. */
export function confirm({ title, body, confirmLabel, cancelLabel, danger = false }: Confirmation): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  modals.openConfirmModal({
    title,
    children: typeof body === 'string' ? <Text size="sm">{body}</Text> : body,
    labels: { confirm: confirmLabel, cancel: cancelLabel ?? i18n.t('action.back', { ns: 'frame' }) },
    confirmProps: danger ? { color: 'red' } : {},
    // Enter does the harmless thing when the other would be hard to undo.
    cancelProps: danger ? { 'data-autofocus': true } : {},
    closeButtonProps: { 'aria-label': i18n.t('action.close', { ns: 'frame' }) },
    onConfirm: () => resolve(true),
    onClose: () => resolve(false),
  })
  return promise
}

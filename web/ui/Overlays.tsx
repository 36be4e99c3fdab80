/** Dialog and drawer with the labels for screen readers in all languages. */
import { Drawer as MantineDrawer, Modal } from '@mantine/core'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isUnderDialog } from '#web/ui/form/save-key.ts'

export type OverlayProps = {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
  size?: number | string
  /** False if a press outside would lose input. */
  closeOnClickOutside?: boolean
}

type DialogProps = OverlayProps & {
  /** False if the focus moves on to another element after closing. */
  returnFocus?: boolean
}

/**
 * Returns the function that closes a dialog unless another one is open over it. Escape reaches every open dialog, and
 * only the uppermost one may close: a question must not close the form below it, with everything that was typed.
 */
function useCloseUppermost(onClose: () => void): { root: RefObject<HTMLDivElement | null>; close: () => void } {
  const root = useRef<HTMLDivElement>(null)
  const close = () => {
    const own = root.current?.querySelector('[role="dialog"]') ?? null
    if (own === null || !isUnderDialog(own)) onClose()
  }
  return { root, close }
}

/** A dialog over the page. It fills the screen on phones. */
export function Dialog(props: DialogProps) {
  const { opened, onClose, title, children, size = 'md', closeOnClickOutside = true, returnFocus = true } = props
  const { t } = useTranslation('frame')
  const { root, close } = useCloseUppermost(onClose)
  return (
    <Modal
      ref={root}
      opened={opened}
      returnFocus={returnFocus}
      onClose={close}
      title={title}
      size={size}
      closeOnClickOutside={closeOnClickOutside}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {children}
    </Modal>
  )
}

/** A drawer that opens from the side and leaves the page visible. */
export function Drawer({ opened, onClose, title, children, size = 'md', closeOnClickOutside = true }: OverlayProps) {
  const { t } = useTranslation('frame')
  const { root, close } = useCloseUppermost(onClose)
  return (
    <MantineDrawer
      ref={root}
      opened={opened}
      onClose={close}
      title={title}
      size={size}
      position="right"
      closeOnClickOutside={closeOnClickOutside}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {children}
    </MantineDrawer>
  )
}

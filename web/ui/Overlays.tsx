/** Dialog and drawer with the labels for screen readers in all languages. */
import { Drawer as MantineDrawer, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { noteOverlay, type OpenOverlay } from '#web/ui/open-overlays.ts'

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
 * Returns the function that closes an overlay unless another one is open over it. Escape reaches every open overlay, and
 * only the uppermost one may close: a question must not close the form below it, with everything that was typed.
 */
function useCloseUppermost(opened: boolean, onClose: () => void): () => void {
  const own = useRef<OpenOverlay | null>(null)
  useEffect(() => {
    if (!opened) return undefined
    own.current = noteOverlay()
    return own.current.release
  }, [opened])
  return () => {
    if (own.current?.isUppermost()) onClose()
  }
}

/** A dialog over the page. It fills the screen on phones. */
export function Dialog(props: DialogProps) {
  const { opened, onClose, title, children, size = 'md', closeOnClickOutside = true, returnFocus = true } = props
  const { t } = useTranslation('frame')
  const close = useCloseUppermost(opened, onClose)
  return (
    <Modal
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
  const close = useCloseUppermost(opened, onClose)
  return (
    <MantineDrawer
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

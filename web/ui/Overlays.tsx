/** Dialog and drawer with the labels for screen readers in all languages. */
import { Drawer as MantineDrawer, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

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

/** A dialog over the page. It fills the screen on phones. */
export function Dialog(props: DialogProps) {
  const { opened, onClose, title, children, size = 'md', closeOnClickOutside = true, returnFocus = true } = props
  const { t } = useTranslation('frame')
  return (
    <Modal
      opened={opened}
      returnFocus={returnFocus}
      onClose={onClose}
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
  return (
    <MantineDrawer
      opened={opened}
      onClose={onClose}
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

/** Dialog and drawer with the labels that screen readers and the other languages need. */
import { Drawer as MantineDrawer, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export type OverlayProps = {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
  size?: number | string
  /** False while something must not be lost by a stray press outside. */
  closeOnClickOutside?: boolean
}

type DialogProps = OverlayProps & {
  /** False when the cursor goes on elsewhere instead of back to where it was. */
  returnFocus?: boolean
}

/** A dialog over the page; full screen on phones. */
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

/** A panel that slides in from the side and keeps the page visible. */
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

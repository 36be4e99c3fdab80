/** Dialog, drawer and sheet with the labels for screen readers in all languages. */
import { Drawer as MantineDrawer, type DrawerProps, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ignoreHeldEnter, OverlayContent, useOverlay } from '#web/ui/overlay/OverlayContent.tsx'

type OverlayProps = {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
  size?: number | string
  /** False if a press outside would lose input. */
  closeOnClickOutside?: boolean
}

type DialogProps = OverlayProps & {
  /** True if only what the dialog contains closes it: neither Escape nor a press outside, and it has no close button. */
  stays?: boolean
  /** Beside the title, where it moves nothing of the content when it appears. */
  mark?: ReactNode
  /** False if the focus moves on to another element after closing. */
  returnFocus?: boolean
}

/** A dialog over the page. It fills the screen on phones. */
export function Dialog(props: DialogProps) {
  const { opened, onClose, title, mark, children, size = 'md', returnFocus = true, stays = false } = props
  const { t } = useTranslation('frame')
  const { close, content } = useOverlay(opened, onClose, returnFocus)
  return (
    <Modal
      opened={opened}
      returnFocus={false}
      onClose={close}
      title={mark ? <TitleWithMark title={title} mark={mark} /> : title}
      size={size}
      closeOnClickOutside={!stays && (props.closeOnClickOutside ?? true)}
      closeOnEscape={!stays}
      withCloseButton={!stays}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      onKeyDownCapture={ignoreHeldEnter}
    >
      <OverlayContent content={content} closing={!opened}>
        {children}
      </OverlayContent>
    </Modal>
  )
}

const TitleWithMark = ({ title, mark }: { title: string; mark: ReactNode }) => (
  <Group gap="xs" component="span">
    {title}
    {mark}
  </Group>
)

type SideProps = OverlayProps & Pick<DrawerProps, 'position' | 'padding' | 'classNames' | 'closeButtonProps'>

/** A drawer that opens from the side and leaves the page visible, or a sheet at another edge. */
export function Drawer(props: SideProps) {
  const { opened, onClose, children, size = 'md', position = 'right', closeButtonProps, ...rest } = props
  const { t } = useTranslation('frame')
  const { close, content } = useOverlay(opened, onClose)
  return (
    <MantineDrawer
      {...rest}
      opened={opened}
      returnFocus={false}
      onClose={close}
      size={size}
      position={position}
      closeButtonProps={{ 'aria-label': t('action.close'), ...closeButtonProps }}
      onKeyDownCapture={ignoreHeldEnter}
    >
      <OverlayContent content={content} closing={!opened}>
        {children}
      </OverlayContent>
    </MantineDrawer>
  )
}

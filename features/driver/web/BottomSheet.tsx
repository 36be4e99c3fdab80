import type { ReactNode } from 'react'
import { Drawer } from '#web/ui/Overlays.tsx'
import styles from './sheet.module.css'

type BottomSheetProps = {
  title: string
  onClose: () => void
  children: ReactNode
  /** Content that stays visible at the bottom, within reach of the thumb. */
  foot?: ReactNode
}

/** Shows a sheet at the bottom edge. A press beside it does not close it, so that no input is lost. */
export function BottomSheet({ title, onClose, children, foot }: BottomSheetProps) {
  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      position="bottom"
      size="auto"
      closeOnClickOutside={false}
      closeButtonProps={{ size: 48, iconSize: 22 }}
      classNames={{ inner: styles.inner, content: styles.sheet, header: styles.header, body: styles.body }}
    >
      <div className={styles.parts} data-touch>
        {children}
      </div>
      {foot === undefined ? null : (
        <div className={styles.foot} data-touch>
          {foot}
        </div>
      )}
    </Drawer>
  )
}

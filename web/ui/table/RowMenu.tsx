import { Menu } from '@mantine/core'
import { type CSSProperties, type ReactNode, useLayoutEffect, useState } from 'react'
import styles from './row-menu.module.css'

type Props = {
  /** The pressed button of a row, or null while the menu is closed. */
  button: HTMLElement | null
  /** The positioned block around the rows. The menu opens at the button inside it. */
  within: HTMLElement | null
  label: string
  close: () => void
  children: ReactNode
}

/** The menu of a row. All rows share one, because a table may have hundreds of rows. */
export function RowMenu({ button, within, label, close, children }: Props) {
  const [placed, setPlaced] = useState<{ button: HTMLElement | null; place: CSSProperties } | null>(null)
  useLayoutEffect(() => {
    if (button === null || within === null) {
      // While the menu closes, it stays where it was.
      setPlaced((last) => last && { ...last, button: null })
      return undefined
    }
    const follow = () => {
      const at = button.getBoundingClientRect()
      const block = within.getBoundingClientRect()
      const place = { top: at.top - block.top, left: at.left - block.left, width: at.width, height: at.height }
      setPlaced({ button, place })
    }
    follow()
    // Marks that arrive late make rows higher: the row moves, and a menu that stays behind is out of sight.
    const observer = new ResizeObserver(follow)
    observer.observe(within)
    return () => observer.disconnect()
  }, [button, within])

  return (
    <Menu
      // The anchor moves to the row first: a menu that opens at an anchor out of sight is hidden, and takes no focus.
      opened={button !== null && placed?.button === button}
      onChange={(open) => {
        if (open || button === null) return
        button.focus()
        close()
      }}
      // `onChange` gives the focus back, and an entry of the menu may move it to a field that it opens
      returnFocus={false}
      position="bottom-end"
      width="max-content"
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          className={styles.anchor}
          style={placed?.place}
          aria-label={label}
        />
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>{children}</Menu.Dropdown>
    </Menu>
  )
}

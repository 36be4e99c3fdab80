import { Menu } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useState } from 'react'
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
  const [place, setPlace] = useState({ top: 0, left: 0, width: 0, height: 0 })
  useLayoutEffect(() => {
    if (button === null || within === null) return
    const at = button.getBoundingClientRect()
    const block = within.getBoundingClientRect()
    setPlace({ top: at.top - block.top, left: at.left - block.left, width: at.width, height: at.height })
  }, [button, within])

  return (
    <Menu
      opened={button !== null}
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
        <button type="button" tabIndex={-1} aria-hidden className={styles.anchor} style={place} aria-label={label} />
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>{children}</Menu.Dropdown>
    </Menu>
  )
}

/** What the frame of the office pages shows: the person's layout in this window, and which of its parts are open. */
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { DESKTOP_PX, frameOf, toggledType, type WindowState } from '#accounts/domain/preferences/layout.ts'
import { useLayout } from '#app/web/layouts/use-layout.ts'

/** Windows up to this width have the menu in a drawer. */
const PHONE_PX = 600
const AT_ONCE = { getInitialValueInEffect: false } as const

export function useFrame() {
  const { layout, choose } = useLayout()
  const desktop = useMediaQuery(`(min-width: ${DESKTOP_PX}px)`, true, AT_ONCE)
  const isMobile = useMediaQuery(`(max-width: ${PHONE_PX}px)`, false, AT_ONCE)
  const [open, setOpen] = useState({ showRightSidebar: false, leftMenu: false })
  const frame = frameOf(layout, { desktop, isMobile })
  const state: WindowState = { ...open, isMobile, showSidebar: frame.menu === 'side' }
  return {
    frame,
    state,
    isPreloader: layout.isPreloader,
    toggleMenu: () =>
      frame.opensDrawer
        ? setOpen({ ...open, leftMenu: true })
        : choose('leftSideBarType', toggledType(layout.leftSideBarType)),
    closeMenu: () => setOpen({ ...open, leftMenu: false }),
    showPanel: (shown: boolean) => setOpen({ ...open, showRightSidebar: shown }),
  }
}

/** Buttons that can do nothing at the moment. */

/**
 * Returns the properties of such a button. It keeps its place for Tab and its focus, because the focus of a button that disables itself
 * is lost, and a press of it does nothing.
 */
export const idleIf = (isIdle: boolean, press: () => void) => ({
  'aria-disabled': isIdle || undefined,
  'data-disabled': isIdle || undefined,
  onClick: (): void => {
    if (!isIdle) press()
  },
})

/**
 * Brings a message about a change by another person into the window and puts the cursor on its first choice. The button
 * that the person pressed may be far away or gone.
 */
export function showFirstChoice(box: HTMLElement | null): void {
  box?.scrollIntoView({ block: 'center' })
  box?.querySelector('button')?.focus({ preventScroll: true })
}
